#include "evaluate/implied_order.h"

#include <algorithm>

namespace clmm::model {

namespace k = kernels;
using Watch = GrowingNode::Watch;
constexpr std::uint32_t kNoNode = GrowingNode::kNone;

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

void ImpliedOrder::find_dependents() {
    for (bool grows = true; grows;) {
        grows = false;
        for (std::uint32_t i = 0; i < depends_.size(); ++i) {
            if (depends_[i] || is_fixed(NodeId(i))) continue;
            bool is_dependent = is_order(NodeId(i));
            state_.plan.for_each_operand(i, [&](std::uint32_t operand) {
                is_dependent = is_dependent || depends_[operand];
            });
            if (!is_dependent) continue;
            depends_[i] = true;
            grows = true;
        }
    }
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

// ---- what must not be ----

bool ImpliedOrder::forbid_subject(const Check& check, NodeId subject) {
    if (check.kind == CheckKind::acyclic) return false;
    if (check.kind == CheckKind::irreflexive)
        return forbid(subject, {Demand::Kind::identity, kNoNode});
    const Node& of = at(subject);
    if (of.op == NodeOp::intersect) {
        std::vector<NodeId> factors;
        const bool left = is_fixed(of.left);
        flatten(left ? of.right : of.left, factors);
        if (is_fixed(left ? of.left : of.right) && factors.size() == 2 && is_order(factors[0]) &&
            is_order(factors[1]))
            return join_events(left ? of.left : of.right);
    }
    return forbid(subject, {});
}

bool ImpliedOrder::forbid(NodeId node, const Demand& demand) {
    if (can_have_none(node)) return true;
    if (!depends(node)) {
        const std::uint32_t pairs = inverse(maker_.build(node));
        const bool is_full = demand.kind == Demand::Kind::full;
        const std::uint32_t wrong =
            is_full ? pairs : maker_.relate(Op::intersect, pairs_of(demand), pairs);
        is_exact_ = is_exact_ && graph_.nodes[wrong].is_exact;
        maker_.watch(wrong, Watch::empty, check_);
        return true;
    }
    const Node& of = at(node);
    switch (of.op) {
        case NodeOp::total_order:
            add_required(pairs_of(demand));
            return true;
        case NodeOp::unite:
            return forbid(of.left, demand) && forbid(of.right, demand);
        case NodeOp::intersect:
            return forbid_intersection(of, demand);
        case NodeOp::subtract:
            return forbid_difference(of, demand, false);
        case NodeOp::sequence:
            return forbid_sequence(node, demand);
        case NodeOp::inverse:
            return forbid(of.left, {Demand::Kind::pairs, inverse(pairs_of(demand))});
        default:
            return false;
    }
}

bool ImpliedOrder::forbid_intersection(const Node& of, const Demand& demand) {
    if (depends(of.left) && depends(of.right)) return false;
    const NodeId free = depends(of.left) ? of.right : of.left;
    std::uint32_t pairs = inverse(maker_.build(free));
    if (demand.kind != Demand::Kind::full)
        pairs = maker_.relate(Op::intersect, pairs_of(demand), pairs);
    return forbid(depends(of.left) ? of.left : of.right, {Demand::Kind::pairs, pairs});
}

bool ImpliedOrder::forbid_difference(const Node& of, const Demand& demand, bool is_stable) {
    if (!depends(of.left)) {
        const std::uint32_t pairs = maker_.build(of.left);
        return require(of.right,
                       demand.kind == Demand::Kind::full
                           ? pairs
                           : maker_.relate(Op::intersect, inverse(pairs_of(demand)), pairs));
    }
    // Where L; X can have what X has, the last of X is some event of X, if the demand is stable.
    if (!can_have_none(of.right) && !(is_stable && order_of_last(of))) return false;
    return forbid(of.left, demand);
}

bool ImpliedOrder::forbid_sequence(NodeId node, const Demand& demand) {
    std::vector<NodeId> factors;
    flatten(node, factors);
    const auto is_dependent = [&](NodeId each) { return depends(each); };
    const auto first = std::ranges::find_if(factors, is_dependent);
    auto last = std::find_if(first + 1, factors.end(), is_dependent);
    // L; X, of which L is known.
    std::optional<std::uint32_t> known;
    auto middle = first;
    if (last != factors.end()) {
        if (std::find_if(last + 1, factors.end(), is_dependent) != factors.end() ||
            first != factors.begin() || !(known = agreed(*first)))
            return false;
        middle = last;
    }
    Demand after{Demand::Kind::identity};
    for (auto each = middle + 1; each != factors.end(); ++each) after = then(after, *each);
    if (demand.kind != Demand::Kind::identity || demand.set) {
        const bool is_all = after.kind == Demand::Kind::identity && !after.set;
        const std::uint32_t inner = pairs_of(demand);
        after = {Demand::Kind::pairs,
                 is_all ? inner : maker_.relate(Op::sequence, pairs_of(after), inner)};
    }
    if (known) {
        const bool is_all = after.kind == Demand::Kind::identity && !after.set;
        after = {Demand::Kind::pairs,
                 is_all ? *known : maker_.relate(Op::sequence, pairs_of(after), *known)};
        for (auto each = first + 1; each != middle; ++each) after = then(after, *each);
    } else {
        for (auto each = factors.begin(); each != middle; ++each) after = then(after, *each);
    }
    const Node& of = at(*middle);
    if (of.op != NodeOp::subtract) return forbid(*middle, after);
    const std::optional<NodeId> later = order_of_last(of);
    return forbid_difference(of, after,
                             later && !known && is_stable({factors.begin(), middle}, *later));
}

// ---- what must be ----

bool ImpliedOrder::require(NodeId node, std::uint32_t pairs) {
    const Node& of = at(node);
    if (is_fixed(node) || is_order(node)) {
        const std::uint32_t wrong = maker_.relate(Op::subtract, pairs, kNoNode, bounds(node).may);
        is_exact_ = is_exact_ && graph_.nodes[pairs].is_exact;
        maker_.watch(wrong, Watch::empty, check_);
        if (!is_fixed(node)) add_required(pairs);
        return true;
    }
    if (!depends(node)) return false;
    switch (of.op) {
        case NodeOp::intersect:
            return require(of.left, pairs) && require(of.right, pairs);
        case NodeOp::subtract:
            return require(of.left, pairs) &&
                   forbid(of.right, {Demand::Kind::pairs, inverse(pairs)});
        case NodeOp::sequence:
            return require_sequence(node, pairs);
        case NodeOp::inverse:
            return require(of.left, inverse(pairs));
        default:
            return false;
    }
}

/// With nothing but masks around.
bool ImpliedOrder::require_sequence(NodeId node, std::uint32_t pairs) {
    std::vector<NodeId> factors;
    flatten(node, factors);
    const auto middle = std::ranges::find_if(factors, [&](NodeId each) { return depends(each); });
    Words wrong_rows(shape_.stride), wrong_columns(shape_.stride);
    for (auto each = factors.begin(); each != factors.end(); ++each) {
        if (each == middle) continue;
        if (!is_mask(*each)) return false;
        const Words& set = bounds(at(*each).left).may;
        Words& wrong = each < middle ? wrong_rows : wrong_columns;
        for (std::size_t event = 0; event < shape_.n; ++event)
            if (!k::test(set.data(), event)) k::put(wrong.data(), event);
    }
    is_exact_ = is_exact_ && graph_.nodes[pairs].is_exact;
    maker_.watch(maker_.relate(Op::rows, pairs, kNoNode, wrong_rows), Watch::empty, check_);
    maker_.watch(maker_.relate(Op::columns, pairs, kNoNode, wrong_columns), Watch::empty, check_);
    return require(*middle, pairs);
}

/// Nothing is between the events of such a pair, which has this order: they are like one event.
bool ImpliedOrder::join_events(NodeId pairs) {
    const Words& all = bounds(pairs).may;
    bool all_forced = true;
    for (std::size_t a = 0; a < shape_.n; ++a)
        k::for_each(shape_, all.data() + a * shape_.stride, [&](std::size_t b) {
            if (!k::test(members_.data(), a) || !k::test(members_.data(), b)) return;
            k::put(result_.one.data() + a * shape_.stride, b);
            all_forced = all_forced && std::ranges::any_of(contained_, [&](NodeId each) {
                             return k::test(shape_, bounds(each).must.data(), a, b);
                         });
        });
    return all_forced;
}

// ---- the last of some ----

std::optional<NodeId> ImpliedOrder::order_of_last(const Node& of) const {
    const Node& away = at(of.right);
    if (of.op != NodeOp::subtract || away.op != NodeOp::sequence || away.right != of.left ||
        !is_masked_order(away.left))
        return std::nullopt;
    return away.left;
}

bool ImpliedOrder::is_masked_order(NodeId node) const {
    const Node& of = at(node);
    if (is_order(node)) return true;
    if (of.op == NodeOp::intersect)
        return (is_fixed(of.left) && is_masked_order(of.right)) ||
               (is_fixed(of.right) && is_masked_order(of.left));
    return of.op == NodeOp::sequence && ((is_mask(of.left) && is_masked_order(of.right)) ||
                                         (is_mask(of.right) && is_masked_order(of.left)));
}

bool ImpliedOrder::is_masked_modification_order(NodeId node) const {
    const Node& of = at(node);
    if (of.op == NodeOp::base)
        return of.payload == static_cast<std::uint32_t>(Base::modification_order);
    if (of.op == NodeOp::intersect)
        return (is_fixed(of.left) && is_masked_modification_order(of.right)) ||
               (is_fixed(of.right) && is_masked_modification_order(of.left));
    return of.op == NodeOp::sequence &&
           ((is_mask(of.left) && is_masked_modification_order(of.right)) ||
            (is_mask(of.right) && is_masked_modification_order(of.left)));
}

/// Writes to one location are in modification order one way or the other, and the order S contains
/// that.
std::optional<std::uint32_t> ImpliedOrder::agreed(NodeId part) {
    if (!is_masked_order(part)) return std::nullopt;
    const Words& same = state_.facts.knowledge.same_location.must;
    for (const NodeId contained : contained_) {
        if (!is_masked_modification_order(contained)) continue;
        const Words& may = bounds(contained).may;
        bool is_total = true;
        for (std::size_t a = 0; a < shape_.n; ++a)
            k::for_each(shape_, bounds(part).may.data() + a * shape_.stride, [&](std::size_t b) {
                is_total = is_total && k::test(shape_, same.data(), a, b) &&
                           k::test(shape_, may.data(), a, b) && k::test(shape_, may.data(), b, a);
            });
        if (!is_total) continue;
        Words others(shape_.words(false));
        for (std::size_t i = 0; i < others.size(); ++i) others[i] = ~bounds(part).may[i];
        return maker_.relate(Op::subtract, maker_.build(contained), kNoNode, others);
    }
    return std::nullopt;
}

bool ImpliedOrder::is_stable(const std::vector<NodeId>& factors, NodeId later) const {
    std::optional<NodeId> relation;
    Words rows(shape_.stride, ~k::Word{0});
    for (const NodeId factor : factors) {
        if (relation || (!is_mask(factor) && at(factor).is_set)) return false;
        if (is_mask(factor))
            k::intersect(rows.size(), rows.data(), bounds(at(factor).left).may.data(), rows.data());
        else
            relation = factor;
    }
    if (!relation) return false;
    const Interval& related = bounds(*relation);
    bool all = true;
    k::for_each(shape_, rows.data(), [&](std::size_t from) {
        if (from >= shape_.n) return;
        k::for_each(shape_, related.may.data() + from * shape_.stride, [&](std::size_t a) {
            k::for_each(shape_, bounds(later).may.data() + a * shape_.stride, [&](std::size_t b) {
                all = all && k::test(shape_, related.must.data(), from, b);
            });
        });
    });
    return all;
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
