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
        for (const auto& observed : tree.locations) note(observed.atom);
        std::ranges::sort(atoms_, {}, &Atom::key);
        const auto same = std::ranges::unique(atoms_, {}, &Atom::key);
        atoms_.erase(same.begin(), same.end());
        for (const Atom& each : atoms_)
            outcome.state.push_back({name_of(*each.atom), text_of(value(*each.atom))});
        outcome.satisfies = !tree.condition || holds(*tree.condition->proposition);
        outcome.filtered = tree.filter && !holds(*tree.filter);
    }

private:
    /// Registers by unit, then locations by name.
    struct Atom {
        std::tuple<bool, std::uint32_t, std::string, std::uint64_t> key;
        const PropositionAtom* atom;
    };

    void note(const PropositionAtom& atom) {
        if (atom.kind != PropositionAtom::Kind::location && atom.kind != PropositionAtom::Kind::reg)
            return;
        const bool is_location = atom.kind == PropositionAtom::Kind::location;
        atoms_.push_back({{is_location, atom.unit.value_or(0), atom.name,
                           atom.subscript ? *atom.subscript + 1 : 0},
                          &atom});
    }

    void collect(const syntax::Proposition& proposition) {
        syntax::for_each_atom(proposition,
                              [this](const syntax::PropositionAtom& atom) { note(atom); });
    }

    static std::string name_of(const PropositionAtom& atom) {
        if (atom.kind == PropositionAtom::Kind::reg)
            return std::to_string(atom.unit.value_or(0)) + ":" + atom.name;
        return atom.subscript ? atom.name + "[" + std::to_string(*atom.subscript) + "]" : atom.name;
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
        const litmus::Location* location = location_of(atom);
        const std::uint64_t address = run_.memory().address_of(*location);
        if (atom.kind == PropositionAtom::Kind::address)
            return {Type{.width = 32, .pointers = 1}, address};
        const Type type{.width = location->width,
                        .is_signed = location->is_signed,
                        .pointers = location->is_pointer ? 1U : 0U};
        return converted({type, Memory::load(address, location->width)}, type);
    }

    const litmus::Location* location_of(const PropositionAtom& atom) const {
        const std::string first = atom.name + "[0]";
        const litmus::Location* found = run_.memory().location(
            atom.subscript ? atom.name + "[" + std::to_string(*atom.subscript) + "]" : atom.name);
        if (found == nullptr && !atom.subscript) found = run_.memory().location(first);
        if (found == nullptr)
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
    std::vector<Atom> atoms_;
};

}  // namespace

void read_final_state(Run& run, HostOutcome& outcome) {
    const std::scoped_lock lock(run.mutex);
    Observer observe(run);
    observe(outcome);
}

}  // namespace clmm::runtime::host
