#include "host/dialect.h"

#include <algorithm>

#include "clmm/parser/tree_copy.h"
#include "clmm/parser/tree_walk.h"

namespace clmm::runtime::host {
namespace {

class DialectMaker : public syntax::TreeCopy {
public:
    explicit DialectMaker(const litmus::LitmusTest& test)
        : test_(test), tree_(litmus::tree_of(test)) {}

    compiler::HostDialect operator()() {
        for (const syntax::InitEntry& entry : tree_.initial_state)
            if (entry.type && !entry.unit) out_.objects.push_back(declarator(entry));
        for (const syntax::Declarator& each : tree_.variables)
            if (out_.object(each.name) == nullptr) out_.objects.push_back(copy(each));
        for (const litmus::Location& location : test_.locations) add(location);
        for (const syntax::Thread& thread : tree_.threads)
            if (is_host(thread))
                out_.observed[thread.number] = observed_names(tree_, thread.number);
        return std::move(out_);
    }

private:
    syntax::Declarator declarator(const syntax::InitEntry& entry) {
        syntax::Declarator out{.span = entry.span, .type = *entry.type, .name = entry.name};
        // Host code only passes these on; of a pipe the size of its packets is asked.
        if (has_word(entry, "image")) out.type = {.span = entry.span, .base = "image1d_t"};
        if (has_word(entry, "image") || has_word(entry, "pipe")) return out;
        out.dimensions = copy(entry.dimensions);
        out.initializer = copy(entry.value);
        return out;
    }

    /// An object of which the test says no type.
    void add(const litmus::Location& location) {
        const std::string name = location.name.substr(0, location.name.find_first_of("[.@"));
        if (out_.object(name) != nullptr) return;
        std::string base = location.width == 8    ? "char"
                           : location.width == 16 ? "short"
                           : location.width == 32 ? "int"
                                                  : "long";
        if (location.is_pointer) base = "int";
        if (!location.is_signed && !location.is_pointer) base.insert(0, "u");
        syntax::Declarator out{
            .span = Span{}, .type = {.span = Span{}, .base = base}, .name = name};
        if (location.is_pointer) out.type.pointers = {{}};
        out_.objects.push_back(std::move(out));
    }

    const litmus::LitmusTest& test_;
    const syntax::LitmusTree& tree_;
    compiler::HostDialect out_;
};

}  // namespace

compiler::HostDialect dialect_of(const litmus::LitmusTest& test) { return DialectMaker(test)(); }

std::vector<std::string> observed_names(const syntax::LitmusTree& tree, std::uint32_t unit) {
    std::vector<std::string> names;
    const auto note = [&](const syntax::PropositionAtom& atom) {
        if (atom.kind == syntax::PropositionAtom::Kind::reg && atom.unit == unit)
            names.push_back(atom.name);
    };
    if (tree.condition) syntax::for_each_atom(*tree.condition->proposition, note);
    if (tree.filter) syntax::for_each_atom(*tree.filter, note);
    for (const auto& observed : tree.locations) note(observed.atom);
    return names;
}

}  // namespace clmm::runtime::host
