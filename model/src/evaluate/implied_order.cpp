#include "evaluate/implied_order.h"

#include <algorithm>

namespace clmm::model {

namespace k = kernels;
using Watch = GrowingNode::Watch;

ImpliedOrder::ImpliedOrder(const EvaluatorState& state, GraphMaker& maker,
                           const GrowingGraph& graph)
    : state_(state),
      maker_(maker),
      graph_(graph),
      shape_(state.shape),
      depends_(state.plan.nodes.size()),
      concerned_(state.checks.size()) {
    result_.one.assign(shape_.words(false), 0);
}

bool ImpliedOrder::run() {
    if (!find_order()) return false;
    find_dependents();
    if (!find_concerned()) return false;
    for (check_ = 0; check_ < concerned_.size(); ++check_) {
        const Check& check = state_.checks[check_];
        if (concerned_[check_] && !forbid_subject(check, NodeId(state_.subject(check))))
            return false;
    }
    if (required_ == kNoNode || !is_exact_) return false;
    finish();
    return graph_.nodes[result_.required].is_exact;
}

// ---- what is there ----

const Interval& ImpliedOrder::bounds(NodeId node) const {
    return state_.intervals[static_cast<std::uint32_t>(node.index())];
}

bool ImpliedOrder::is_fixed(NodeId node) const { return bounds(node).must == bounds(node).may; }

bool ImpliedOrder::can_have_none(NodeId node) const {
    return k::none(bounds(node).may.size(), bounds(node).may.data());
}

bool ImpliedOrder::is_order(NodeId node) const { return at(node).op == NodeOp::total_order; }

bool ImpliedOrder::is_mask(NodeId node) const {
    return at(node).op == NodeOp::identity_on && is_fixed(at(node).left);
}

/// One that has any pairs, of a set that is known.
bool ImpliedOrder::find_order() {
    for (std::uint32_t i = 0; i < state_.plan.nodes.size(); ++i) {
        if (state_.plan.nodes[i].op != NodeOp::total_order || !state_.plan.is_first(i)) continue;
        if (order_.valid()) return false;
        order_ = NodeId(i);
    }
    if (!order_.valid()) return false;
    result_.order = at(order_).payload;
    const NodeId over(state_.plan.used[order_.index()]);
    members_ = bounds(over).may;
    return is_fixed(over);
}

/// Operands come first, but for the bodies of recursions.
void ImpliedOrder::find_dependents() {
    const bool may_come_later = std::ranges::any_of(state_.plan.components, &Component::recursive);
    const std::uint32_t first = may_come_later ? 0 : static_cast<std::uint32_t>(order_.index());
    for (bool grows = true; grows;) {
        grows = false;
        for (std::uint32_t i = first; i < depends_.size(); ++i) {
            if (depends_[i] || !state_.plan.is_first(i)) continue;
            bool is_dependent = is_order(NodeId(i));
            state_.plan.for_each_operand(i, [&](std::uint32_t operand) {
                is_dependent = is_dependent || depends_[operand];
            });
            if (!is_dependent || is_fixed(NodeId(i))) continue;
            depends_[i] = true;
            grows = may_come_later;
        }
    }
    for (std::uint32_t i = 0; i < depends_.size(); ++i)
        depends_[i] = depends_[state_.plan.same_as[i]];
}

bool ImpliedOrder::find_concerned() {
    for (std::size_t i = 0; i < concerned_.size(); ++i) {
        const Check& check = state_.checks[i];
        const NodeId subject(state_.subject(check));
        if (!depends(subject) || can_have_none(subject)) continue;
        if (check.role != CheckRole::axiom || check.negated) return false;
        concerned_[i] = true;
        if (check.kind == CheckKind::irreflexive) note_contained(subject);
    }
    return true;
}

/// irreflexive S; r: the order contains r.
void ImpliedOrder::note_contained(NodeId subject) {
    std::vector<NodeId> factors;
    flatten(subject, factors);
    if (factors.size() == 2 && is_order(factors[0]) && !depends(factors[1]))
        contained_.push_back(factors[1]);
}

void ImpliedOrder::flatten(NodeId node, std::vector<NodeId>& factors) const {
    if (at(node).op != NodeOp::sequence || !depends(node)) return factors.push_back(node);
    flatten(at(node).left, factors);
    flatten(at(node).right, factors);
}

// ---- nodes ----

ImpliedOrder::Demand ImpliedOrder::then(const Demand& demand, NodeId factor) {
    using Kind = Demand::Kind;
    if (is_mask(factor)) {
        const Words& set = bounds(at(factor).left).may;
        if (demand.kind != Kind::identity)
            return {Kind::pairs, maker_.relate(Op::columns, pairs_of(demand), kNoNode, set)};
        Demand on{Kind::identity, kNoNode, set};
        if (demand.set) k::intersect(set.size(), set.data(), demand.set->data(), on.set->data());
        return on;
    }
    const std::uint32_t next = maker_.build(factor);
    if (demand.kind != Kind::identity)
        return {Kind::pairs, maker_.relate(Op::sequence, pairs_of(demand), next)};
    return {Kind::pairs, demand.set ? maker_.relate(Op::rows, next, kNoNode, *demand.set) : next};
}

std::uint32_t ImpliedOrder::pairs_of(const Demand& demand) {
    if (demand.kind == Demand::Kind::pairs) return demand.node;
    Words all(shape_.words(false));
    for (std::size_t a = 0; a < shape_.n; ++a)
        for (std::size_t b = 0; b < shape_.n; ++b) {
            const bool is_in = demand.kind == Demand::Kind::full ||
                               (a == b && (!demand.set || k::test(demand.set->data(), a)));
            if (is_in) k::put(all.data() + a * shape_.stride, b);
        }
    return maker_.relate(Op::masked, kNoNode, kNoNode, std::move(all));
}

std::uint32_t ImpliedOrder::inverse(std::uint32_t node) {
    const GrowingNode& of = graph_.nodes[node];
    if (of.op == Op::inverse) return of.left;
    return maker_.relate(Op::inverse, node);
}

void ImpliedOrder::add_required(std::uint32_t pairs) {
    required_ = required_ == kNoNode ? pairs : maker_.relate(Op::unite, required_, pairs);
}

/// What it contains whenever the events take place; said apart, since bounds of a cycle use it.
std::uint32_t ImpliedOrder::certain(const Words& away) {
    Words pairs(shape_.words(false));
    for (const NodeId each : contained_)
        k::unite(pairs.size(), pairs.data(), bounds(each).must.data(), pairs.data());
    Words within(pairs.size());
    k::within(shape_, members_.data(), pairs.data(), within.data());
    k::subtract(pairs.size(), within.data(), away.data(), pairs.data());
    return maker_.relate(Op::masked, kNoNode, kNoNode, std::move(pairs));
}

/// Between events of the order, of which those of one pair are one.
void ImpliedOrder::finish() {
    Words away = result_.one;
    for (std::size_t event = 0; event < shape_.n; ++event)
        k::put(away.data() + event * shape_.stride, event);
    std::uint32_t step = maker_.relate(Op::rows, required_, kNoNode, members_);
    step = maker_.relate(Op::columns, step, kNoNode, members_);
    step = maker_.relate(Op::subtract, step, kNoNode, away);
    step = maker_.relate(Op::unite, certain(away), step);
    result_.required = step;
    result_.members = members_;
    if (!k::none(result_.one.size(), result_.one.data())) {
        Words both(result_.one.size());
        k::inverse(shape_, result_.one.data(), both.data());
        k::unite(both.size(), both.data(), result_.one.data(), both.data());
        const std::uint32_t one = maker_.relate(Op::masked, kNoNode, kNoNode, std::move(both));
        step = maker_.relate(Op::unite, step, maker_.relate(Op::sequence, step, one));
    }
    const auto check = std::ranges::find(concerned_, true) - concerned_.begin();
    maker_.watch(maker_.relate(Op::closure, step), Watch::irreflexive,
                 static_cast<std::size_t>(check));
}

}  // namespace clmm::model
