#include "axiom_facts.h"

#include <algorithm>
#include <cstdint>

namespace clmm::skeletons {
namespace {

using model::Base;
using model::Node;
using model::NodeId;
using model::NodeOp;
using model::Program;

bool is_within(BitSet part, const BitSet& whole) {
    part -= whole;
    return part.none();
}

bool goes_through_events(const Node& node) {
    switch (node.op) {
        case NodeOp::sequence:
        case NodeOp::transitive_closure:
        case NodeOp::reflexive_transitive_closure:
        case NodeOp::domain:
        case NodeOp::range:
            return true;
        default:
            return false;
    }
}

bool is_control(const Node& node) {
    return node.op == NodeOp::base &&
           (node.payload == static_cast<std::uint32_t>(Base::control_dependency) ||
            node.payload == static_cast<std::uint32_t>(Base::control_until_join));
}

}  // namespace

/// Walks from the axiom down to what is known before executions.
class AxiomFacts::Search {
public:
    Search(const Program& program, const model::Check& axiom)
        : program_(program),
          is_of_events_(program.nodes.size()),
          uses_(program.nodes.size()),
          is_boundary_(program.nodes.size()) {
        for (std::size_t i = 0; i < program.nodes.size(); ++i)  // operands come before users
            is_of_events_[i] = of_events(program.nodes[i]);
        visit(axiom.node, !axiom.negated);
    }

    void collect(std::vector<Use>& sets, std::vector<Use>& relations) const {
        for (std::size_t i = 0; i < program_.nodes.size(); ++i)
            if (is_boundary_[i]) (program_.nodes[i].is_set ? sets : relations).push_back(uses_[i]);
    }
    /// Of which less makes the axiom fail.
    template <class Is>
    [[nodiscard]] std::vector<NodeId> wanted(Is&& is) const {
        std::vector<NodeId> all;
        for (std::size_t i = 0; i < program_.nodes.size(); ++i)
            if (uses_[i].less && is(program_.nodes[i])) all.push_back(uses_[i].node);
        return all;
    }

private:
    [[nodiscard]] bool of_events(const Node& node) const {
        if (!node.is_set) return false;
        const auto is = [&](NodeId operand) { return is_of_events_[operand.index()] != 0; };
        switch (node.op) {
            case NodeOp::base:  // the rest of these are about what happens
                return node.payload != static_cast<std::uint32_t>(Base::rmw_event);
            case NodeOp::empty:
                return true;
            case NodeOp::complement:
                return is(node.left);
            case NodeOp::unite:
            case NodeOp::intersect:
            case NodeOp::subtract:
                return is(node.left) && is(node.right);
            default:
                return false;
        }
    }

    /// `more`: an axiom may fail because the node has more; else, because it has less.
    void visit(NodeId id, bool more) {
        const std::size_t at = id.index();
        bool& known = more ? uses_[at].more : uses_[at].less;
        if (known) return;
        known = true;
        uses_[at].node = id;
        const Node& node = program_[id];
        const bool is_named_relation =
            node.op == NodeOp::base && !node.is_set && program_.named(node) != nullptr;
        if (is_of_events_[at] != 0 || is_named_relation) {
            is_boundary_[at] = true;
            return;
        }
        switch (node.op) {
            case NodeOp::base:
            case NodeOp::empty:
                return;
            case NodeOp::total_order:
                // An order of fewer events is a part of one of more.
                visit(program_.total_orders[node.payload].over, true);
                if (!more) visit(program_.total_orders[node.payload].over, false);
                return;
            case NodeOp::recursive:
                visit(program_.recursive[node.payload].body, more);
                return;
            case NodeOp::complement:
                visit(node.left, !more);
                return;
            case NodeOp::subtract:
                visit(node.left, more);
                visit(node.right, !more);
                return;
            default:
                if (node.left.valid()) visit(node.left, more);
                if (node.right.valid()) visit(node.right, more);
        }
    }

    const Program& program_;
    std::vector<std::uint8_t> is_of_events_;
    std::vector<Use> uses_;
    std::vector<bool> is_boundary_;
};

AxiomFacts::AxiomFacts(const Program& program, std::size_t check)
    : check_(check), wants_more_(program.checks[check].negated) {
    const Search search(program, program.checks[check]);
    search.collect(sets_, relations_);
    ways_ = search.wanted(goes_through_events);
    wants_control_ = !search.wanted(is_control).empty();
}

std::vector<AxiomFacts> facts_of_axioms(const Program& program) {
    std::vector<AxiomFacts> all;
    for (std::size_t i = 0; i < program.checks.size(); ++i)
        if (program.checks[i].role == model::CheckRole::axiom) all.emplace_back(program, i);
    return all;
}

AxiomFacts::Values AxiomFacts::of(const model::Evaluator& evaluator) const {
    Values values;
    for (const Use& each : sets_) values.sets.push_back(evaluator.set(each.node));
    for (const Use& each : relations_) values.relations.push_back(evaluator.relation(each.node));
    return values;
}

bool AxiomFacts::only_gains(const Values& before, const Values& now) const {
    for (std::size_t i = 0; i < sets_.size(); ++i) {
        if (sets_[i].more && !is_within(before.sets[i], now.sets[i])) return false;
        if (sets_[i].less && !is_within(now.sets[i], before.sets[i])) return false;
    }
    return before.relations == now.relations;
}

model::Execution all_events(std::size_t events, const Program& program) {
    model::Execution all(events);
    all.executed.fill();
    all.total_orders.assign(program.total_orders.size(), BitMatrix(events));
    return all;
}

}  // namespace clmm::skeletons
