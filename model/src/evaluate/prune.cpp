#include "evaluate/prune.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "compile/node_builder.h"

namespace clmm::model {
namespace {

class Pruning {
public:
    Pruning(Plan& plan, const AbsentBases& absent)
        : plan_(plan),
          absent_(absent),
          same_as_(plan.same_as),
          first_(std::bit_ceil(2 * plan.nodes.size() + 1), kFree) {
        same_as_.resize(plan.nodes.size());
        std::iota(same_as_.begin(), same_as_.end(), std::uint32_t{0});
    }

    /// Operands come before their users, but for bodies of recursions.
    void run() {
        for (std::uint32_t node = 0; node < plan_.nodes.size(); ++node) {
            Node& of = plan_.nodes[node];
            for (NodeId* operand : {&of.left, &of.right})
                if (operand->valid()) *operand = NodeId(same_as_[operand->index()]);
            if (is_empty(node)) {
                of.op = NodeOp::empty;
                of.left = of.right = NodeId::none();
                of.payload = 0;
            }
            if (of.op != NodeOp::recursive) same_as_[node] = first_equal(node);
        }
        for (std::uint32_t node = 0; node < plan_.nodes.size(); ++node) {
            const NodeOp op = plan_.nodes[node].op;
            if (op == NodeOp::recursive || op == NodeOp::total_order)
                plan_.used[node] = same_as_[plan_.used[node]];
        }
    }

private:
    [[nodiscard]] bool empty(NodeId node) const {
        return plan_.nodes[node.index()].op == NodeOp::empty;
    }

    [[nodiscard]] bool is_empty(std::uint32_t node) const {
        const Node& of = plan_.nodes[node];
        switch (of.op) {
            case NodeOp::base:
                return absent_[of.payload];
            case NodeOp::total_order:
                return empty(NodeId(plan_.used[node]));
            case NodeOp::unite:
                return empty(of.left) && empty(of.right);
            case NodeOp::intersect:
            case NodeOp::sequence:
            case NodeOp::product:
                return empty(of.left) || empty(of.right);
            case NodeOp::subtract:
                return empty(of.left) || of.left == of.right;
            case NodeOp::inverse:
            case NodeOp::transitive_closure:
            case NodeOp::identity_on:
            case NodeOp::domain:
            case NodeOp::range:
                return empty(of.left);
            default:
                return of.op == NodeOp::empty;
        }
    }

    std::uint32_t first_equal(std::uint32_t node) {
        const Node& of = plan_.nodes[node];
        const auto number = [](NodeId id) { return static_cast<std::uint32_t>(id.index()); };
        if (of.op == NodeOp::unite && empty(of.left)) return number(of.right);
        if ((of.op == NodeOp::unite || of.op == NodeOp::subtract) && empty(of.right))
            return number(of.left);
        std::size_t place = NodeHash()(of) & (first_.size() - 1);
        while (first_[place] != kFree && !(plan_.nodes[first_[place]] == of))
            place = (place + 1) & (first_.size() - 1);
        if (first_[place] == kFree) first_[place] = node;
        return first_[place];
    }

    Plan& plan_;
    const AbsentBases& absent_;
    std::vector<std::uint32_t>& same_as_;
    static constexpr std::uint32_t kFree = 0xffffffffU;
    std::vector<std::uint32_t> first_;  ///< by hash: a node that is like no earlier one
};

}  // namespace

void prune(Plan& plan, const AbsentBases& absent) { Pruning(plan, absent).run(); }

}  // namespace clmm::model
