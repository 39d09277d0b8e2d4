#pragma once

#include <cstdint>
#include <vector>

#include "evaluator_facts.h"
#include "evaluator_plan.h"

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
    Intervals(const Plan& plan, const Facts& facts);

    /// Bounds all nodes of the components selected (all by default).
    void compute(const Knowledge& knowledge);
    void select(std::vector<bool> components) { selected_ = std::move(components); }

    [[nodiscard]] const Interval& operator[](std::uint32_t node) const { return bounds_[node]; }

private:
    void compute(std::uint32_t node);
    void compute_base(std::uint32_t node);
    void compute_boolean(std::uint32_t node);
    void compute_relational(std::uint32_t node);
    void compute_recursion(const Component& component);
    void compute_projection(std::uint32_t node);
    void compute_total_order(std::uint32_t node);
    void compute_closure(std::uint32_t node);
    void compute_rmw_event(std::uint32_t node);
    /// left;right through events that must take place; `out` may be neither operand.
    void must_sequence(const Words& left, const Words& right, Words& out);
    void keep_possible(Words& words);

    const Plan& plan_;
    const Facts& facts_;
    Shape shape_;
    const Knowledge* knowledge_ = nullptr;
    Words implied_;   ///< (a, b): a takes place whenever b does
    Words diagonal_;  ///< events that can take place, a set
    Words scratch_, other_;
    std::vector<bool> selected_;
    std::vector<Interval> bounds_;
};

}  // namespace clmm::model
