#include "host/final_state.h"

#include <algorithm>
#include <tuple>

#include "clmm/parser/tree_walk.h"
#include "compile/diagnose.h"

namespace clmm::runtime::host {
namespace {

using compiler::quote;
using compiler::reject;
using syntax::PropositionAtom;

class Observer {
public:
    explicit Observer(Run& run) : run_(run) {}

    void operator()(HostOutcome& outcome) {
        const syntax::LitmusTree& tree = run_.code().tree;
        if (tree.condition) collect(*tree.condition->proposition);
        if (tree.filter) collect(*tree.filter);
        for (const auto& observed : tree.locations) note_whole(observed.atom);
        std::ranges::sort(entries_, {}, &Entry::key);
        const auto same = std::ranges::unique(entries_, {}, &Entry::key);
        entries_.erase(same.begin(), same.end());
        for (const Entry& each : entries_)
            outcome.state.push_back({each.name, text_of(each.value)});
        outcome.satisfies = !tree.condition || holds(*tree.condition->proposition);
        outcome.filtered = tree.filter && !holds(*tree.filter);
    }

private:
    /// Registers by unit, then locations by the name of their object.
    struct Entry {
        std::tuple<bool, std::uint32_t, std::string, std::size_t> key;
        std::string name;
        Value value;
    };

    void note(const PropositionAtom& atom) {
        if (atom.kind == PropositionAtom::Kind::location) return note(*location_of(atom));
        if (atom.kind != PropositionAtom::Kind::reg) return;
        const std::uint32_t unit = atom.unit.value_or(0);
        entries_.push_back(
            {{false, unit, atom.name, 0}, std::to_string(unit) + ":" + atom.name, value(atom)});
    }

    void note(const litmus::Location& location) {
        const std::string object = location.name.substr(0, location.name.find_first_of("[."));
        entries_.push_back(
            {{true, 0, object, location.id.index()}, location.name, value(location)});
    }

    /// An entry of `locations`: an array stands for its elements.
    void note_whole(const PropositionAtom& atom) {
        if (atom.kind != PropositionAtom::Kind::location || atom.subscript) return note(atom);
        const Object* object = run_.memory().named(atom.name);
        if (object == nullptr) return note(atom);
        for (const litmus::Location* part : run_.memory().locations_of(*object)) note(*part);
    }

    void collect(const syntax::Proposition& proposition) {
        syntax::for_each_atom(proposition,
                              [this](const syntax::PropositionAtom& atom) { note(atom); });
    }

    Value value(const PropositionAtom& atom) const {
        switch (atom.kind) {
            case PropositionAtom::Kind::constant:
                return {Type{.width = 64}, static_cast<std::uint64_t>(atom.constant)};
            case PropositionAtom::Kind::reg: {
                const auto thread = run_.registers.find(atom.unit.value_or(0));
                if (thread != run_.registers.end())
                    if (const auto found = thread->second.find(atom.name);
                        found != thread->second.end())
                        return found->second;
                // A variable whose declaration was not reached.
                return {kInt, 0};
            }
            default:
                break;
        }
        const litmus::Location& location = *location_of(atom);
        if (atom.kind == PropositionAtom::Kind::address)
            return {Type{.width = 32, .pointers = 1}, run_.memory().address_of(location)};
        return value(location);
    }

    Value value(const litmus::Location& location) const {
        const Type type{.width = location.width,
                        .is_signed = location.is_signed,
                        .pointers = location.is_pointer ? 1U : 0U};
        const std::uint64_t address = run_.memory().address_of(location);
        return converted({type, Memory::load(address, location.width)}, type);
    }

    const litmus::Location* location_of(const PropositionAtom& atom) const {
        const Object* object = run_.memory().named(atom.name);
        const auto parts = object == nullptr ? std::vector<const litmus::Location*>{}
                                             : run_.memory().locations_of(*object);
        const std::uint64_t index = atom.subscript.value_or(0);
        const litmus::Location* found = index < parts.size() ? parts[index] : nullptr;
        const bool is_member = found != nullptr && found->name.find('.') != std::string::npos;
        if (found == nullptr || is_member)
            reject("E-UNSUPPORTED",
                   "the final value of " + quote(atom.name) + " is not read when it is executed",
                   atom.span);
        return found;
    }

    std::string text_of(const Value& value) const {
        if (value.type.is_pointer()) return run_.memory().address_text(value.bits);
        if (value.type.is_signed) return std::to_string(static_cast<std::int64_t>(value.bits));
        return std::to_string(value.bits);
    }

    bool compare(const syntax::Comparison& node) const {
        Value left = value(node.left);
        Value right = value(node.right);
        // A constant takes the type of what it is compared with.
        if (node.left.kind == PropositionAtom::Kind::constant) left = converted(left, right.type);
        if (node.right.kind == PropositionAtom::Kind::constant) right = converted(right, left.type);
        return compute(node.op, left, right, node.left.span).bits != 0;
    }

    bool holds(const syntax::Proposition& proposition) const {
        if (const auto* node = std::get_if<syntax::Comparison>(&proposition.node))
            return compare(*node);
        if (const auto* node = std::get_if<syntax::PropositionNot>(&proposition.node))
            return !holds(*node->operand);
        if (const auto* node = std::get_if<syntax::PropositionConstant>(&proposition.node))
            return node->value;
        const auto& node = std::get<syntax::PropositionBinary>(proposition.node);
        const bool left = holds(*node.left);
        const bool right = holds(*node.right);
        switch (node.op) {
            case syntax::PropositionConnective::conjunction:
                return left && right;
            case syntax::PropositionConnective::disjunction:
                return left || right;
            case syntax::PropositionConnective::implication:
                return !left || right;
            case syntax::PropositionConnective::equivalence:
                break;
        }
        return left == right;
    }

    Run& run_;
    std::vector<Entry> entries_;
};

}  // namespace

void read_final_state(Run& run, HostOutcome& outcome) {
    const std::scoped_lock lock(run.mutex);
    Observer observe(run);
    observe(outcome);
}

}  // namespace clmm::runtime::host
