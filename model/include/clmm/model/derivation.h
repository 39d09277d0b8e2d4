#pragma once

#include <cstdint>
#include <vector>

#include "clmm/model/evaluator.h"

namespace clmm::model {

/// A pair that is in a node of the program, or is not. Of a set, b = a.
struct NodeFact {
    NodeId node;
    EventId a, b;
    bool holds = true;
    friend auto operator<=>(const NodeFact&, const NodeFact&) = default;
};

/// One inference: by the operator of its node a fact follows from others.
struct Inference {
    enum class By : std::uint8_t {
        operands,   ///< from `premises`, by the node's operator
        structure,  ///< it holds in every execution in which its events take place
        execution,  ///< it is, or follows at once from, the literals in `literals`
    };
    NodeFact fact;
    By by = By::operands;
    bool fixed = false;                 ///< so in every execution in which the events take place
    std::vector<std::size_t> premises;  ///< indices of inferences before this one
    Reason literals;
};

/// Why the facts hold on the execution that the evaluator has evaluated, down to what the test
/// fixes and what the execution decides.
///
/// Idea     of several ways to derive a fact the one with the shortest Reason is told, and before
///          all others one that takes nothing but `given` from the execution, if any is given. The
///          absence of a pair is followed through differences, unions and intersections to what is
///          present instead; a composition or closure that lacks a pair is one inference with the
///          literals that keep it away.
/// Shape    premises come first; each fact once. The last inferences are not always the facts asked
///          for: `find` them.
/// Tests    tests/unit/model/derivation_test.cpp re-checks each inference by its operator's
///          definition.
[[nodiscard]] std::vector<Inference> derive(const Program& program, const Evaluator& evaluator,
                                            const std::vector<NodeFact>& facts,
                                            const Reason& given = {});

/// The inference of a fact; it is there.
[[nodiscard]] std::size_t find(const std::vector<Inference>& inferences, const NodeFact& fact);

/// What a finding says: the pairs of a cycle, or the one pair or event; nothing where it is that a
/// relation is empty.
[[nodiscard]] std::vector<NodeFact> facts_of(const Program& program, const Finding& finding);

}  // namespace clmm::model
