#include "clmm/model/conditional_bounds.h"

#include <algorithm>

#include "evaluate/growing_graph.h"

namespace clmm::model {

using Op = GrowingNode::Op;
using Watch = GrowingNode::Watch;
using Word = kernels::Word;

namespace {

/// How far a failed axiom is taken apart, and into how many ways.
constexpr int kDepth = 4;
constexpr int kCycleDepth = 2;
constexpr std::size_t kMostWays = 512;
/// Cycles that are gone through one by one, and steps on the way.
constexpr std::size_t kMostCycles = 8192;
constexpr std::size_t kMostCycleSteps = 100'000;

std::vector<std::uint32_t> watched_nodes(const GrowingGraph& graph) {
    std::vector<std::uint32_t> watched;
    for (std::uint32_t i = 0; i < graph.nodes.size(); ++i)
        if (graph.nodes[i].watch != Watch::none) watched.push_back(i);
    return watched;
}

}  // namespace

struct ConditionalBounds::State {
    State(const GrowingGraph& of, Conditions given, std::optional<std::size_t> only)
        : graph(of),
          conditions(std::move(given)),
          shape(of.shape),
          watched(watched_nodes(of)),
          bounds(of.nodes.size()),
          scratch(conditions.words) {
        std::vector<bool> needed(graph.nodes.size(), !only);
        if (only) needed[watched[*only]] = true;
        for (std::size_t i = graph.nodes.size(); i-- > 0;)
            for (const std::uint32_t operand : {graph.nodes[i].left, graph.nodes[i].right})
                if (needed[i] && operand != GrowingNode::kNone) needed[operand] = true;
        for (std::uint32_t i = 0; i < graph.nodes.size(); ++i)
            if (needed[i]) compute(i);
    }

    static constexpr std::uint32_t kNone = GrowingNode::kNone;

    struct Bound {
        kernels::Words may;                 ///< pairs; of sets one row
        std::vector<std::uint32_t> places;  ///< by pair, where it is in `may`: of its set in `sets`
        std::vector<Word> sets;
    };
    using Ways = std::vector<LiteralSet>;

    [[nodiscard]] bool is_set(std::uint32_t node) const { return graph.nodes[node].is_set; }
    [[nodiscard]] const Word* row(std::uint32_t node, std::size_t a) const {
        return bounds[node].may.data() + (is_set(node) ? 0 : a * shape.stride);
    }
    [[nodiscard]] std::size_t place(std::uint32_t node, std::size_t a, std::size_t b) const {
        return is_set(node) ? b : a * shape.n + b;
    }
    [[nodiscard]] bool may(std::uint32_t node, std::size_t a, std::size_t b) const {
        return kernels::test(row(node, a), b);
    }
    [[nodiscard]] const Word* needs(std::uint32_t node, std::size_t a, std::size_t b) const {
        const Bound& bound = bounds[node];
        return bound.sets.data() + bound.places[place(node, a, b)] * conditions.words;
    }
    /// Of a set b = a.
    template <class F>
    void for_each_pair(std::uint32_t node, F&& f) const {
        if (is_set(node))
            return kernels::for_each(shape, row(node, 0), [&](std::size_t a) { f(a, a); });
        for (std::size_t a = 0; a < shape.n; ++a)
            kernels::for_each(shape, row(node, a), [&](std::size_t b) { f(a, b); });
    }

    [[nodiscard]] bool contradicts(const Word* set) const {
        const std::size_t half = conditions.words / 2;
        for (std::size_t i = 0; i < half; ++i)
            if ((set[i] & set[half + i]) != 0) return true;
        return false;
    }

    /// One more way to get a pair: needed is what all ways need.
    void put(std::uint32_t node, std::size_t a, std::size_t b, const Word* set) {
        Bound& bound = bounds[node];
        Word* const members = bound.may.data() + (is_set(node) ? 0 : a * shape.stride);
        if (!kernels::test(members, b)) {
            kernels::put(members, b);
            // `set` may be in the vector that grows.
            const LiteralSet copy(set, set + conditions.words);
            bound.places[place(node, a, b)] = static_cast<std::uint32_t>(
                bound.sets.size() / std::max<std::size_t>(1, copy.size()));
            bound.sets.insert(bound.sets.end(), copy.begin(), copy.end());
            return;
        }
        Word* const known = bound.sets.data() + bound.places[place(node, a, b)] * conditions.words;
        for (std::size_t i = 0; i < conditions.words; ++i) known[i] &= set[i];
    }

    void join(std::uint32_t node, std::size_t a, std::size_t b, const Word* x, const Word* y) {
        for (std::size_t i = 0; i < conditions.words; ++i) scratch[i] = x[i] | y[i];
        if (!contradicts(scratch.data())) put(node, a, b, scratch.data());
    }

    /// What an event needs to take place; null where it cannot.
    [[nodiscard]] const LiteralSet* executed(std::size_t event) const {
        static const LiteralSet nothing(kMostWords, 0);
        const std::uint32_t input = graph.executed_input[event];
        if (input == kNone) return &nothing;
        return conditions.by_input[input] ? &*conditions.by_input[input] : nullptr;
    }

    void compute(std::uint32_t node) {
        Bound& bound = bounds[node];
        bound.may.assign(shape.words(is_set(node)), 0);
        bound.places.assign(is_set(node) ? shape.n : shape.n * shape.n, 0);
        bound.sets.clear();
        switch (graph.nodes[node].op) {
            case Op::masked:
                return compute_masked(node);
            case Op::input:
                return compute_input(node);
            case Op::intersect:
            case Op::sequence:
            case Op::product:
            case Op::order:
                return compute_joined(node);
            case Op::closure:
            case Op::reflexive_closure:
            case Op::optional:
                return compute_closure(node, nullptr);
            default:
                return compute_copied(node);
        }
    }

    void compute_masked(std::uint32_t node) {
        const GrowingNode& of = graph.nodes[node];
        const kernels::Words& pairs = of.possible.empty() ? of.constant : of.possible;
        const auto add = [&](std::size_t a, std::size_t b) {
            const LiteralSet* first = executed(a);
            const LiteralSet* second = executed(b);
            if (first != nullptr && second != nullptr)
                join(node, a, b, first->data(), second->data());
        };
        if (of.is_set)
            return kernels::for_each(shape, pairs.data(), [&](std::size_t a) { add(a, a); });
        for (std::size_t a = 0; a < shape.n; ++a)
            kernels::for_each(shape, pairs.data() + a * shape.stride,
                              [&](std::size_t b) { add(a, b); });
    }

    void compute_input(std::uint32_t node) {
        for (std::size_t input = 0; input < graph.inputs.size(); ++input) {
            const GrowingGraph::Addition& at = graph.places[input];
            const auto& needed = conditions.by_input[input];
            if (at.node == node && needed && !contradicts(needed->data()))
                put(node, at.a, at.b, needed->data());
        }
    }

    void compute_joined(std::uint32_t node) {
        const GrowingNode& of = graph.nodes[node];
        const auto [left, right] = std::pair(of.left, of.right);
        for_each_pair(left, [&](std::size_t a, std::size_t b) {
            switch (of.op) {
                case Op::intersect:
                    if (may(right, a, b)) join(node, a, b, needs(left, a, b), needs(right, a, b));
                    return;
                case Op::sequence:
                    return kernels::for_each(shape, row(right, b), [&](std::size_t c) {
                        join(node, a, c, needs(left, a, b), needs(right, b, c));
                    });
                case Op::product:
                    return kernels::for_each(shape, row(right, 0), [&](std::size_t c) {
                        join(node, a, c, needs(left, a, a), needs(right, c, c));
                    });
                default:  // order: pairs of `right` within the set
                    return kernels::for_each(shape, row(left, 0), [&](std::size_t c) {
                        if (!may(right, a, c)) return;
                        LiteralSet members(needs(left, a, a), needs(left, a, a) + conditions.words);
                        const Word* other = needs(left, c, c);
                        for (std::size_t i = 0; i < members.size(); ++i) members[i] |= other[i];
                        join(node, a, c, members.data(), needs(right, a, c));
                    });
            }
        });
    }

    void compute_copied(std::uint32_t node) {
        const GrowingNode& of = graph.nodes[node];
        const auto constant_has = [&](std::size_t a, std::size_t b) {
            return of.is_set ? kernels::test(of.constant.data(), a)
                             : kernels::test(shape, of.constant.data(), a, b);
        };
        for (const std::uint32_t operand : {of.left, of.right}) {
            if (operand == kNone) continue;
            for_each_pair(operand, [&](std::size_t a, std::size_t b) {
                const Word* set = needs(operand, a, b);
                switch (of.op) {
                    case Op::subtract:
                        if (of.is_bound || !constant_has(a, b)) put(node, a, b, set);
                        return;
                    case Op::rows:
                        if (kernels::test(of.constant.data(), a)) put(node, a, b, set);
                        return;
                    case Op::columns:
                        if (kernels::test(of.constant.data(), b)) put(node, a, b, set);
                        return;
                    case Op::inverse:
                        return put(node, b, a, set);
                    case Op::domain:
                        return put(node, a, a, set);
                    case Op::range:
                        return put(node, b, b, set);
                    default:  // unite, identity_on
                        return put(node, a, b, set);
                }
            });
        }
    }

    /// Without paths through events that are `gone`, if any are given.
    void compute_closure(std::uint32_t node, const BitSet* gone) {
        const GrowingNode& of = graph.nodes[node];
        const auto is_gone = [&](std::size_t event) {
            return gone != nullptr && gone->test(event);
        };
        for_each_pair(of.left, [&](std::size_t a, std::size_t b) {
            if (!is_gone(a) && !is_gone(b)) put(node, a, b, needs(of.left, a, b));
        });
        if (of.op != Op::optional)
            for (std::size_t middle = 0; middle < shape.n; ++middle)
                for (std::size_t a = 0; a < shape.n && !is_gone(middle); ++a) {
                    if (!may(node, a, middle)) continue;
                    const kernels::Words after(row(node, middle), row(node, middle) + shape.stride);
                    kernels::for_each(shape, after.data(), [&](std::size_t b) {
                        join(node, a, b, needs(node, a, middle), needs(node, middle, b));
                    });
                }
        if (of.op == Op::closure) return;
        for (std::size_t event = 0; event < shape.n; ++event)
            if (const LiteralSet* needed = executed(event)) put(node, event, event, needed->data());
    }

    // ---- taking apart ----

    [[nodiscard]] LiteralSet copy(const Word* set) const { return {set, set + conditions.words}; }

    /// Each of one with each of the other.
    void cross(const Ways& first, const Ways& second, Ways& out) const {
        for (const LiteralSet& x : first)
            for (const LiteralSet& y : second) {
                if (out.size() > kMostWays) return;
                LiteralSet both = x;
                for (std::size_t i = 0; i < both.size(); ++i) both[i] |= y[i];
                if (!contradicts(both.data())) out.push_back(std::move(both));
            }
    }

    /// Ways of which every execution with the pair has one.
    void take_apart(std::uint32_t node, std::size_t a, std::size_t b, int depth, Ways& out) const {
        if (!may(node, a, b) || out.size() > kMostWays) return;
        const GrowingNode& of = graph.nodes[node];
        if (depth == 0) return out.push_back(copy(needs(node, a, b)));
        switch (of.op) {
            case Op::unite:
                take_apart(of.left, a, b, depth, out);
                return take_apart(of.right, a, b, depth, out);
            case Op::rows:
            case Op::columns:
            case Op::subtract:
            case Op::identity_on:
                return take_apart(of.left, a, b, depth, out);
            case Op::inverse:
                return take_apart(of.left, b, a, depth, out);
            case Op::optional:
                take_apart(of.left, a, b, depth, out);
                if (a == b && executed(a) != nullptr) out.push_back(copy(executed(a)->data()));
                return;
            case Op::intersect: {
                Ways first, second;
                take_apart(of.left, a, b, depth - 1, first);
                take_apart(of.right, a, b, depth - 1, second);
                return cross(first, second, out);
            }
            case Op::sequence:
                return take_apart_steps(of.left, of.right, {a, b}, depth - 1, out);
            case Op::closure:
                take_apart(of.left, a, b, depth - 1, out);
                return take_apart_steps(of.left, node, {a, b}, depth - 1, out);
            default:
                out.push_back(copy(needs(node, a, b)));
        }
    }

    /// A pair of `first`, and then one of `rest`; of a closure the rest stays whole.
    void take_apart_steps(std::uint32_t first, std::uint32_t rest,
                          std::pair<std::size_t, std::size_t> ends, int depth, Ways& out) const {
        const Op op = graph.nodes[rest].op;
        const bool stays_whole = op == Op::closure && graph.nodes[rest].left == first;
        kernels::for_each(shape, row(first, ends.first), [&](std::size_t middle) {
            if (!may(rest, middle, ends.second)) return;
            Ways heads, tails;
            take_apart(first, ends.first, middle, depth, heads);
            take_apart(rest, middle, ends.second, stays_whole ? 0 : depth, tails);
            cross(heads, tails, out);
        });
    }

    bool refute_pair(std::uint32_t node, std::size_t a, std::size_t b, int depth,
                     const IsRefuted& is_refuted) const {
        Ways ways;
        take_apart(node, a, b, depth, ways);
        return ways.size() <= kMostWays && std::ranges::all_of(ways, is_refuted);
    }

    /// Every cycle has a first event among those that are not gone.
    bool refute_cycles(std::uint32_t node, const IsRefuted& is_refuted) {
        const Bound whole = bounds[node];
        BitSet gone(shape.n);
        bool refuted = true;
        for (std::size_t event = 0; event < shape.n && refuted; ++event) {
            if (!may(node, event, event)) continue;
            refuted = refute_pair(node, event, event, kCycleDepth, is_refuted);
            gone.set(event);
            bounds[node].may.assign(bounds[node].may.size(), 0);
            bounds[node].sets.clear();
            compute_closure(node, &gone);
        }
        bounds[node] = whole;  // other axioms may need it
        return refuted;
    }

    // ---- cycles one by one ----

    /// A shortest cycle: none of its events but neighbours are related for certain.
    struct Cycle {
        std::uint32_t step;     ///< the relation
        kernels::Words always;  ///< pairs that it has wherever both events take place
        std::vector<std::size_t> events = {};
        std::size_t found = 0;
        std::size_t steps = 0;
    };

    void add_certain(std::uint32_t node, kernels::Words& pairs) const {
        const GrowingNode& of = graph.nodes[node];
        if (of.op == Op::masked)
            for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] |= of.constant[i];
        if (of.op != Op::unite) return;
        add_certain(of.left, pairs);
        add_certain(of.right, pairs);
    }

    /// By their least events. False too where there are very many.
    bool refute_shortest_cycles(std::uint32_t node, const IsRefuted& is_refuted) const {
        Cycle cycle{graph.nodes[node].left, kernels::Words(shape.words(false), 0)};
        add_certain(cycle.step, cycle.always);
        for (std::size_t event = 0; event < shape.n; ++event) {
            if (!may(node, event, event)) continue;
            cycle.events.assign(1, event);
            if (!refute_continued(cycle, LiteralSet(conditions.words, 0), is_refuted)) return false;
        }
        return true;
    }

    bool refute_continued(Cycle& cycle, const LiteralSet& needed,
                          const IsRefuted& is_refuted) const {
        const std::size_t first = cycle.events.front();
        const std::size_t last = cycle.events.back();
        const bool must_close = last != first && is_always(cycle, last, first);
        bool refuted = true;
        kernels::for_each(shape, row(cycle.step, last), [&](std::size_t next) {
            if (!refuted || next < first || (must_close && next != first) ||
                (next != first && !can_continue(cycle, next)))
                return;
            LiteralSet both = needed;
            const Word* more = needs(cycle.step, last, next);
            for (std::size_t i = 0; i < both.size(); ++i) both[i] |= more[i];
            if (contradicts(both.data())) return;
            if (++cycle.steps > kMostCycleSteps) {
                refuted = false;
            } else if (next == first) {
                refuted = ++cycle.found <= kMostCycles && is_refuted(both);
            } else {
                cycle.events.push_back(next);
                refuted = refute_continued(cycle, both, is_refuted);
                cycle.events.pop_back();
            }
        });
        return refuted;
    }

    [[nodiscard]] bool is_always(const Cycle& cycle, std::size_t a, std::size_t b) const {
        return kernels::test(shape, cycle.always.data(), a, b);
    }

    [[nodiscard]] bool can_continue(const Cycle& cycle, std::size_t next) const {
        for (std::size_t i = 0; i < cycle.events.size(); ++i) {
            const std::size_t event = cycle.events[i];
            if (event == next) return false;
            const bool is_last = i + 1 == cycle.events.size();
            if (!is_last && is_always(cycle, event, next)) return false;
            if (i != 0 && is_always(cycle, next, event)) return false;
        }
        return true;
    }

    static constexpr std::size_t kMostWords = 64;

    const GrowingGraph& graph;
    Conditions conditions;
    Shape shape;
    std::vector<std::uint32_t> watched;
    std::vector<Bound> bounds;  ///< by node
    LiteralSet scratch;
};

ConditionalBounds::ConditionalBounds(const GrowingGraph& graph, Conditions conditions,
                                     std::optional<std::size_t> only)
    : state_(std::make_unique<State>(graph, std::move(conditions), only)) {}
ConditionalBounds::~ConditionalBounds() = default;

std::optional<std::size_t> ConditionalBounds::axioms(const GrowingGraph& graph) {
    if (graph.has_negated) return std::nullopt;
    return watched_nodes(graph).size();
}

bool ConditionalBounds::refute(std::size_t axiom, const IsRefuted& is_refuted) {
    const std::uint32_t node = state_->watched[axiom];
    const bool is_irreflexive = state_->graph.nodes[node].watch == Watch::irreflexive;
    if (is_irreflexive && state_->graph.nodes[node].op == Op::closure)
        return state_->refute_cycles(node, is_refuted) ||
               state_->refute_shortest_cycles(node, is_refuted);
    bool refuted = true;
    state_->for_each_pair(node, [&](std::size_t a, std::size_t b) {
        if (refuted && (!is_irreflexive || a == b))
            refuted = state_->refute_pair(node, a, b, kDepth, is_refuted);
    });
    return refuted;
}

}  // namespace clmm::model
