#include "evaluate/plan.h"

#include <algorithm>

#include "clmm/base/ensure.h"
#include "clmm/base/of_thread.h"
#include "evaluate/prune.h"

namespace clmm::model {
namespace {

/// Tarjan's strongly connected components; they come out operands first.
class Components {
public:
    /// `order` has room for all nodes.
    Components(Plan& plan, std::vector<std::uint32_t>& order)
        : plan_(plan),
          order_(order),
          number_(plan.nodes.size()),
          low_(plan.nodes.size()),
          open_(plan.nodes.size()) {}

    void run() {
        for (std::uint32_t node = 0; node < plan_.nodes.size(); ++node)
            if (plan_.is_first(node) && number_[node] == 0) visit(node);
    }

private:
    void visit(std::uint32_t node) {
        number_[node] = low_[node] = ++count_;
        stack_.push_back(node);
        open_[node] = true;
        bool uses_itself = false;
        plan_.for_each_operand(node, [&](std::uint32_t operand) {
            uses_itself = uses_itself || operand == node;
            if (number_[operand] == 0) {
                visit(operand);
                low_[node] = std::min(low_[node], low_[operand]);
            } else if (open_[operand]) {
                low_[node] = std::min(low_[node], number_[operand]);
            }
        });
        if (low_[node] == number_[node]) close(node, uses_itself);
    }

    void close(std::uint32_t root, bool uses_itself) {
        const std::size_t begin = order_.size();
        std::uint32_t node = 0;
        do {
            node = stack_.back();
            stack_.pop_back();
            open_[node] = false;
            plan_.component_of[node] = static_cast<std::uint32_t>(plan_.components.size());
            order_.push_back(node);
        } while (node != root);
        const std::span<std::uint32_t> nodes = std::span(order_).subspan(begin);
        std::sort(nodes.begin(), nodes.end());
        std::stable_partition(nodes.begin(), nodes.end(), [&](std::uint32_t id) {
            return plan_.nodes[id].op == NodeOp::recursive;
        });
        plan_.components.push_back({nodes, nodes.size() > 1 || uses_itself});
    }

    Plan& plan_;
    std::vector<std::uint32_t>& order_;
    std::vector<std::uint32_t> number_, low_;
    std::vector<bool> open_;
    std::vector<std::uint32_t> stack_;
    std::uint32_t count_ = 0;
};

void ensure_monotone(const Plan& plan) {
    for (std::uint32_t id = 0; id < plan.nodes.size(); ++id) {
        const Node& node = plan.nodes[id];
        const Component& component = plan.components[plan.component_of[id]];
        if (!component.recursive || !plan.is_first(id)) continue;
        ensure(plan.nodes[component.nodes[0]].op == NodeOp::recursive &&
                   node.op != NodeOp::total_order,
               "a recursion goes through a recursive node and no total order");
        const NodeId negative = node.op == NodeOp::complement ? node.left
                                : node.op == NodeOp::subtract ? node.right
                                                              : NodeId::none();
        ensure(!negative.valid() || plan.component_of[negative.index()] != plan.component_of[id],
               "a recursive definition is monotone");
    }
}

}  // namespace

Plan::Plan(const Program& program, AbsentBases bases)
    : nodes(program.nodes),
      used(program.nodes.size()),
      component_of(program.nodes.size()),
      absent(std::move(bases)) {
    for (const RecursiveDefinition& definition : program.recursive)
        used[definition.node.index()] = static_cast<std::uint32_t>(definition.body.index());
    for (std::size_t id = 0; id < nodes.size(); ++id)
        if (nodes[id].op == NodeOp::total_order)
            used[id] =
                static_cast<std::uint32_t>(program.total_orders[nodes[id].payload].over.index());
    prune(*this, absent);
    find_components(!program.recursive.empty());
    ensure_monotone(*this);
}

namespace {

struct Bodies {
    std::vector<std::uint32_t> bodies, ordered;  ///< of recursions and total orders
    friend bool operator==(const Bodies&, const Bodies&) = default;
};

Bodies bodies_of(const Program& program) {
    Bodies found;
    for (const RecursiveDefinition& each : program.recursive)
        for (const NodeId id : {each.node, each.body})
            found.bodies.push_back(static_cast<std::uint32_t>(id.index()));
    for (const TotalOrder& each : program.total_orders)
        found.ordered.push_back(static_cast<std::uint32_t>(each.over.index()));
    return found;
}

/// A plan and what it was made of.
struct RememberedPlan {
    std::vector<Node> nodes;
    Bodies bodies;
    std::shared_ptr<const Plan> plan;
};

struct RememberedPlans {
    std::vector<RememberedPlan> list;
};

}  // namespace

std::shared_ptr<const Plan> plan_for(const Program& program, const Facts& facts) {
    constexpr std::size_t kRemembered = 32;
    AbsentBases absent = absent_bases(facts);
    auto* const plans = of_thread<RememberedPlans>();
    if (plans == nullptr) return std::make_shared<const Plan>(program, std::move(absent));
    std::vector<RememberedPlan>& remembered = plans->list;
    Bodies bodies = bodies_of(program);
    // What differs most often is compared first.
    auto found = std::ranges::find_if(remembered, [&](const RememberedPlan& each) {
        return each.plan->absent == absent && each.bodies == bodies && each.nodes == program.nodes;
    });
    if (found == remembered.end()) {
        auto plan = std::make_shared<const Plan>(program, std::move(absent));
        if (remembered.size() == kRemembered) remembered.pop_back();
        found = remembered.insert(remembered.end(),
                                  {program.nodes, std::move(bodies), std::move(plan)});
    }
    std::rotate(remembered.begin(), found, found + 1);  // the one last asked for comes first
    return remembered.front().plan;
}

void Plan::find_components(bool may_recurse) {
    order_.reserve(nodes.size());
    components.reserve(nodes.size());
    if (may_recurse) {
        Components(*this, order_).run();
    } else {  // operands come first
        for (std::uint32_t node = 0; node < nodes.size(); ++node) {
            if (!is_first(node)) continue;
            component_of[node] = static_cast<std::uint32_t>(components.size());
            order_.push_back(node);
            components.push_back({std::span(order_).last(1), false});
        }
    }
    for (std::uint32_t node = 0; node < nodes.size(); ++node)
        component_of[node] = component_of[same_as[node]];
}

}  // namespace clmm::model
