#pragma once

#include <functional>
#include <vector>

#include "node_bounds.h"

namespace clmm::skeletons {

/// Shows of two kinds of structures with the same events that in whatever execution they have in
/// common a set or relation has all pairs in the second kind that it has in the first, or no more.
///
/// Idea     from an operator to its operands, for the pairs alone that may make a difference: of
///          what is taken away from a relation, only what it may have; of what is intersected, what
///          both may have. Bounds say where nothing is left to show.
/// Shape    a set's members are on the diagonal.
/// Errors   false: it does not hold, or is not found. Nothing that was shown before counts then.
class Claims {
public:
    /// What is claimed of the second kind.
    enum class Claim : std::uint8_t { keeps, adds_none };
    /// Whether that holds of a base node for these pairs.
    using OfBase = std::function<bool(Claim claim, model::NodeId node, const BitMatrix& pairs)>;

    /// Keeps all by reference.
    Claims(const model::Program& program, NodeBounds& first, NodeBounds& second, OfBase of_base);

    [[nodiscard]] bool holds(Claim claim, model::NodeId node) {
        return show(claim, node, first_.all());
    }

private:
    using Node = model::Node;
    using NodeId = model::NodeId;

    [[nodiscard]] bool show(Claim claim, NodeId node, BitMatrix pairs);
    [[nodiscard]] bool show_operands(Claim claim, NodeId id, const BitMatrix& pairs);
    [[nodiscard]] bool show_sequence(Claim claim, const Node& node, const BitMatrix& pairs);
    [[nodiscard]] bool show_projection(Claim claim, const Node& node, const BitMatrix& pairs);
    [[nodiscard]] bool show_recursion(Claim claim, NodeId id, const Node& node);
    /// What the node may have where a claim could fail.
    [[nodiscard]] const BitMatrix& may(Claim claim, NodeId node) {
        return (claim == Claim::keeps ? first_ : second_)[node].may;
    }
    [[nodiscard]] BitMatrix& shown(Claim claim, NodeId node) {
        return shown_[2 * node.index() + static_cast<std::size_t>(claim)];
    }

    const model::Program& program_;
    NodeBounds& first_;
    NodeBounds& second_;
    OfBase of_base_;
    std::vector<BitMatrix> shown_;  ///< by node and claim
};

}  // namespace clmm::skeletons
