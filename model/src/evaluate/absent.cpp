// Why a pair of events that take place is not in a node although it may be.
#include <algorithm>

#include "evaluate/explain.h"

namespace clmm::model {

namespace k = kernels;

namespace {
std::uint32_t as_number(NodeId id) { return static_cast<std::uint32_t>(id.index()); }
std::uint32_t as_number(std::size_t event) { return static_cast<std::uint32_t>(event); }
}  // namespace

void Explainer::expand_absent(const Fact& fact) {
    const Node& of = plan_.nodes[fact.node];
    const auto [node, a, b] = fact;
    switch (of.op) {
        case NodeOp::base:
            return expand_absent_base(fact);
        case NodeOp::total_order:
            return expand_absent_total_order(fact);
        case NodeOp::unite:
            need({as_number(of.left), a, b});
            return need({as_number(of.right), a, b});
        case NodeOp::intersect: {
            const Fact left{as_number(of.left), a, b};
            const Fact right{as_number(of.right), a, b};
            return expand_absent_either(left, !holds(left), right, !holds(right));
        }
        case NodeOp::subtract: {
            const Fact left{as_number(of.left), a, b};
            const Fact right{as_number(of.right), a, b};
            return expand_absent_either(left, !holds(left), right, holds(right));
        }
        case NodeOp::product: {
            const Fact left{as_number(of.left), a, a};
            const Fact right{as_number(of.right), b, b};
            return expand_absent_either(left, !holds(left), right, !holds(right));
        }
        case NodeOp::complement:
        case NodeOp::optional:
            return need({as_number(of.left), a, b});
        case NodeOp::identity_on:
            return need({as_number(of.left), a, a});
        case NodeOp::inverse:
            return need({as_number(of.left), b, a});
        case NodeOp::sequence:
            return expand_absent_sequence(fact);
        case NodeOp::transitive_closure:
        case NodeOp::reflexive_transitive_closure:
            return expand_absent_closure(fact);
        case NodeOp::recursive:
            return need({plan_.used[node], a, b});
        default:
            return expand_absent_projection(fact);
    }
}

void Explainer::expand_absent_either(const Fact& left, bool left_explains, const Fact& right,
                                     bool right_explains) {
    if (left_explains && right_explains) left_explains = price(left) <= price(right);
    need(left_explains ? left : right);
}

void Explainer::expand_absent_base(const Fact& fact) {
    const auto [node, a, b] = fact;
    switch (static_cast<Base>(plan_.nodes[node].payload)) {
        case Base::reads_from:
            return emit(Literal::Kind::reads_from, false, a, b);
        case Base::modification_order:
            // Between writes to one location the other direction says as much.
            if (state_.holds(node, b, a))
                return emit(Literal::Kind::modification_order, true, b, a);
            return emit(Literal::Kind::modification_order, false, a, b);
        case Base::same_location:
            return emit(Literal::Kind::same_location, false, std::min(a, b), std::max(a, b));
        case Base::barrier_pair:
            return emit(Literal::Kind::barrier_pair, false, a, b);
        default:
            break;
    }
    // Half of a read-modify-write: none of its other halves takes place.
    const Words& rmw = state_.facts.read_modify_write;
    const Words& possible = state_.facts.knowledge.possible;
    for (std::uint32_t other = 0; other < shape_.n; ++other)
        if (k::test(shape_, possible.data(), a, other) &&
            (k::test(shape_, rmw.data(), a, other) || k::test(shape_, rmw.data(), other, a)))
            emit_absent(other);
}

void Explainer::expand_absent_total_order(const Fact& fact) {
    const auto [node, a, b] = fact;
    const std::uint32_t over = plan_.used[node];
    const auto order = static_cast<std::uint16_t>(plan_.nodes[node].payload);
    if (!state_.holds(over, a, a)) return need({over, a, a});
    if (!state_.holds(over, b, b)) return need({over, b, b});
    const bool reversed = state_.holds(node, b, a);
    if (reversed) return emit(Literal::Kind::total_order, true, b, a, order);
    emit(Literal::Kind::total_order, false, a, b, order);
}

/// Each event between must be cut off from one end. Those that only one side can cut off come
/// first: what they need may be enough for others.
void Explainer::expand_absent_sequence(const Fact& fact) {
    const Node& of = plan_.nodes[fact.node];
    const std::uint32_t left = as_number(of.left);
    const std::uint32_t right = as_number(of.right);
    const Words& left_may = state_.intervals[left].may;
    const Words& right_may = state_.intervals[right].may;
    for (const bool choice : {false, true})
        k::for_each(shape_, left_may.data() + fact.a * shape_.stride, [&](std::size_t via) {
            if (!k::test(shape_, right_may.data(), via, fact.b)) return;
            const Fact first{left, fact.a, as_number(via)};
            const Fact second{right, as_number(via), fact.b};
            const bool first_absent = !holds(first);
            const bool second_absent = !holds(second);
            if ((first_absent && second_absent) != choice) return;
            expand_absent_either(first, first_absent, second, second_absent);
        });
}

void Explainer::expand_absent_closure(const Fact& fact) {
    const auto total = [&](const std::vector<Fact>& facts) {
        unsigned sum = 0;
        for (const Fact& each : facts) sum += price(each);
        return sum;
    };
    const std::vector<Fact> leaving = cut(fact, true);
    const std::vector<Fact> entering = cut(fact, false);
    for (const Fact& each : total(leaving) <= total(entering) ? leaving : entering) need(each);
}

std::vector<Fact> Explainer::cut(const Fact& fact, bool forward) {
    const std::uint32_t relation = as_number(plan_.nodes[fact.node].left);
    const Words& step_may = state_.intervals[relation].may;
    const Words& path_may = state_.intervals[fact.node].may;
    const kernels::Word* reached = state_.value(fact.node);
    const std::uint32_t a = fact.a;
    const std::uint32_t b = fact.b;
    const auto is_source = [&](std::uint32_t from) {
        if (forward) return from == a || k::test(shape_, reached, a, from);
        return from == a || (!k::test(shape_, reached, from, b) && from != b &&
                             k::test(shape_, path_may.data(), a, from));
    };
    const auto is_target = [&](std::size_t to) {
        if (!forward) return to == b || k::test(shape_, reached, to, b);
        return to == b || (!k::test(shape_, reached, a, to) && to != a &&
                           k::test(shape_, path_may.data(), to, b));
    };
    std::vector<Fact> steps;
    for (std::uint32_t from = 0; from < shape_.n; ++from) {
        if (!is_source(from)) continue;
        k::for_each(shape_, step_may.data() + from * shape_.stride, [&](std::size_t to) {
            if (is_target(to)) steps.push_back({relation, from, as_number(to)});
        });
    }
    return steps;
}

void Explainer::expand_absent_projection(const Fact& fact) {
    const Node& of = plan_.nodes[fact.node];
    const std::uint32_t left = as_number(of.left);
    const Words& may_be = state_.intervals[left].may;
    if (of.op == NodeOp::domain) {
        k::for_each(shape_, may_be.data() + fact.a * shape_.stride, [&](std::size_t to) {
            need({left, fact.a, as_number(to)});
        });
        return;
    }
    for (std::uint32_t from = 0; from < shape_.n; ++from)
        if (k::test(shape_, may_be.data(), from, fact.a)) need({left, from, fact.a});
}

}  // namespace clmm::model
