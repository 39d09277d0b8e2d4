#include "evaluate/growing_graph.h"

#include <algorithm>
#include <optional>

#include "evaluate/implied_order.h"

namespace clmm::model {
namespace {

namespace k = kernels;
using Op = GrowingNode::Op;
using Watch = GrowingNode::Watch;
constexpr std::uint32_t kNone = GrowingNode::kNone;

std::uint32_t number(NodeId id) { return static_cast<std::uint32_t>(id.index()); }

class Builder final : public GraphMaker {
public:
    Builder(const EvaluatorState& state, GrowingGraph& graph)
        : state_(state), plan_(state.plan), graph_(graph), shape_(state.shape) {}

    void run(bool without_orders) {
        graph_.number_of.assign(plan_.nodes.size(), kNone);
        create_executed();
        std::vector<bool> is_watched(state_.checks.size());
        if (without_orders) watch_implied_order(is_watched);
        for (std::size_t i = 0; i < state_.checks.size(); ++i)
            if (state_.checks[i].role == CheckRole::axiom && !is_watched[i]) watch(i);
        for (std::uint32_t i = 0; i < graph_.nodes.size(); ++i) {
            const GrowingNode& node = graph_.nodes[i];
            for (const std::uint32_t operand : {node.left, node.right})
                if (operand != kNone) graph_.nodes[operand].users.push_back(i);
        }
    }

private:
    [[nodiscard]] const Interval& bounds(std::uint32_t node) const {
        return state_.intervals[node];
    }
    [[nodiscard]] const Interval& bounds(NodeId node) const { return bounds(number(node)); }
    [[nodiscard]] bool is_fixed(NodeId node) const { return bounds(node).must == bounds(node).may; }
    [[nodiscard]] bool can_have_none(NodeId node) const {
        return k::none(bounds(node).may.size(), bounds(node).may.data());
    }

    void create_executed() {
        graph_.executed_input.assign(shape_.n, kNone);
        for (std::uint32_t event = 0; event < shape_.n; ++event) {
            if (k::test(state_.facts.sure.data(), event)) continue;
            const std::uint32_t first = state_.facts.representative[event];
            if (first == event)
                graph_.executed_input[event] =
                    add_input({Literal::Kind::executed, true, 0, EventId(event), {}}, {});
            const std::uint32_t input = graph_.executed_input[first];
            graph_.executed_input[event] = input;
            graph_.executed_as[input].push_back(event);
        }
    }

    std::uint32_t add_input(const Literal& literal, const GrowingGraph::Addition& place) {
        graph_.inputs.push_back(literal);
        graph_.places.push_back(place);
        graph_.executed_as.emplace_back();
        return static_cast<std::uint32_t>(graph_.inputs.size() - 1);
    }

    void watch(std::size_t index) {
        const Check& check = state_.checks[index];
        if (check.negated) {
            graph_.is_exact = false;
            graph_.has_negated = true;
            return;
        }
        std::uint32_t node = state_.subject(check);
        if (can_have_none(NodeId(node))) return;
        node = build(node);
        if (check.kind == CheckKind::acyclic) node = closure_of(node);
        if (!graph_.nodes[node].is_exact) graph_.is_exact = false;
        watch(node, check.kind == CheckKind::empty ? Watch::empty : Watch::irreflexive, index);
    }

    void watch(std::uint32_t node, Watch kind, std::size_t index) override {
        GrowingNode& watched = graph_.nodes[node];
        // Of two axioms about one node, `empty` is the stronger.
        if (watched.watch == Watch::empty || watched.watch == kind) return;
        watched.watch = kind;
        watched.check = index;
    }

    /// Those that speak of a total order, by what they imply of it, where that is all they say.
    void watch_implied_order(std::vector<bool>& is_watched) {
        GrowingGraph before = graph_;
        const std::map<std::uint32_t, std::uint32_t> closures = closures_;
        ImpliedOrder order(state_, *this, graph_);
        if (order.run()) {
            graph_.implied = order.result();
            for (std::size_t i = 0; i < is_watched.size(); ++i) is_watched[i] = order.concerns(i);
        } else {
            graph_ = std::move(before);
            closures_ = closures;
        }
    }

    std::uint32_t relate(Op op, std::uint32_t left, std::uint32_t right, Words constant) override {
        if (op == Op::closure) return closure_of(left);
        return add(op, false, left, right, std::move(constant));
    }

    std::uint32_t add(Op op, bool is_set, std::uint32_t left = kNone, std::uint32_t right = kNone,
                      Words constant = {}) {
        GrowingNode& node = graph_.nodes.emplace_back();
        graph_.input_at.emplace_back();
        node.op = op;
        node.is_set = is_set;
        node.left = left;
        node.right = right;
        node.constant = std::move(constant);
        for (const std::uint32_t operand : {left, right})
            if (operand != kNone && !graph_.nodes[operand].is_exact) node.is_exact = false;
        return static_cast<std::uint32_t>(graph_.nodes.size() - 1);
    }

    std::uint32_t closure_of(std::uint32_t operand) {
        if (graph_.nodes[operand].op == Op::closure) return operand;
        const auto [known, is_new] = closures_.try_emplace(operand, kNone);
        if (is_new) known->second = add(Op::closure, false, operand);
        return known->second;
    }

    std::uint32_t build(NodeId node) override { return build(number(node)); }
    std::uint32_t build(std::uint32_t node) {
        if (graph_.number_of[node] == kNone) {
            const std::uint32_t built = create(node);
            graph_.number_of[node] = built;
        }
        return graph_.number_of[node];
    }

    std::uint32_t create(std::uint32_t id) {
        const Node& of = plan_.nodes[id];
        if (is_fixed(NodeId(id))) return add(Op::masked, of.is_set, kNone, kNone, bounds(id).must);
        switch (of.op) {
            case NodeOp::base:
                return create_base(id);
            case NodeOp::total_order:
                return create_order(id);
            case NodeOp::unite:
                if (can_have_none(of.left)) return build(of.right);
                if (can_have_none(of.right)) return build(of.left);
                return create_binary(Op::unite, of);
            case NodeOp::intersect:
                return create_binary(Op::intersect, of);
            case NodeOp::subtract:
                return create_difference(of);
            case NodeOp::sequence:
                return create_sequence(of);
            case NodeOp::product:
                return create_binary(Op::product, of);
            case NodeOp::transitive_closure:
                if (const auto found = create_extended_coherence(of.left)) return *found;
                return closure_of(build(of.left));
            case NodeOp::reflexive_transitive_closure:
                if (const auto found = create_extended_coherence(of.left))
                    return add(Op::optional, false, *found);
                return create_unary(of);
            case NodeOp::complement:
            case NodeOp::recursive:
            case NodeOp::empty:
                return create_approximation(id);
            default:
                return create_unary(of);
        }
    }

    [[nodiscard]] bool is_base(NodeId node, Base base) const {
        const Node& of = plan_.nodes[node.index()];
        return of.op == NodeOp::base && of.payload == static_cast<std::uint32_t>(base);
    }
    [[nodiscard]] bool is_reads_before(NodeId node) const {
        const Node& of = plan_.nodes[node.index()];
        if (of.op != NodeOp::sequence || !is_base(of.right, Base::modification_order)) return false;
        const Node& first = plan_.nodes[of.left.index()];
        return first.op == NodeOp::inverse && is_base(first.left, Base::reads_from);
    }
    void collect_union(NodeId node, std::vector<NodeId>& parts) const {
        const Node& of = plan_.nodes[node.index()];
        if (of.op != NodeOp::unite) return parts.push_back(node);
        collect_union(of.left, parts);
        collect_union(of.right, parts);
    }

    /// (rf | mo | rb)+ is rf | (mo | rb); rf?, since a read has one source and modification order
    /// is transitive; bounds of that say more than those of a closure.
    std::optional<std::uint32_t> create_extended_coherence(NodeId operand) {
        std::vector<NodeId> parts;
        collect_union(operand, parts);
        std::optional<NodeId> from, order, before;
        for (const NodeId part : parts) {
            if (is_base(part, Base::reads_from))
                from = part;
            else if (is_base(part, Base::modification_order))
                order = part;
            else if (is_reads_before(part))
                before = part;
            else
                return std::nullopt;
        }
        if (!from || !order || !before) return std::nullopt;
        const std::uint32_t reads_from = build(*from);
        const std::uint32_t modification_order = build(*order);
        const std::uint32_t later = add(Op::unite, false, modification_order, build(*before));
        const std::uint32_t read_later = add(Op::sequence, false, later, reads_from);
        return add(Op::unite, false, reads_from, add(Op::unite, false, later, read_later));
    }

    std::uint32_t create_binary(Op op, const Node& of) {
        const std::uint32_t left = build(of.left);
        const std::uint32_t right = build(of.right);
        return add(op, of.is_set, left, right);
    }

    std::uint32_t create_unary(const Node& of) {
        const auto op = [&] {
            switch (of.op) {
                case NodeOp::inverse:
                    return Op::inverse;
                case NodeOp::reflexive_transitive_closure:
                    return Op::reflexive_closure;
                case NodeOp::optional:
                    return Op::optional;
                case NodeOp::identity_on:
                    return Op::identity_on;
                case NodeOp::domain:
                    return Op::domain;
                default:
                    return Op::range;
            }
        }();
        const std::uint32_t left = build(of.left);
        return add(op, of.is_set, left);
    }

    /// What holds in every execution, no more.
    std::uint32_t create_approximation(std::uint32_t id) {
        const std::uint32_t made =
            add(Op::masked, plan_.nodes[id].is_set, kNone, kNone, bounds(id).must);
        graph_.nodes[made].is_exact = false;
        graph_.nodes[made].is_bound = true;
        graph_.nodes[made].possible = bounds(id).may;
        return made;
    }

    std::uint32_t create_difference(const Node& of) {
        const Words& away = bounds(of.right).may;
        Words common(away.size());
        k::intersect(away.size(), bounds(of.left).may.data(), away.data(), common.data());
        const std::uint32_t left = build(of.left);
        if (k::none(common.size(), common.data())) return left;
        const std::uint32_t made = add(Op::subtract, of.is_set, left, kNone, away);
        if (is_fixed(of.right)) return made;
        graph_.nodes[made].is_exact = false;
        graph_.nodes[made].is_bound = true;
        return made;
    }

    std::uint32_t create_sequence(const Node& of) {
        const Node& first = plan_.nodes[of.left.index()];
        const Node& second = plan_.nodes[of.right.index()];
        if (first.op == NodeOp::identity_on && is_fixed(first.left))
            return create_mask(Op::rows, of.right, bounds(first.left).must);
        if (second.op == NodeOp::identity_on && is_fixed(second.left))
            return create_mask(Op::columns, of.left, bounds(second.left).must);
        return create_binary(Op::sequence, of);
    }

    std::uint32_t create_mask(Op op, NodeId operand, const Words& members) {
        const std::uint32_t left = build(operand);
        return add(op, false, left, kNone, members);
    }

    /// What the structure decides, and a pair for each literal beyond.
    std::uint32_t create_base(std::uint32_t id) {
        using Kind = Literal::Kind;
        switch (static_cast<Base>(plan_.nodes[id].payload)) {
            case Base::reads_from:
                return create_input(Kind::reads_from, bounds(id));
            case Base::modification_order:
                return create_input(Kind::modification_order, bounds(id));
            case Base::same_location:
                return create_input(Kind::same_location, bounds(id));
            case Base::barrier_pair:
                return create_input(Kind::barrier_pair, bounds(id));
            case Base::rmw_event:
                return create_rmw_event();
            default:
                return create_approximation(id);
        }
    }

    std::uint32_t create_rmw_event() {
        const std::uint32_t pairs =
            add(Op::masked, false, kNone, kNone, state_.facts.read_modify_write);
        const std::uint32_t reads = add(Op::domain, true, pairs);
        const std::uint32_t writes = add(Op::range, true, pairs);
        return add(Op::unite, true, reads, writes);
    }

    std::uint32_t create_input(Literal::Kind kind, const Interval& of, std::uint16_t order = 0) {
        const std::uint32_t made = add(Op::input, false);
        for (std::uint32_t a = 0; a < shape_.n; ++a)
            k::for_each(shape_, of.may.data() + a * shape_.stride, [&](std::size_t b) {
                if (k::test(shape_, of.must.data(), a, b)) return;
                const std::uint32_t input = add_input({kind, true, order, EventId(a), EventId(b)},
                                                      {made, a, static_cast<std::uint32_t>(b)});
                graph_.input_at[made].emplace(a * shape_.n + b, input);
            });
        if (k::none(of.must.size(), of.must.data())) return made;
        const std::uint32_t fixed = add(Op::masked, false, kNone, kNone, of.must);
        return add(Op::unite, false, fixed, made);
    }

    std::uint32_t create_order(std::uint32_t id) {
        const std::uint32_t over = plan_.used[id];
        const auto order = static_cast<std::uint16_t>(plan_.nodes[id].payload);
        const Interval pairs{Words(bounds(id).may.size()), bounds(id).may};
        if (is_fixed(NodeId(over))) return create_input(Literal::Kind::total_order, pairs, order);
        const std::uint32_t members = build(over);
        const std::uint32_t input = create_input(Literal::Kind::total_order, pairs, order);
        return add(Op::order, false, members, input);
    }

    const EvaluatorState& state_;
    const Plan& plan_;
    GrowingGraph& graph_;
    Shape shape_;
    std::map<std::uint32_t, std::uint32_t> closures_;  ///< by operand
};

}  // namespace

GrowingGraph::GrowingGraph(const EvaluatorState& state, bool without_orders) : shape(state.shape) {
    Builder(state, *this).run(without_orders);
}

}  // namespace clmm::model
