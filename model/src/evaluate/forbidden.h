#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evaluate/intervals.h"

namespace clmm::model {

/// Pairs of events that a relation has in no consistent execution, by what must hold around it.
///
/// Idea     an axiom's relation may not have the pairs that the axiom is about (its diagonal, say).
///          An operator hands that down: l;r may not have (a, c), and r has (b, c) whenever its
///          ends take place, so l may not have (a, b). One pass finds what else would take an
///          evaluation for each pair. It does not find pairs that are in conflict only by two ways
///          at once.
/// Cost     that of one evaluation, and again for each relation around one that is asked about.
class ForbiddenPairs {
public:
    /// `intervals` are computed already.
    ForbiddenPairs(const Plan& plan, Shape shape, Intervals& intervals,
                   std::span<const Check> axioms);

    /// Where the program has no such base, or nothing is forbidden: nullptr.
    [[nodiscard]] const Words* of(Base base) const;

private:
    /// What an axiom says of its relation.
    void begin(const Check& axiom);
    /// From a node to its operands.
    void hand_down(std::uint32_t node);
    void hand_down_sequence(const Node& node, const Words& forbidden);
    void hand_down_closure(std::uint32_t node, const Words& forbidden);
    void forbid(NodeId node, const Words& pairs);
    [[nodiscard]] const Words& must(NodeId node) const;

    const Plan& plan_;
    Shape shape_;
    Intervals& intervals_;
    std::vector<Words> forbidden_;  ///< by node: of relations; no words: nothing
    Words pairs_, turned_, longer_;
};

}  // namespace clmm::model
