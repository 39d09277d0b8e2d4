#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "evaluate/growing_graph.h"

namespace clmm::model {

/// Makes nodes of a growing graph.
class GraphMaker {
public:
    virtual ~GraphMaker() = default;
    [[nodiscard]] virtual std::uint32_t build(NodeId node) = 0;
    /// A relation.
    [[nodiscard]] virtual std::uint32_t relate(GrowingNode::Op op, std::uint32_t left,
                                               std::uint32_t right = GrowingNode::kNone,
                                               kernels::Words constant = {}) = 0;
    virtual void watch(std::uint32_t node, GrowingNode::Watch kind, std::size_t check) = 0;
};

/// An existential total order that needs no literals: what its axioms ask of it is that it contains
/// pairs which do not depend on it. It exists where these have no cycle.
///
/// Idea     an axiom says which pairs must not be in a node; operator by operator that becomes what
///          must not be in its operands, and in the end in the order S, which has then the inverse
///          pair. Two places ask for more. In `X \ (L; X)`, the last of X along L, L is a part of
///          S, which is known where S agrees with a modification order. And a pair whose `S; S` is
///          empty has nothing between its events: they are one.
/// Errors   where an axiom has another form, or what it asks for is known by bounds only, there is
///          no such relation; the graph may then have nodes that nobody needs.
/// Tests    tests/unit/model/implied_order_test.cpp holds it against all orders,
///          tests/cross/engines_test.cpp against the SMT engine.
class ImpliedOrder {
public:
    ImpliedOrder(const EvaluatorState& state, GraphMaker& maker, const GrowingGraph& graph);

    /// Has all axioms about the order watched otherwise; false where it cannot.
    [[nodiscard]] bool run();
    [[nodiscard]] bool concerns(std::size_t check) const { return concerned_[check]; }
    [[nodiscard]] const GrowingGraph::Implied& result() const { return result_; }

private:
    using Op = GrowingNode::Op;
    using Words = kernels::Words;
    static constexpr std::uint32_t kNoNode = GrowingNode::kNone;
    /// (b, a) where (a, b) must not be in a node.
    struct Demand {
        enum class Kind : std::uint8_t { full, identity, pairs };
        Kind kind = Kind::full;
        std::uint32_t node = GrowingNode::kNone;  ///< of pairs
        std::optional<Words> set = {};            ///< of the identity: on these alone
    };

    [[nodiscard]] const Interval& bounds(NodeId node) const;
    [[nodiscard]] bool is_fixed(NodeId node) const;
    [[nodiscard]] bool can_have_none(NodeId node) const;
    [[nodiscard]] bool depends(NodeId node) const { return depends_[node.index()]; }
    [[nodiscard]] const Node& at(NodeId node) const { return state_.plan.nodes[node.index()]; }
    [[nodiscard]] bool is_order(NodeId node) const;
    /// [S] of a set that is known.
    [[nodiscard]] bool is_mask(NodeId node) const;

    [[nodiscard]] bool find_order();
    void find_dependents();
    [[nodiscard]] bool find_concerned();
    void note_contained(NodeId subject);
    [[nodiscard]] bool is_masked_modification_order(NodeId node) const;

    void flatten(NodeId node, std::vector<NodeId>& factors) const;
    [[nodiscard]] bool forbid_subject(const Check& check, NodeId subject);
    [[nodiscard]] bool forbid(NodeId node, const Demand& demand);
    [[nodiscard]] bool forbid_sequence(NodeId node, const Demand& demand);
    [[nodiscard]] bool forbid_intersection(const Node& of, const Demand& demand);
    [[nodiscard]] bool forbid_difference(const Node& of, const Demand& demand, bool is_stable);
    /// All these pairs must be in the node.
    [[nodiscard]] bool require(NodeId node, std::uint32_t pairs);
    [[nodiscard]] bool require_sequence(NodeId node, std::uint32_t pairs);
    [[nodiscard]] bool join_events(NodeId pairs);

    /// Of X \ (L; X): L.
    [[nodiscard]] std::optional<NodeId> order_of_last(const Node& of) const;
    /// The part of the order without it: as the modification order has it.
    [[nodiscard]] std::optional<std::uint32_t> agreed(NodeId part);
    [[nodiscard]] bool is_masked_order(NodeId node) const;
    /// What is related to some event is related to all that L has after it.
    [[nodiscard]] bool is_stable(const std::vector<NodeId>& factors, NodeId later) const;

    [[nodiscard]] Demand then(const Demand& demand, NodeId factor);
    [[nodiscard]] std::uint32_t pairs_of(const Demand& demand);
    [[nodiscard]] std::uint32_t inverse(std::uint32_t node);
    void add_required(std::uint32_t pairs);
    [[nodiscard]] std::uint32_t certain(const Words& away);
    void finish();

    const EvaluatorState& state_;
    GraphMaker& maker_;
    const GrowingGraph& graph_;
    Shape shape_;
    NodeId order_;
    Words members_;
    std::vector<bool> depends_;      ///< by node of the plan
    std::vector<bool> concerned_;    ///< by check
    std::vector<NodeId> contained_;  ///< relations that the order contains, within its events
    std::size_t check_ = 0;          ///< that is looked at
    std::uint32_t required_ = GrowingNode::kNone;
    bool is_exact_ = true;
    GrowingGraph::Implied result_;
};

}  // namespace clmm::model
