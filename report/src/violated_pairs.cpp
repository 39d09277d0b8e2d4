#include "violated_pairs.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>

#include "graph_style.h"

namespace clmm::report {
namespace {

using litmus::EventId;
using model::Base;
using model::Node;
using model::NodeId;
using model::NodeOp;

constexpr std::pair<Base, const char*> kSteps[] = {
    {Base::sequenced_before, "sb"},   {Base::reads_from, "rf"},
    {Base::modification_order, "mo"}, {Base::read_modify_write, "rmw"},
    {Base::barrier_pair, "bar"},      {Base::address_dependency, "addr"},
    {Base::data_dependency, "data"},  {Base::control_dependency, "ctrl"},
};

class Walk {
public:
    Walk(const model::MemoryModel& model, const model::Evaluator& evaluator)
        : program_(model.program), evaluator_(evaluator) {
        for (const model::Definition& definition : program_.definitions)
            if (is_known(definition)) names_.emplace(definition.node.index(), definition.name);
    }

    std::vector<Highlight> operator()(const model::Finding& finding) {
        const model::Check& check = program_.checks[finding.check];
        const std::vector<EventId>& events = finding.events;
        if (program_[check.node].is_set || events.empty()) return {};
        if (check.kind == model::CheckKind::empty) {
            expand(check.node, events.front(), events.back(), false);
        } else {
            for (std::size_t i = 0; i < events.size(); ++i)
                expand(check.node, events[i], events[(i + 1) % events.size()], events.size() > 1);
        }
        return std::move(steps_);
    }

private:
    static bool is_known(const model::Definition& definition) {
        return definition.show ||
               std::ranges::find(relation_styles(), definition.name, &RelationStyle::relation) !=
                   relation_styles().end();
    }

    [[nodiscard]] bool holds(NodeId node, EventId a, EventId b) const {
        return evaluator_.relation(node).test(a.index(), b.index());
    }

    void step(EventId a, EventId b, const std::string& name) {
        const bool is_there = std::ranges::any_of(steps_, [&](const Highlight& each) {
            return each.a == a && each.b == b && each.relation == name;
        });
        if (!is_there) steps_.push_back({a, b, name});
    }

    /// Adds the steps of a pair that is in the node. `by_name`: a name of its own is enough.
    void expand(NodeId id, EventId a, EventId b, bool by_name = true) {
        const auto name = names_.find(id.index());
        if (by_name && a != b && name != names_.end()) return step(a, b, name->second);
        const Node& node = program_[id];
        switch (node.op) {
            case NodeOp::base:
                for (const auto& [base, word] : kSteps)
                    if (static_cast<Base>(node.payload) == base) step(a, b, word);
                return;
            case NodeOp::total_order:
                return step(a, b, program_.total_orders[node.payload].name);
            case NodeOp::unite:
                return expand(holds(node.left, a, b) ? node.left : node.right, a, b);
            case NodeOp::intersect:
                expand(node.left, a, b);
                return expand(node.right, a, b);
            case NodeOp::subtract:
                return expand(node.left, a, b);
            case NodeOp::inverse:
                return expand(node.left, b, a);
            case NodeOp::optional:
                if (a != b) expand(node.left, a, b);
                return;
            case NodeOp::sequence:
                return expand_sequence(node, a, b);
            case NodeOp::transitive_closure:
            case NodeOp::reflexive_transitive_closure:
                if (a != b || node.op == NodeOp::transitive_closure) expand_path(node.left, a, b);
                return;
            default:  // sets as relations, products and complements are no steps
                return;
        }
    }

    void expand_sequence(const Node& node, EventId a, EventId b) {
        std::optional<EventId> between;
        evaluator_.relation(node.left).for_each_in_row(a.index(), [&](std::size_t via) {
            if (!between && holds(node.right, EventId(via), b)) between = EventId(via);
        });
        if (!between) return;
        expand(node.left, a, *between);
        expand(node.right, *between, b);
    }

    /// Along a shortest path.
    void expand_path(NodeId step_node, EventId a, EventId b) {
        const BitMatrix& steps = evaluator_.relation(step_node);
        std::map<std::size_t, std::size_t> before;
        std::deque<std::size_t> waiting{a.index()};
        while (!waiting.empty() && !before.contains(b.index())) {
            const std::size_t at = waiting.front();
            waiting.pop_front();
            steps.for_each_in_row(at, [&](std::size_t next) {
                if (before.try_emplace(next, at).second) waiting.push_back(next);
            });
        }
        std::vector<std::size_t> path{b.index()};
        do {
            const auto found = before.find(path.back());
            if (found == before.end()) return;
            path.push_back(found->second);
        } while (path.back() != a.index());
        for (std::size_t i = path.size() - 1; i > 0; --i)
            expand(step_node, EventId(path[i]), EventId(path[i - 1]));
    }

    const model::Program& program_;
    const model::Evaluator& evaluator_;
    std::map<std::size_t, std::string> names_;
    std::vector<Highlight> steps_;
};

}  // namespace

std::vector<Highlight> violated_pairs(const model::MemoryModel& model,
                                      const model::Evaluator& evaluator,
                                      const model::Finding& finding) {
    return Walk(model, evaluator)(finding);
}

}  // namespace clmm::report
