#pragma once

#include <cstdint>
#include <vector>

#include "clmm/model/program.h"
#include "evaluate/facts.h"

namespace clmm::model {

/// Nodes that are computed together: one, or those of a recursion.
struct Component {
    std::vector<std::uint32_t> nodes;  ///< ascending; the op `recursive` ones of a recursion first
    bool recursive = false;
};

/// The graph of a program's nodes in an order of computation.
///
/// Shape    components come after those that they use. A node of op `recursive` uses its
///          body, one of op `total_order` the set that it orders.
struct Plan {
    std::vector<Node> nodes;
    std::vector<std::uint32_t> used;  ///< by node: body or ordered set; unused for other ops
    std::vector<Component> components;
    std::vector<std::uint32_t> component_of;  ///< by node

    /// Of a program, as far as the structure that the facts are about needs it.
    Plan(const Program& program, const Facts& facts);

    template <class F>
    void for_each_operand(std::uint32_t node, F&& f) const {
        const Node& of = nodes[node];
        if (of.op == NodeOp::recursive || of.op == NodeOp::total_order) f(used[node]);
        if (of.left.valid()) f(static_cast<std::uint32_t>(of.left.index()));
        if (of.right.valid()) f(static_cast<std::uint32_t>(of.right.index()));
    }
};

}  // namespace clmm::model
