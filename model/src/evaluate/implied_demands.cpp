#include <algorithm>

#include "evaluate/implied_order.h"

namespace clmm::model {

namespace k = kernels;
using Watch = GrowingNode::Watch;

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

}  // namespace clmm::model
