#pragma once

#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/model/evaluator.h"

namespace clmm::skeletons {

/// What a model's sets and relations may be in the executions of a structure.
struct StructureBounds {
    litmus::EventStructure structure;
    std::vector<model::Bounds> of = {};  ///< by node of the model's program
};

/// Shows of two structures, of which one is a part of the other, that whatever execution they have
/// in common, a set or relation has all pairs in the whole that it has in the part, or no more.
///
/// Idea     from an operator to its operands, for the pairs alone that may make a difference: of
///          what is taken away from a relation, only what it may have; of what is intersected, what
///          both may have. Bounds say where nothing is left to show. Of events that only the whole
///          has, nothing is claimed, but ways through them are: they may add pairs.
/// Shape    pairs are of events of the part; a set's members are on the diagonal.
/// Errors   false: it does not hold, or is not found. Nothing that was shown before counts then.
class Claims {
public:
    using Place = std::vector<std::size_t>;

    /// Keeps all by reference. `at`: where the events of the part are, ascending (embedding.h).
    Claims(const model::Program& program, const StructureBounds& part, const StructureBounds& whole,
           const Place& at);

    /// Pairs of the part are pairs of the whole.
    [[nodiscard]] bool keeps(model::NodeId node);
    /// … and the other way round.
    [[nodiscard]] bool adds_none(model::NodeId node);

private:
    /// What is claimed: that the node keeps pairs, or that it adds none.
    enum class Claim : std::uint8_t { keeps, adds_none };
    struct Known {
        BitMatrix part_may, part_must, whole_may, whole_must;  ///< of events of the part
        BitMatrix shown[2] = {};                               ///< by claim
        bool is_there = false;
    };
    using Node = model::Node;
    using NodeId = model::NodeId;

    [[nodiscard]] bool show(Claim claim, NodeId node, BitMatrix pairs);
    [[nodiscard]] bool show_operands(Claim claim, NodeId id, const BitMatrix& pairs);
    [[nodiscard]] bool show_base(Claim claim, const Node& node) const;
    [[nodiscard]] bool show_sequence(Claim claim, const Node& node, const BitMatrix& pairs);
    [[nodiscard]] bool show_closure(Claim claim, const Node& node);
    [[nodiscard]] bool show_projection(Claim claim, const Node& node, const BitMatrix& pairs);
    [[nodiscard]] bool show_recursion(Claim claim, NodeId id, const Node& node);

    [[nodiscard]] Known& known(NodeId node);
    [[nodiscard]] const BitMatrix& may(Claim claim, NodeId node);
    [[nodiscard]] BitMatrix of_part(const BitMatrix& whole) const;
    [[nodiscard]] bool goes_through_others(const Node& node, const BitMatrix& pairs) const;

    const model::Program& program_;
    const StructureBounds& part_;
    const StructureBounds& whole_;
    const Place& at_;
    std::vector<std::size_t> others_;  ///< events that only the whole has
    std::vector<Known> known_;         ///< by node
    BitMatrix all_;
};

}  // namespace clmm::skeletons
