#include "clmm/model/derivation.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>

#include "clmm/base/ensure.h"

namespace clmm::model {
namespace {

class Deriving {
public:
    Deriving(const Program& program, const Evaluator& evaluator, const Reason& given)
        : program_(program), evaluator_(evaluator), given_(given) {}

    std::size_t operator()(const NodeFact& fact) {
        if (const auto known = known_.find(fact); known != known_.end()) return known->second;
        Inference inference = infer(fact);
        out_.push_back(std::move(inference));
        return known_[fact] = out_.size() - 1;
    }

    std::vector<Inference> take() { return std::move(out_); }

private:
    [[nodiscard]] bool in(NodeId node, EventId a, EventId b) const {
        return program_[node].is_set ? evaluator_.set(node).test(a.index())
                                     : evaluator_.relation(node).test(a.index(), b.index());
    }
    /// The fact about a pair that is so on this execution.
    [[nodiscard]] NodeFact fact(NodeId node, EventId a, EventId b) const {
        return {node, a, b, in(node, a, b)};
    }
    [[nodiscard]] Reason reason(const NodeFact& of) const {
        return of.holds ? evaluator_.why(of.node, of.a, of.b)
                        : evaluator_.why_not(of.node, of.a, of.b);
    }

    Inference infer(const NodeFact& of) {
        const Node& node = program_[of.node];
        const Bounds bounds = evaluator_.bounds(of.node);
        const bool is_fixed = of.holds ? bounds.must.test(of.a.index(), of.b.index())
                                       : !bounds.may.test(of.a.index(), of.b.index());
        const std::optional<std::vector<NodeFact>> premises =
            of.holds ? present(of, node) : absent(of, node);
        if (!premises)
            return {of,
                    is_fixed ? Inference::By::structure : Inference::By::execution,
                    is_fixed,
                    {},
                    reason(of)};
        Inference inference{of, Inference::By::operands, is_fixed, {}, {}};
        for (const NodeFact& premise : *premises) {
            const std::size_t index = (*this)(premise);
            // `r & r` rests on one fact.
            if (std::ranges::find(inference.premises, index) == inference.premises.end())
                inference.premises.push_back(index);
        }
        return inference;
    }

    using Premises = std::optional<std::vector<NodeFact>>;

    /// Facts about operands that put a pair into the node; none where the execution itself does.
    Premises present(const NodeFact& of, const Node& node) {
        const auto [_, a, b, holds] = of;
        const auto both = [](const NodeFact& x, const NodeFact& y) { return Premises({x, y}); };
        switch (node.op) {
            case NodeOp::unite:
                return cheapest({alternative(node.left, a, b), alternative(node.right, a, b)});
            case NodeOp::intersect:
            case NodeOp::subtract:
                return both(fact(node.left, a, b), fact(node.right, a, b));
            case NodeOp::complement:
                return Premises({fact(node.left, a, b)});
            case NodeOp::inverse:
                return Premises({fact(node.left, b, a)});
            case NodeOp::optional:
                if (a == b) return Premises(std::in_place);
                return Premises({fact(node.left, a, b)});
            case NodeOp::product:
                return both(fact(node.left, a, a), fact(node.right, b, b));
            case NodeOp::identity_on:
                return Premises({fact(node.left, a, a)});
            case NodeOp::sequence:
                return sequence(node, a, b);
            case NodeOp::transitive_closure:
                return path(node.left, a, b);
            case NodeOp::reflexive_transitive_closure:
                return a == b ? Premises(std::in_place) : path(node.left, a, b);
            case NodeOp::domain:
            case NodeOp::range:
                return projection(node, a);
            default:
                return std::nullopt;
        }
    }

    /// What keeps a pair out that another operand would let in.
    Premises absent(const NodeFact& of, const Node& node) {
        const auto [_, a, b, holds] = of;
        switch (node.op) {
            case NodeOp::unite:
                return Premises({fact(node.left, a, b), fact(node.right, a, b)});
            case NodeOp::intersect:
                return cheapest({missing(node.left, a, b), missing(node.right, a, b)});
            case NodeOp::subtract:
                return cheapest({missing(node.left, a, b), alternative(node.right, a, b)});
            case NodeOp::product:
                return cheapest({missing(node.left, a, a), missing(node.right, b, b)});
            case NodeOp::complement:
            case NodeOp::optional:
                if (a == b && node.op == NodeOp::optional) return std::nullopt;
                return Premises({fact(node.left, a, b)});
            case NodeOp::inverse:
                return Premises({fact(node.left, b, a)});
            case NodeOp::identity_on:
                if (a != b) return std::nullopt;
                return Premises({fact(node.left, a, a)});
            default:
                return std::nullopt;
        }
    }

    Premises alternative(NodeId node, EventId a, EventId b) const {
        if (!in(node, a, b)) return std::nullopt;
        return Premises({NodeFact{node, a, b, true}});
    }
    Premises missing(NodeId node, EventId a, EventId b) const {
        if (in(node, a, b)) return std::nullopt;
        return Premises({NodeFact{node, a, b, false}});
    }

    [[nodiscard]] std::size_t cost(const std::vector<NodeFact>& facts) const {
        std::size_t sum = 0;
        for (const NodeFact& each : facts)
            for (const Literal& literal : reason(each)) sum += is_foreign(literal) ? kForeign : 1;
        return sum;
    }

    /// That an event takes place mostly follows from what else is given of it.
    [[nodiscard]] bool is_foreign(const Literal& literal) const {
        return !given_.empty() && literal.kind != Literal::Kind::executed &&
               std::ranges::find(given_, literal) == given_.end();
    }
    static constexpr std::size_t kForeign = 1000;  ///< more than the literals of any way

    /// At equal costs what is said of the actions themselves.
    Premises cheapest(std::initializer_list<Premises> ways) const {
        const Premises* best = nullptr;
        const auto rank = [&](const std::vector<NodeFact>& way) {
            const Node& node = program_[way.front().node];
            return std::pair(cost(way), !node.is_set && node.op != NodeOp::product);
        };
        for (const Premises& way : ways)
            if (way && (best == nullptr || rank(*way) < rank(**best))) best = &way;
        ensure(best != nullptr, "what holds of a node follows from its operands");
        return *best;
    }

    Premises sequence(const Node& node, EventId a, EventId b) const {
        std::optional<std::vector<NodeFact>> best;
        std::size_t best_cost = 0;
        evaluator_.relation(node.left).for_each_in_row(a.index(), [&](std::size_t via) {
            const EventId between(via);
            if (!in(node.right, between, b)) return;
            std::vector<NodeFact> way{{node.left, a, between, true},
                                      {node.right, between, b, true}};
            const std::size_t way_cost = cost(way);
            if (best && best_cost <= way_cost) return;
            best = std::move(way);
            best_cost = way_cost;
        });
        ensure(best.has_value(), "a composition has a middle");
        return best;
    }

    Premises projection(const Node& node, EventId of) const {
        std::optional<std::vector<NodeFact>> best;
        evaluator_.relation(node.left).for_each([&](std::size_t a, std::size_t b) {
            if ((node.op == NodeOp::domain ? a : b) != of.index()) return;
            std::vector<NodeFact> way{{node.left, EventId(a), EventId(b), true}};
            if (!best || cost(way) < cost(*best)) best = std::move(way);
        });
        ensure(best.has_value(), "a member of a projection comes from a pair");
        return best;
    }

    /// The cheapest path of one or more steps, by the lengths of the steps' reasons, then by their
    /// number.
    Premises path(NodeId step, EventId from, EventId to) const {
        const BitMatrix& edges = evaluator_.relation(step);
        constexpr std::size_t kFar = static_cast<std::size_t>(-1);
        struct Reached {
            std::size_t cost = kFar;
            std::size_t before = 0;
            bool settled = false;
        };
        std::vector<Reached> reached(edges.size());
        const auto leave = [&](std::size_t at, std::size_t so_far) {
            edges.for_each_in_row(at, [&](std::size_t next) {
                const std::size_t through =
                    so_far + 1 + reached.size() * cost({{step, EventId(at), EventId(next), true}});
                if (!reached[next].settled && through < reached[next].cost)
                    reached[next] = {through, at, false};
            });
        };
        leave(from.index(), 0);
        while (!reached[to.index()].settled) {
            std::size_t next = edges.size();
            for (std::size_t i = 0; i < edges.size(); ++i)
                if (!reached[i].settled && reached[i].cost != kFar &&
                    (next == edges.size() || reached[i].cost < reached[next].cost))
                    next = i;
            ensure(next != edges.size(), "a pair of a closure has a path");
            reached[next].settled = true;
            if (next != from.index()) leave(next, reached[next].cost);
        }
        std::vector<NodeFact> steps;
        std::size_t at = to.index();
        do {
            steps.push_back({step, EventId(reached[at].before), EventId(at), true});
            at = reached[at].before;
        } while (at != from.index());
        std::reverse(steps.begin(), steps.end());
        return steps;
    }

    const Program& program_;
    const Evaluator& evaluator_;
    const Reason& given_;
    std::vector<Inference> out_;
    std::map<NodeFact, std::size_t> known_;
};

}  // namespace

std::vector<Inference> derive(const Program& program, const Evaluator& evaluator,
                              const std::vector<NodeFact>& facts, const Reason& given) {
    Deriving deriving(program, evaluator, given);
    for (const NodeFact& fact : facts) deriving(fact);
    return deriving.take();
}

std::size_t find(const std::vector<Inference>& inferences, const NodeFact& fact) {
    const auto found = std::ranges::find(inferences, fact, &Inference::fact);
    ensure(found != inferences.end(), "the fact was derived");
    return static_cast<std::size_t>(found - inferences.begin());
}

std::vector<NodeFact> facts_of(const Program& program, const Finding& finding) {
    const Check& check = program.checks[finding.check];
    NodeId node = check.node;
    // acyclic(r+) asks the same as acyclic(r), and findings speak of the latter.
    if (check.kind == CheckKind::acyclic)
        while (program[node].op == NodeOp::transitive_closure) node = program[node].left;
    std::vector<NodeFact> facts;
    const std::vector<EventId>& events = finding.events;
    if (events.empty()) return facts;
    if (check.kind == CheckKind::empty || check.kind == CheckKind::irreflexive) {
        facts.push_back({node, events.front(), events.back(), true});
        return facts;
    }
    for (std::size_t i = 0; i < events.size(); ++i)
        facts.push_back({node, events[i], events[(i + 1) % events.size()], true});
    return facts;
}

}  // namespace clmm::model
