#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "clmm/model/program.h"
#include "evaluate/facts.h"

namespace clmm::model {

/// Nodes that are computed together: one, or those of a recursion.
struct Component {
    std::span<const std::uint32_t> nodes;  ///< ascending; the op `recursive` ones of a recursion
                                           ///< first
    bool recursive = false;
};

/// The graph of a program's nodes in an order of computation.
///
/// Shape    components come after those that they use. A node of op `recursive` uses its
///          body, one of op `total_order` the set that it orders. Of nodes that have the same value
///          whatever the execution, all users use the first, and only it is in a component; most
///          nodes of a large model are such, since a small test has nothing of what they are about.
struct Plan {
    std::vector<Node> nodes;
    std::vector<std::uint32_t> used;     ///< by node: body or ordered set; unused for other ops
    std::vector<std::uint32_t> same_as;  ///< by node: the first one with its value
    std::vector<Component> components;
    std::vector<std::uint32_t> component_of;  ///< by node: of the first with its value
    AbsentBases absent;

    /// Of a program, as far as structures without anything of the absent bases need it.
    Plan(const Program& program, AbsentBases bases);
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;

    [[nodiscard]] bool is_first(std::uint32_t node) const { return same_as[node] == node; }

    template <class F>
    void for_each_operand(std::uint32_t node, F&& f) const {
        const Node& of = nodes[node];
        if (of.op == NodeOp::recursive || of.op == NodeOp::total_order) f(used[node]);
        if (of.left.valid()) f(static_cast<std::uint32_t>(of.left.index()));
        if (of.right.valid()) f(static_cast<std::uint32_t>(of.right.index()));
    }

private:
    void find_components(bool may_recurse);

    std::vector<std::uint32_t> order_;  ///< the nodes of all components
};

/// The plan for a structure that the facts are about. Each thread remembers those that it last
/// asked for: tests of a batch mostly lack the same.
[[nodiscard]] std::shared_ptr<const Plan> plan_for(const Program& program, const Facts& facts);

}  // namespace clmm::model
