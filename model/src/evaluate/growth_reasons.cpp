// Why an axiom fails: from a pair back to literals.
#include <algorithm>
#include <limits>

#include "evaluate/growth.h"

namespace clmm::model {

namespace k = kernels;
using Op = GrowingNode::Op;

namespace {
constexpr unsigned kMostCost = 1023;  ///< so that sums along a path fit
}  // namespace

template <std::size_t W>
std::vector<IncrementalEvaluator::Input> Growth<W>::why() {
    std::vector<Fact> pending{violation_};
    std::vector<Fact> done;
    needed_.clear();
    literals_.clear();
    while (!pending.empty()) {
        const Fact fact = pending.back();
        pending.pop_back();
        if (std::ranges::find(done, fact) != done.end()) continue;
        done.push_back(fact);
        expand(fact);
        pending.insert(pending.end(), needed_.begin(), needed_.end());
        needed_.clear();
    }
    // A pair of reads-from or of an order says that both events take place.
    std::vector<Input> implied;
    for (const Input input : literals_)
        if (graph_.places[input].node != kNone)
            for (const EventId event : {graph_.inputs[input].a, graph_.inputs[input].b})
                implied.push_back(graph_.executed_input[event.index()]);
    std::erase_if(literals_,
                  [&](Input input) { return std::ranges::find(implied, input) != implied.end(); });
    std::ranges::sort(literals_);
    literals_.erase(std::unique(literals_.begin(), literals_.end()), literals_.end());
    return std::move(literals_);
}

template <std::size_t W>
unsigned Growth<W>::cost(const Fact& fact) {
    std::vector<std::uint32_t>& known = known_[fact.node];
    const bool is_set = graph_.nodes[fact.node].is_set;
    if (known.empty()) known.resize(is_set ? graph_.shape.n : graph_.shape.n * graph_.shape.n);
    const std::size_t place = is_set ? fact.a : fact.a * graph_.shape.n + fact.b;
    if (known[place] >> 16U == epoch_) return known[place] & 0xffffU;
    const std::size_t facts = needed_.size();
    const std::size_t literals = literals_.size();
    expand(fact);
    unsigned sum = 0;
    for (std::size_t i = literals; i < literals_.size(); ++i) sum += costs_[literals_[i]];
    for (std::size_t i = facts; i < needed_.size(); ++i) sum += cost(Fact(needed_[i]));
    needed_.resize(facts);
    literals_.resize(literals);
    sum = std::min(sum, kMostCost);
    known[place] = epoch_ << 16U | sum;
    return sum;
}

template <std::size_t W>
void Growth<W>::need_executed(std::uint32_t event) {
    if (graph_.executed_input[event] != kNone) literals_.push_back(graph_.executed_input[event]);
}

template <std::size_t W>
void Growth<W>::expand(const Fact& fact) {
    const GrowingNode& of = graph_.nodes[fact.node];
    const auto [node, a, b] = fact;
    switch (of.op) {
        case Op::masked:
            need_executed(a);
            if (a != b) need_executed(b);
            return;
        case Op::input:
            return literals_.push_back(
                graph_.input_at[node].at(std::uint64_t{a} * graph_.shape.n + b));
        case Op::order:
            need({of.right, a, b});
            [[fallthrough]];
        case Op::product:
            need({of.left, a, a});
            return need({of.op == Op::order ? of.left : of.right, b, b});
        case Op::unite:
            return expand_either({of.left, a, b}, {of.right, a, b});
        case Op::intersect:
            need({of.left, a, b});
            return need({of.right, a, b});
        case Op::subtract:
        case Op::rows:
        case Op::columns:
        case Op::identity_on:
            return need({of.left, a, b});
        case Op::inverse:
            return need({of.left, b, a});
        case Op::sequence:
            return expand_through(fact);
        case Op::optional:
        case Op::reflexive_closure:
            // That an event takes place costs least.
            if (a == b) return need_executed(a);
            if (of.op == Op::optional) return need({of.left, a, b});
            [[fallthrough]];
        case Op::closure:
            return expand_path(fact);
        case Op::domain:
        case Op::range:
            return expand_projection(fact);
    }
}

template <std::size_t W>
void Growth<W>::expand_either(const Fact& first, const Fact& second) {
    if (!holds(first)) return need(second);
    if (!holds(second)) return need(first);
    need(cost(first) <= cost(second) ? first : second);
}

template <std::size_t W>
void Growth<W>::expand_through(const Fact& fact) {
    const GrowingNode& of = graph_.nodes[fact.node];
    Fact first, second;
    unsigned least = std::numeric_limits<unsigned>::max();
    for_each(row(matrices_[of.left].pairs, fact.a), [&](std::size_t middle) {
        const Fact head{of.left, fact.a, static_cast<std::uint32_t>(middle)};
        const Fact tail{of.right, static_cast<std::uint32_t>(middle), fact.b};
        if (!holds(tail)) return;
        const unsigned sum = cost(head) + cost(tail);
        if (sum >= least) return;
        least = sum;
        first = head;
        second = tail;
    });
    need(first);
    need(second);
}

/// The cheapest path of one or more steps.
template <std::size_t W>
void Growth<W>::expand_path(const Fact& fact) {
    const std::uint32_t relation = graph_.nodes[fact.node].left;
    const std::size_t n = graph_.shape.n;
    constexpr unsigned kFar = std::numeric_limits<unsigned>::max();
    std::vector<unsigned> distance(n, kFar);
    std::vector<std::uint32_t> before(n, kNone);
    std::vector<bool> done(n);
    const auto leave = [&](std::uint32_t from, unsigned at) {
        for_each(row(matrices_[relation].pairs, from), [&](std::size_t to) {
            if (done[to]) return;
            const unsigned sum = at + 1 + cost({relation, from, static_cast<std::uint32_t>(to)});
            if (sum >= distance[to]) return;
            distance[to] = sum;
            before[to] = from;
        });
    };
    leave(fact.a, 0);
    while (true) {
        std::uint32_t nearest = fact.b;
        for (std::uint32_t each = 0; each < n; ++each)
            if (!done[each] && distance[each] < distance[nearest]) nearest = each;
        if (nearest == fact.b) break;
        done[nearest] = true;
        leave(nearest, distance[nearest]);
    }
    std::uint32_t at = fact.b;
    do {
        need({relation, before[at], at});
        at = before[at];
    } while (at != fact.a);
}

template <std::size_t W>
void Growth<W>::expand_projection(const Fact& fact) {
    const GrowingNode& of = graph_.nodes[fact.node];
    Fact best;
    unsigned least = std::numeric_limits<unsigned>::max();
    const auto consider = [&](std::size_t a, std::size_t b) {
        const Fact pair{of.left, static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)};
        if (!holds(pair) || cost(pair) >= least) return;
        least = cost(pair);
        best = pair;
    };
    for (std::size_t other = 0; other < graph_.shape.n; ++other) {
        if (of.op == Op::domain)
            consider(fact.a, other);
        else
            consider(other, fact.a);
    }
    need(best);
}

// The rest of the class is instantiated in growth.cpp.
template std::vector<std::uint32_t> Growth<0>::why();
template std::vector<std::uint32_t> Growth<1>::why();
template std::vector<std::uint32_t> Growth<2>::why();
template unsigned Growth<0>::cost(const Fact&);
template unsigned Growth<1>::cost(const Fact&);
template unsigned Growth<2>::cost(const Fact&);

}  // namespace clmm::model
