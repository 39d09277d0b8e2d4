#include <algorithm>
#include <utility>
#include <vector>

#include "compile/model.h"

namespace clmm::model {
namespace {

/// Marks what the marked nodes are built from.
class Reachable {
public:
    explicit Reachable(const Program& program) : program_(program), marked_(program.nodes.size()) {}

    void mark(NodeId start) {
        std::vector<NodeId> open{start};
        while (!open.empty()) {
            const NodeId id = open.back();
            open.pop_back();
            if (!id.valid() || marked_[id.index()]) continue;
            marked_[id.index()] = true;
            const Node& node = program_[id];
            open.push_back(node.left);
            open.push_back(node.right);
            if (node.op == NodeOp::recursive)
                mark_group(program_.recursive[node.payload].group, open);
            if (node.op == NodeOp::total_order)
                open.push_back(program_.total_orders[node.payload].over);
        }
    }

    [[nodiscard]] bool operator[](NodeId id) const { return marked_[id.index()]; }

private:
    /// The names of one `let rec` are computed together.
    void mark_group(std::uint32_t group, std::vector<NodeId>& open) const {
        for (const RecursiveDefinition& each : program_.recursive)
            if (each.group == group) {
                open.push_back(each.node);
                open.push_back(each.body);
            }
    }

    const Program& program_;
    std::vector<bool> marked_;
};

/// New numbers for the marked nodes, in their order.
std::vector<NodeId> renumber(const Program& program, const Reachable& used) {
    std::vector<NodeId> out(program.nodes.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < out.size(); ++i)
        if (used[NodeId(i)]) out[i] = NodeId(next++);
    return out;
}

void drop_recursive(Program& program, const Reachable& used) {
    std::vector<std::uint32_t> numbers(program.recursive.size());
    std::vector<RecursiveDefinition> kept;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = static_cast<std::uint32_t>(kept.size());
        if (used[program.recursive[i].node]) kept.push_back(std::move(program.recursive[i]));
    }
    program.recursive = std::move(kept);
    for (Node& node : program.nodes)
        if (node.op == NodeOp::recursive) node.payload = numbers[node.payload];
}

/// Keeps the names that nodes have, in their order.
void drop_names(Program& program) {
    constexpr auto kFirst = static_cast<std::uint32_t>(Base::first_named);
    std::vector<bool> used(program.names.size());
    for (const Node& node : program.nodes)
        if (program.named(node) != nullptr) used[node.payload - kFirst] = true;
    std::vector<std::uint32_t> numbers(used.size());
    std::vector<NamedBase> kept;
    for (std::size_t i = 0; i < used.size(); ++i) {
        numbers[i] = kFirst + static_cast<std::uint32_t>(kept.size());
        if (used[i]) kept.push_back(std::move(program.names[i]));
    }
    for (Node& node : program.nodes)
        if (node.op == NodeOp::base && node.payload >= kFirst)
            node.payload = numbers[node.payload - kFirst];
    program.names = std::move(kept);
}

void renumber_nodes(Program& program, const Reachable& used) {
    const std::vector<NodeId> numbers = renumber(program, used);
    const auto update = [&](NodeId& id) {
        if (id.valid()) id = numbers[id.index()];
    };
    std::vector<Node> kept;
    for (std::size_t i = 0; i < program.nodes.size(); ++i) {
        if (!used[NodeId(i)]) continue;
        kept.push_back(program.nodes[i]);
        update(kept.back().left);
        update(kept.back().right);
    }
    program.nodes = std::move(kept);
    for (RecursiveDefinition& each : program.recursive) {
        update(each.node);
        update(each.body);
    }
    for (TotalOrder& each : program.total_orders) update(each.over);
    for (auto* definitions : {&program.definitions, &program.applications})
        for (Definition& each : *definitions) update(each.node);
    for (Check& each : program.checks) update(each.node);
}

}  // namespace

void drop_unused(Program& program) {
    Reachable used(program);
    for (const Check& each : program.checks) used.mark(each.node);
    for (const TotalOrder& each : program.total_orders) used.mark(each.over);
    for (const Definition& each : program.definitions)
        if (each.show || each.source == 0) used.mark(each.node);
    for (auto* definitions : {&program.definitions, &program.applications})
        std::erase_if(*definitions, [&](const Definition& each) { return !used[each.node]; });
    drop_recursive(program, used);
    renumber_nodes(program, used);
    drop_names(program);
}

}  // namespace clmm::model
