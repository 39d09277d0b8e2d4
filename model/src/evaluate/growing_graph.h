#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "clmm/model/execution.h"
#include "evaluate/state.h"

namespace clmm::model {

/// A matrix that grows with the execution, and from which others.
struct GrowingNode {
    enum class Op : std::uint8_t {
        masked,  ///< `constant`, between events that take place
        input,   ///< pairs that literals add
        order,   ///< of the pairs of input `right`, those within the set `left`
        unite,
        intersect,
        subtract,  ///< without `constant`
        sequence,
        rows,     ///< from members of the set `constant`
        columns,  ///< to members of the set `constant`
        inverse,
        closure,
        reflexive_closure,
        optional,
        product,
        identity_on,
        domain,
        range,
    };
    static constexpr std::uint32_t kNone = 0xffffffffU;

    Op op = Op::masked;
    bool is_set = false;
    bool is_exact = true;  ///< in a complete execution the matrix is the node's value
    std::uint32_t left = kNone;
    std::uint32_t right = kNone;
    kernels::Words constant;
    bool is_bound = false;         ///< `constant` is a bound of what the operator asks for
    kernels::Words possible = {};  ///< of a masked node that is a bound: what may be in it
    std::vector<std::uint32_t> users = {};

    enum class Watch : std::uint8_t { none, irreflexive, empty };
    Watch watch = Watch::none;
    std::size_t check = 0;
};

/// What the axioms need of a program, on one structure.
///
/// Shape    operands come before their users; the pruned plan's equal nodes are one. A union with
///          what can have no pairs is the other operand, and so on.
struct GrowingGraph {
    /// `without_orders`: existential total orders are left out where that is possible (`implied`).
    GrowingGraph(const EvaluatorState& state, bool without_orders);

    /// A total order that no literal speaks of.
    struct Implied {
        std::size_t order = 0;
        std::uint32_t required = GrowingNode::kNone;  ///< pairs that it has
        kernels::Words members;
        kernels::Words one;  ///< pairs with nothing between
    };

    /// What a literal adds: a pair to a node of op input, or (node none) events that take place.
    struct Addition {
        std::uint32_t node = GrowingNode::kNone;
        std::uint32_t a = 0;
        std::uint32_t b = 0;
    };

    Shape shape;
    std::vector<GrowingNode> nodes;
    std::vector<Literal> inputs;
    std::vector<Addition> places;                         ///< by input
    std::vector<std::uint32_t> executed_input;            ///< by event; none: it takes place always
    std::vector<std::vector<std::uint32_t>> executed_as;  ///< by input: events that it stands for
    std::vector<std::uint32_t> number_of;                 ///< by node of the plan; none: not needed
    std::vector<std::map<std::uint64_t, std::uint32_t>> input_at;  ///< by node: a·n + b to input
    std::optional<Implied> implied;
    bool is_exact = true;      ///< no axiom needs more than is there
    bool has_negated = false;  ///< some axiom fails by what is missing
};

}  // namespace clmm::model
