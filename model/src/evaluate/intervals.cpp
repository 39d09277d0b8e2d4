#include "evaluate/intervals.h"

#include <algorithm>

namespace clmm::model {

namespace k = kernels;

Intervals::Intervals(const Plan& plan, const Facts& facts)
    : plan_(plan), facts_(facts), wanted_(plan.nodes.size(), 3), bounds_(plan.nodes.size()) {
    reshape();
}

void Intervals::reshape() {
    shape_ = facts_.shape;
    diagonal_.assign(shape_.words(true), 0);
    for (Words* const relation : {&implied_, &scratch_, &half_, &longer_})
        relation->assign(shape_.words(false), 0);
    for (std::uint32_t node = 0; node < plan_.nodes.size(); ++node) {
        if (!plan_.is_first(node)) continue;
        const std::size_t words = shape_.words(plan_.nodes[node].is_set);
        bounds_[node].must.assign(words, 0);
        bounds_[node].may.assign(words, 0);
    }
}

void Intervals::compute(const Knowledge& knowledge) {
    knowledge_ = &knowledge;
    k::inverse(shape_, knowledge.implies.data(), implied_.data());
    k::clear(diagonal_.size(), diagonal_.data());
    all_certain_ = true;
    for (std::size_t a = 0; a < shape_.n; ++a) {
        if (k::test(shape_, knowledge.possible.data(), a, a)) k::put(diagonal_.data(), a);
        all_certain_ = all_certain_ && k::test(facts_.sure.data(), a);
    }
    for (const Component& component : plan_.components) {
        if (component.recursive)
            compute_recursion(component);
        else
            compute(component.nodes[0]);
    }
}

void Intervals::select(const std::vector<std::pair<std::uint32_t, Side>>& wanted) {
    std::fill(wanted_.begin(), wanted_.end(), std::uint8_t{0});
    for (const auto& [node, side] : wanted) want(node, side);
}

void Intervals::want(std::uint32_t node, Side side) {
    node = plan_.same_as[node];
    const Node& of = plan_.nodes[node];
    const bool settled = bounds_[node].must == bounds_[node].may;
    if (wanted(node, side) || settled) return;
    wanted_[node] = static_cast<std::uint8_t>(wanted_[node] | 1U << static_cast<unsigned>(side));
    plan_.for_each_operand(node, [&](std::uint32_t operand) {
        const bool crosswise = of.op == NodeOp::complement ||
                               (of.op == NodeOp::subtract && operand == of.right.index());
        if (of.op == NodeOp::total_order) want(operand, Side::may);
        want(operand, crosswise ? other(side) : side);
        if (crosswise && of.op == NodeOp::subtract && of.left == of.right) want(operand, side);
    });
}

void Intervals::compute_recursion(const Component& component) {
    const auto clear = [&](Words& words) { k::clear(words.size(), words.data()); };
    for (const std::uint32_t node : component.nodes)
        for (const Side side : {Side::must, Side::may})
            if (wanted(node, side)) clear(bound(node, side));
    for (bool changed = true; changed;) {
        changed = false;
        for (const std::uint32_t node : component.nodes)
            if (plan_.nodes[node].op != NodeOp::recursive) compute(node);
        for (const std::uint32_t node : component.nodes) {
            if (plan_.nodes[node].op != NodeOp::recursive) continue;
            for (const Side side : {Side::must, Side::may}) {
                const Words& body = bound(plan_.used[node], side);
                if (!wanted(node, side) || body == bound(node, side)) continue;
                changed = true;
                bound(node, side) = body;
            }
        }
    }
}

void Intervals::compute(std::uint32_t node) {
    for (const Side side : {Side::must, Side::may})
        if (wanted(node, side)) compute(node, side);
}

void Intervals::compute(std::uint32_t node, Side side) {
    const Node& of = plan_.nodes[node];
    Words& out = bound(node, side);
    switch (of.op) {
        case NodeOp::base:
            return compute_base(node, side);
        case NodeOp::total_order:
            return compute_total_order(node, side);
        case NodeOp::empty:
            return;
        case NodeOp::recursive:
            out = bound(plan_.used[node], side);
            return;
        case NodeOp::unite:
        case NodeOp::intersect:
        case NodeOp::subtract:
        case NodeOp::complement:
            return compute_boolean(of, side, out);
        case NodeOp::transitive_closure:
        case NodeOp::reflexive_transitive_closure:
            return compute_closure(of, side, out);
        case NodeOp::domain:
        case NodeOp::range:
            return compute_projection(of, side, out);
        default:
            return compute_relational(of, side, out);
    }
}

void Intervals::keep_possible(Words& words) {
    const bool is_set = words.size() == diagonal_.size() && shape_.n > 1;
    const Words& possible = is_set ? diagonal_ : knowledge_->possible;
    k::intersect(words.size(), words.data(), possible.data(), words.data());
}

void Intervals::compute_base(std::uint32_t node, Side side) {
    const auto pick = [&](const Interval& from) {
        bound(node, side) = side == Side::must ? from.must : from.may;
    };
    switch (static_cast<Base>(plan_.nodes[node].payload)) {
        case Base::reads_from:
            return pick(knowledge_->reads_from);
        case Base::modification_order:
            return pick(knowledge_->modification_order);
        case Base::same_location:
            return pick(knowledge_->same_location);
        case Base::barrier_pair:
            return pick(knowledge_->barrier_pair);
        case Base::rmw_event:
            return compute_rmw_event(side, bound(node, side));
        default:
            break;
    }
    bound(node, side) = facts_.bases[plan_.nodes[node].payload];
    keep_possible(bound(node, side));
}

void Intervals::compute_rmw_event(Side side, Words& out) {
    k::clear(out.size(), out.data());
    const auto counts = [&](std::size_t half, std::size_t other_half) {
        return side == Side::may || k::test(shape_, knowledge_->implies.data(), half, other_half);
    };
    for (std::size_t read = 0; read < shape_.n; ++read)
        k::for_each(shape_, facts_.read_modify_write.data() + read * shape_.stride,
                    [&](std::size_t write) {
                        if (!k::test(shape_, knowledge_->possible.data(), read, write)) return;
                        if (counts(read, write)) k::put(out.data(), read);
                        if (counts(write, read)) k::put(out.data(), write);
                    });
}

void Intervals::compute_total_order(std::uint32_t node, Side side) {
    Words& out = bound(node, side);
    const std::size_t order = plan_.nodes[node].payload;
    const bool known = order < knowledge_->total_orders.size();
    if (side == Side::must && !known) return k::clear(out.size(), out.data());
    const Words& over = bound(plan_.used[node], side);
    k::product(shape_, over.data(), over.data(), out.data());
    keep_possible(out);
    if (side == Side::must)
        k::intersect(out.size(), out.data(), knowledge_->total_orders[order].data(), out.data());
    for (std::size_t a = 0; a < shape_.n; ++a) k::drop(out.data() + a * shape_.stride, a);
}

void Intervals::compute_boolean(const Node& of, Side side, Words& out) {
    const std::size_t words = out.size();
    if (of.op == NodeOp::complement) {
        const Words& all = of.is_set ? diagonal_ : knowledge_->possible;
        return k::subtract(words, all.data(), bound(of.left, other(side)).data(), out.data());
    }
    const Words& left = bound(of.left, side);
    if (of.op == NodeOp::subtract)
        return k::subtract(words, left.data(), bound(of.right, other(side)).data(), out.data());
    const auto combine = of.op == NodeOp::unite ? k::unite : k::intersect;
    combine(words, left.data(), bound(of.right, side).data(), out.data());
}

void Intervals::compose_surely(const Words& left, const Words& right, Words& out) {
    if (all_certain_) return k::sequence(shape_, left.data(), right.data(), out.data());
    const std::size_t words = scratch_.size();
    k::intersect(words, left.data(), knowledge_->implies.data(), scratch_.data());
    k::sequence(shape_, scratch_.data(), right.data(), out.data());
    k::intersect(words, right.data(), implied_.data(), scratch_.data());
    k::sequence(shape_, left.data(), scratch_.data(), half_.data());
    k::unite(words, out.data(), half_.data(), out.data());
    keep_possible(out);
}

void Intervals::compute_sequence(const Words& left, const Words& right, Side side, Words& out) {
    if (side == Side::must) return compose_surely(left, right, out);
    k::sequence(shape_, left.data(), right.data(), out.data());
    keep_possible(out);
}

void Intervals::close_surely(Words& relation) {
    if (all_certain_) return k::close_transitively(shape_, relation.data());
    while (true) {
        compose_surely(relation, relation, longer_);
        k::unite(longer_.size(), longer_.data(), relation.data(), longer_.data());
        if (longer_ == relation) return;
        relation = longer_;
    }
}

void Intervals::compute_closure(const Node& of, Side side, Words& out) {
    out = bound(of.left, side);
    if (side == Side::may) {
        k::close_transitively(shape_, out.data());
        keep_possible(out);
    } else {
        close_surely(out);
    }
    if (of.op == NodeOp::reflexive_transitive_closure)
        k::add_identity(shape_, diagonal_.data(), out.data());
}

void Intervals::compute_projection(const Node& of, Side side, Words& out) {
    const bool domain = of.op == NodeOp::domain;
    const Words* operand = &bound(of.left, side);
    if (side == Side::must) {
        // The other end of a pair has to take place whenever the projected one does.
        const Words& implied = domain ? knowledge_->implies : implied_;
        k::intersect(scratch_.size(), operand->data(), implied.data(), scratch_.data());
        operand = &scratch_;
    }
    (domain ? k::domain : k::range)(shape_, operand->data(), out.data());
}

void Intervals::compute_relational(const Node& of, Side side, Words& out) {
    const Words& left = bound(of.left, side);
    switch (of.op) {
        case NodeOp::sequence:
            return compute_sequence(left, bound(of.right, side), side, out);
        case NodeOp::inverse:
            return k::inverse(shape_, left.data(), out.data());
        case NodeOp::optional:
            out = left;
            return k::add_identity(shape_, diagonal_.data(), out.data());
        case NodeOp::product:
            k::product(shape_, left.data(), bound(of.right, side).data(), out.data());
            return keep_possible(out);
        default:
            return k::identity_on(shape_, left.data(), out.data());  // [left]
    }
}

}  // namespace clmm::model
