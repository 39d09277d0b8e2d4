// Why a pair is in a node although its bounds leave it open.
#include <algorithm>

#include "clmm/base/ensure.h"
#include "evaluate/explain.h"

namespace clmm::model {

namespace k = kernels;

namespace {
std::uint32_t to_number(NodeId id) { return static_cast<std::uint32_t>(id.index()); }
std::uint32_t to_number(std::size_t event) { return static_cast<std::uint32_t>(event); }
}  // namespace

void Explainer::expand_present(const Fact& fact) {
    const Node& of = plan_.nodes[fact.node];
    const auto [node, a, b] = fact;
    switch (of.op) {
        case NodeOp::base:
            return expand_present_base(fact);
        case NodeOp::total_order:
            emit(Literal::Kind::total_order, true, a, b, static_cast<std::uint16_t>(of.payload));
            need({plan_.used[node], a, a});
            return need({plan_.used[node], b, b});
        case NodeOp::intersect:
        case NodeOp::subtract:
            need({to_number(of.left), a, b});
            return need({to_number(of.right), a, b});
        case NodeOp::complement:
            emit_takes_place(a);
            if (a != b) emit_takes_place(b);
            return need({to_number(of.left), a, b});
        case NodeOp::inverse:
            return need({to_number(of.left), b, a});
        case NodeOp::optional:
            return need({to_number(of.left), a, b});  // a = b is in must
        case NodeOp::transitive_closure:
        case NodeOp::reflexive_transitive_closure:
            return expand_present_path(fact);
        case NodeOp::product:
            need({to_number(of.left), a, a});
            return need({to_number(of.right), b, b});
        case NodeOp::identity_on:
            return need({to_number(of.left), a, a});
        case NodeOp::recursive:
            return need({plan_.used[node], a, b});
        default:
            return expand_present_alternatives(fact);
    }
}

void Explainer::expand_present_base(const Fact& fact) {
    const auto [node, a, b] = fact;
    switch (static_cast<Base>(plan_.nodes[node].payload)) {
        case Base::reads_from:
            return emit(Literal::Kind::reads_from, true, a, b);
        case Base::modification_order:
            return emit(Literal::Kind::modification_order, true, a, b);
        case Base::same_location:
            return emit(Literal::Kind::same_location, true, std::min(a, b), std::max(a, b));
        case Base::barrier_pair:
            return emit(Literal::Kind::barrier_pair, true, a, b);
        default:
            break;
    }
    // Half of a read-modify-write whose other half happens to take place.
    emit_takes_place(a);
    const Words& rmw = state_.facts.read_modify_write;
    for (std::uint32_t other = 0; other < shape_.n; ++other)
        if (state_.takes_place(other) &&
            (k::test(shape_, rmw.data(), a, other) || k::test(shape_, rmw.data(), other, a)))
            return emit_takes_place(other);
}

/// Operators of which one of several operand facts is enough.
void Explainer::expand_present_alternatives(const Fact& fact) {
    const Node& of = plan_.nodes[fact.node];
    const std::uint32_t a = fact.a;
    const std::uint32_t b = fact.b;
    const Limit limit = limit_of(fact);
    const std::uint32_t left = to_number(of.left);
    Fact best[2];
    std::size_t parts = 0;
    unsigned best_price = 0xffffffffU;
    const auto offer = [&](const Fact& first, const Fact* second) {
        if (!usable(first, limit) || (second != nullptr && !usable(*second, limit))) return;
        const unsigned offered = price(first) + (second != nullptr ? price(*second) : 0);
        if (offered >= best_price) return;
        best_price = offered;
        parts = second != nullptr ? 2 : 1;
        best[0] = first;
        if (second != nullptr) best[1] = *second;
    };
    if (of.op == NodeOp::unite) {
        offer({left, a, b}, nullptr);
        const Fact other{to_number(of.right), a, b};
        offer(other, nullptr);
    } else if (of.op == NodeOp::sequence) {
        k::for_each(shape_, state_.value(left) + a * shape_.stride, [&](std::size_t via) {
            const Fact second{to_number(of.right), to_number(via), b};
            offer({left, a, to_number(via)}, &second);
        });
    } else if (of.op == NodeOp::domain) {
        k::for_each(shape_, state_.value(left) + a * shape_.stride, [&](std::size_t to) {
            offer({left, a, to_number(to)}, nullptr);
        });
    } else if (of.op == NodeOp::range) {
        for (std::uint32_t from = 0; from < shape_.n; ++from) offer({left, from, a}, nullptr);
    }
    ensure(parts > 0, "a member of a derived relation derives from members of its operands");
    for (std::size_t i = 0; i < parts; ++i) need(best[i]);
}

void Explainer::expand_present_path(const Fact& fact) {
    const std::uint32_t relation = to_number(plan_.nodes[fact.node].left);
    const Limit limit = limit_of(fact);
    std::vector<std::uint32_t> events;
    if (plan_.component_of[relation] != limit.component) {
        events = path(paths(relation, fact.a), fact.a, fact.a, fact.b);
    } else {
        Paths found{std::vector<std::uint32_t>(shape_.n), std::vector<std::uint16_t>(shape_.n)};
        cheapest_paths(relation, fact.a, limit, found.cost.data(), found.before.data());
        events = path(found, 0, fact.a, fact.b);
    }
    for (std::size_t i = 0; i + 1 < events.size(); ++i) need({relation, events[i], events[i + 1]});
}

const Explainer::Paths& Explainer::paths(std::uint32_t relation, std::uint32_t start) {
    begin_execution();
    paths_.resize(plan_.nodes.size());
    CachedPaths& cached = paths_[relation];
    if (cached.computed.empty()) {
        cached.computed.resize(shape_.n);
        cached.paths.cost.resize(shape_.n * shape_.n);
        cached.paths.before.resize(shape_.n * shape_.n);
    }
    if (cached.computed[start] == execution_) return cached.paths;
    cheapest_paths(relation, start, {}, cached.paths.cost.data() + start * shape_.n,
                   cached.paths.before.data() + start * shape_.n);
    cached.computed[start] = execution_;
    return cached.paths;
}

std::vector<std::uint32_t> Explainer::path(const Paths& paths, std::size_t row, std::uint32_t start,
                                           std::uint32_t end) const {
    std::vector<std::uint32_t> events{end};
    do {
        ensure(events.size() <= shape_.n, "a path visits an event once");
        events.push_back(paths.before[row * shape_.n + events.back()]);
    } while (events.back() != start);
    std::reverse(events.begin(), events.end());
    return events;
}

/// Dijkstra's algorithm. Fewest literals first, then fewest steps, then lower events.
void Explainer::cheapest_paths(std::uint32_t relation, std::uint32_t start, const Limit& limit,
                               std::uint32_t* cost_to, std::uint16_t* before) {
    constexpr std::uint32_t kStep = 1;
    constexpr std::uint32_t kScale = 4096;  // more than there are steps
    std::fill_n(cost_to, shape_.n, kUnreachable);
    std::vector<bool> settled(shape_.n);
    const auto leave = [&](std::uint32_t from, std::uint32_t cost_so_far) {
        k::for_each(shape_, state_.value(relation) + from * shape_.stride, [&](std::size_t to) {
            const Fact step{relation, from, to_number(to)};
            if (settled[to] || cost_to[to] <= cost_so_far + kStep || !usable(step, limit)) return;
            const std::uint32_t through = cost_so_far + cost(step) * kScale + kStep;
            if (through >= cost_to[to]) return;
            cost_to[to] = through;
            before[to] = static_cast<std::uint16_t>(from);
        });
    };
    leave(start, 0);
    while (true) {
        std::uint32_t next = to_number(shape_.n);
        for (std::uint32_t to = 0; to < shape_.n; ++to)
            if (!settled[to] && cost_to[to] != kUnreachable &&
                (next == shape_.n || cost_to[to] < cost_to[next]))
                next = to;
        if (next == shape_.n) return;
        settled[next] = true;
        if (next != start) leave(next, cost_to[next]);
    }
}

}  // namespace clmm::model
