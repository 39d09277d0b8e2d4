#pragma once

#include <cstdint>
#include <vector>

#include "evaluate/facts.h"
#include "evaluate/plan.h"

namespace clmm::model {

/// Bounds of every node from what is known of the executions, by evaluating each operator on
/// intervals.
///
/// Idea     a pair is in `must` of a composition only if the event between surely takes place,
///          or does whenever one of the ends does; least fixpoints are bounded by the least
///          fixpoints of the bounds. What a difference takes away bounds it crosswise.
/// Cost     that of two evaluations.
class Intervals {
public:
    enum class Side : std::uint8_t { must, may };

    Intervals(const Plan& plan, const Facts& facts);

    /// For facts about another number of events than before.
    void reshape();

    void compute(const Knowledge& knowledge);
    /// From now on computes only what the given bounds depend on and the last knowledge left
    /// open; what it settled stays.
    void select(const std::vector<std::pair<std::uint32_t, Side>>& wanted);

    // ---- operators on relations that hold wherever the ends of a pair take place ----

    /// left;right through events that must take place; `out` may be neither operand.
    void compose_surely(const Words& left, const Words& right, Words& out);
    void close_surely(Words& relation);

    [[nodiscard]] const Interval& operator[](std::uint32_t node) const {
        return bounds_[plan_.same_as[node]];
    }

private:
    [[nodiscard]] static Side other(Side side) {
        return side == Side::must ? Side::may : Side::must;
    }
    [[nodiscard]] Words& bound(std::uint32_t node, Side side) {
        Interval& of = bounds_[plan_.same_as[node]];
        return side == Side::must ? of.must : of.may;
    }
    [[nodiscard]] Words& bound(NodeId node, Side side) {
        return bound(static_cast<std::uint32_t>(node.index()), side);
    }
    [[nodiscard]] bool wanted(std::uint32_t node, Side side) const {
        return (wanted_[node] >> static_cast<unsigned>(side)) & 1U;
    }
    void want(std::uint32_t node, Side side);

    void compute(std::uint32_t node);
    void compute(std::uint32_t node, Side side);
    void compute_base(std::uint32_t node, Side side);
    void compute_rmw_event(Side side, Words& out);
    void compute_total_order(std::uint32_t node, Side side);
    void compute_boolean(const Node& node, Side side, Words& out);
    void compute_relational(const Node& node, Side side, Words& out);
    void compute_sequence(const Words& left, const Words& right, Side side, Words& out);
    void compute_closure(const Node& node, Side side, Words& out);
    void compute_projection(const Node& node, Side side, Words& out);
    void compute_recursion(const Component& component);
    void keep_possible(Words& words);

    const Plan& plan_;
    const Facts& facts_;
    Shape shape_;
    const Knowledge* knowledge_ = nullptr;
    bool all_certain_ = false;  ///< every event surely takes place
    Words implied_;             ///< (a, b): a takes place whenever b does
    Words diagonal_;            ///< events that can take place, a set
    Words scratch_, half_, longer_;
    std::vector<std::uint8_t> wanted_;  ///< by node: bit 0 must, bit 1 may
    std::vector<Interval> bounds_;      ///< by node; of those alike, the first one's only
};

}  // namespace clmm::model
