#include "clmm/separation/difference.h"

#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace clmm::separation {
namespace {

using model::Base;
using model::Node;
using model::NodeId;
using model::NodeOp;

/// Of those that a language has by a name of its own, that one.
std::string base_name(const model::Program& program, std::uint32_t base) {
    const auto first = static_cast<std::uint32_t>(Base::first_named);
    if (base >= first) return program.names[base - first].name;
    switch (static_cast<Base>(base)) {
        case Base::rmw_event:
        case Base::read_modify_write:
            return "rmw";
        case Base::fence:
            return "F";
        case Base::barrier:
        case Base::barrier_entry:
        case Base::barrier_exit:
        case Base::barrier_pair:
            return "bar";
        case Base::address_dependency:
            return "addr";
        case Base::data_dependency:
        case Base::control_dependency:
        case Base::control_until_join:
            return "data";
        default:
            return {};
    }
}

/// The operators of two programs, equal ones by one number.
class Numbers {
public:
    /// By node.
    std::vector<std::size_t> of(const model::Program& program) {
        std::vector<std::size_t> numbers;
        const auto known = [&](NodeId id) { return id.valid() ? numbers[id.index()] + 1 : 0; };
        for (const Node& node : program.nodes)
            numbers.push_back(number({node.op, node.is_set, known(node.left), known(node.right),
                                      leaf_of(program, node)}));
        return numbers;
    }
    /// What checks, recursions and orders are of: these differ where their operands are equal.
    std::size_t number(const std::string& what, std::size_t of) {
        return number({NodeOp::base, false, of, of, what});
    }

private:
    using Key = std::tuple<NodeOp, bool, std::size_t, std::size_t, std::string>;
    std::size_t number(const Key& key) {
        return known_.try_emplace(key, known_.size()).first->second;
    }
    static std::string leaf_of(const model::Program& program, const Node& node) {
        if (node.op == NodeOp::recursive) return program.recursive[node.payload].name;
        if (node.op == NodeOp::total_order) return program.total_orders[node.payload].name;
        if (node.op != NodeOp::base) return {};
        const std::string own = base_name(program, node.payload);
        return own + " " +
               (node.payload < static_cast<std::uint32_t>(Base::first_named)
                    ? std::to_string(node.payload)
                    : std::string());
    }
    std::map<Key, std::size_t> known_;
};

/// What a program says: nodes that matter, and why.
std::vector<std::pair<std::string, NodeId>> statements_of(const model::Program& program) {
    std::vector<std::pair<std::string, NodeId>> all;
    for (const model::Check& each : program.checks)
        all.emplace_back("check " + std::to_string(static_cast<int>(each.kind)) +
                             std::to_string(static_cast<int>(each.role)) +
                             (each.negated ? "~" : ""),
                         each.node);
    for (const model::RecursiveDefinition& each : program.recursive)
        all.emplace_back("rec " + each.name, each.body);
    for (const model::TotalOrder& each : program.total_orders)
        all.emplace_back("order " + each.name, each.over);
    return all;
}

/// One program's side of the difference.
class Side {
public:
    Side(const model::Program& program, const std::vector<std::size_t>& numbers,
         const std::set<std::size_t>& others)
        : program_(program), numbers_(numbers), others_(others), seen_(program.nodes.size()) {}

    void look_at(NodeId id) {
        if (seen_[id.index()]) return;
        seen_[id.index()] = true;
        const Node& node = program_.nodes[id.index()];
        bool is_first = is_own(id);
        for (const NodeId operand : {node.left, node.right})
            if (operand.valid() && is_own(operand)) is_first = false;
        if (is_first) add_names(id);
        for (const NodeId operand : {node.left, node.right})
            if (operand.valid()) look_at(operand);
    }
    [[nodiscard]] bool is_own(NodeId id) const { return !others_.contains(numbers_[id.index()]); }
    void add_names(NodeId id) {
        const Node& node = program_.nodes[id.index()];
        if (node.op == NodeOp::base)
            if (std::string name = base_name(program_, node.payload); !name.empty())
                names.insert(std::move(name));
        for (const NodeId operand : {node.left, node.right})
            if (operand.valid()) add_names(operand);
    }

    std::set<std::string> names;

private:
    const model::Program& program_;
    const std::vector<std::size_t>& numbers_;
    const std::set<std::size_t>& others_;
    std::vector<bool> seen_;
};

std::set<std::string> own_names(const model::Program& program,
                                const std::vector<std::size_t>& numbers,
                                const model::Program& other,
                                const std::vector<std::size_t>& of_other, Numbers& all) {
    const std::set<std::size_t> others(of_other.begin(), of_other.end());
    std::set<std::size_t> said;
    for (const auto& [what, node] : statements_of(other))
        said.insert(all.number(what, of_other[node.index()]));
    Side side(program, numbers, others);
    for (const auto& [what, node] : statements_of(program)) {
        side.look_at(node);
        // The same expression, for which the other one does not state this.
        if (!side.is_own(node) && !said.contains(all.number(what, numbers[node.index()])))
            side.add_names(node);
    }
    return side.names;
}

}  // namespace

std::set<std::string> differing_names(const model::Program& first, const model::Program& second) {
    Numbers numbers;
    const std::vector<std::size_t> of_first = numbers.of(first);
    const std::vector<std::size_t> of_second = numbers.of(second);
    std::set<std::string> names = own_names(first, of_first, second, of_second, numbers);
    names.merge(own_names(second, of_second, first, of_first, numbers));
    return names;
}

}  // namespace clmm::separation
