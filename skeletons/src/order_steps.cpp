#include "clmm/skeletons/order_steps.h"

#include <algorithm>
#include <array>

#include "axiom_facts.h"
#include "claims.h"

namespace clmm::skeletons {
namespace {

using litmus::EventKind;
using litmus::EventStructure;
using model::NodeId;
using model::NodeOp;

constexpr std::size_t kOrders = static_cast<std::size_t>(OrderSteps::Order::seq_cst) + 1;

template <class Holds>
BitMatrix matrix_of(std::size_t events, Holds&& holds) {
    BitMatrix made(events);
    for (std::size_t a = 0; a < events; ++a)
        for (std::size_t b = 0; b < events; ++b)
            if (holds(a, b)) made.set(a, b);
    return made;
}

BitMatrix diagonal(std::size_t events) {
    return matrix_of(events, [](std::size_t a, std::size_t b) { return a == b; });
}

/// What executions decide is bounded by what events are; the rest does not depend on orders.
MayMust bounds_of(model::Base base, const EventStructure& structure, const BitMatrix& value) {
    const auto of_kinds = [&](EventKind first, EventKind second) {
        return MayMust{matrix_of(structure.size(),
                                 [&](std::size_t a, std::size_t b) {
                                     return structure.events[a].kind == first &&
                                            structure.events[b].kind == second;
                                 }),
                       BitMatrix(structure.size())};
    };
    switch (base) {
        case model::Base::reads_from:
            return of_kinds(EventKind::write, EventKind::read);
        case model::Base::modification_order:
            return of_kinds(EventKind::write, EventKind::write);
        case model::Base::same_location:
            return {matrix_of(structure.size(),
                              [&](std::size_t a, std::size_t b) {
                                  return litmus::is_access(structure.events[a]) &&
                                         litmus::is_access(structure.events[b]);
                              }),
                    BitMatrix(structure.size())};
        case model::Base::barrier_pair:
            return of_kinds(EventKind::barrier_entry, EventKind::barrier_exit);
        default:
            return {value, value};
    }
}

}  // namespace

/// Of a set, its members for each order. Of a relation, bounds; whether they are the same for all.
struct OrderSteps::Base {
    std::array<BitSet, kOrders> sets = {};
    MayMust relation = {};
    bool is_known = true;
};

struct OrderSteps::Facts {
    std::size_t events = 0;
    std::vector<Base> bases = {};          ///< in the order of OrderSteps::bases_
    std::vector<std::size_t> number = {};  ///< by node
};

OrderSteps::OrderSteps(const model::MemoryModel& model) : model_(model) {
    for (std::size_t i = 0; i < model.program.nodes.size(); ++i)
        if (model.program.nodes[i].op == NodeOp::base) bases_.emplace_back(i);
}

std::shared_ptr<const OrderSteps::Facts> OrderSteps::facts(const Dressed& dressed) {
    auto made = std::make_shared<Facts>();
    made->bases.resize(bases_.size());
    made->number.resize(model_.program.nodes.size());
    for (std::size_t i = 0; i < bases_.size(); ++i) made->number[bases_[i].index()] = i;
    for (std::size_t order = 0; order < kOrders; ++order) {
        const EventStructure* const structure = dressed(static_cast<Order>(order));
        if (structure == nullptr) return nullptr;
        made->events = structure->size();
        evaluator_ ? evaluator_->reset(*structure)
                   : static_cast<void>(evaluator_.emplace(model_, *structure));
        evaluator_->evaluate(all_events(structure->size(), model_.program));
        for (std::size_t i = 0; i < bases_.size(); ++i) {
            const model::Node& node = model_.program[bases_[i]];
            Base& base = made->bases[i];
            if (node.is_set) {
                base.sets[order] = evaluator_->set(bases_[i]);
                continue;
            }
            const BitMatrix& value = evaluator_->relation(bases_[i]);
            if (order == 0)
                base.relation =
                    bounds_of(static_cast<model::Base>(node.payload), *structure, value);
            else if (model_.program.named(node) != nullptr)
                base.is_known = base.is_known && value == base.relation.may;
        }
    }
    return made;
}

/// One operation with one order after another.
class OrderSteps::Step {
public:
    Step(const model::Program& program, const Facts& facts, const std::vector<Change>& changes)
        : program_(program), facts_(facts), own_(facts.events) {
        for (const Change& change : changes)
            for (const std::size_t event : change.events) own_[event] = &change;
    }

    [[nodiscard]] bool is_stronger() const {
        NodeBounds first(program_, facts_.events,
                         [&](NodeId node) { return bounds(node, &Change::than); });
        NodeBounds second(program_, facts_.events,
                          [&](NodeId node) { return bounds(node, &Change::order); });
        Claims claims(program_, first, second,
                      [&](Claims::Claim claim, NodeId node, const BitMatrix& pairs) {
                          return holds(claim, node, pairs);
                      });
        const auto keeps_members = [&](const model::TotalOrder& each) {
            return claims.holds(Claims::Claim::keeps, each.over);
        };
        const auto fails_as_before = [&](const model::Check& each) {
            return each.role != model::CheckRole::axiom ||
                   claims.holds(each.negated ? Claims::Claim::adds_none : Claims::Claim::keeps,
                                each.node);
        };
        return std::ranges::all_of(program_.total_orders, keeps_members) &&
               std::ranges::all_of(program_.checks, fails_as_before);
    }

private:
    [[nodiscard]] const Base& base(NodeId node) const {
        return facts_.bases[facts_.number[node.index()]];
    }

    [[nodiscard]] static bool has(const Base& of, std::size_t event, Order order) {
        return of.sets[static_cast<std::size_t>(order)].test(event);
    }

    /// With `order` for the operation, and any orders for others.
    [[nodiscard]] MayMust bounds(NodeId node, Order Change::*order) const {
        const Base& of = base(node);
        const BitMatrix none(facts_.events);
        if (!program_[node].is_set) {
            if (of.is_known) return of.relation;
            return {matrix_of(facts_.events, [](auto, auto) { return true; }), none};
        }
        if (program_[node].payload == static_cast<std::uint32_t>(model::Base::rmw_event))
            return {diagonal(facts_.events), none};
        MayMust made{none, none};
        for (std::size_t i = 0; i < facts_.events; ++i) {
            const auto has_it = [&](const BitSet& set) { return set.test(i); };
            const Change* const own = own_[i];
            if (own ? has(of, i, own->*order) : std::ranges::any_of(of.sets, has_it))
                made.may.set(i, i);
            if (own ? has(of, i, own->*order) : std::ranges::all_of(of.sets, has_it))
                made.must.set(i, i);
        }
        return made;
    }

    /// Others are in the same sets as before.
    [[nodiscard]] bool holds(Claims::Claim claim, NodeId node, const BitMatrix& pairs) const {
        const Base& of = base(node);
        if (!program_[node].is_set) return of.is_known;
        for (std::size_t i = 0; i < facts_.events; ++i) {
            if (own_[i] == nullptr || !pairs.test(i, i)) continue;
            const bool before = has(of, i, own_[i]->than), now = has(of, i, own_[i]->order);
            if (claim == Claims::Claim::keeps ? before && !now : now && !before) return false;
        }
        return true;
    }

    const model::Program& program_;
    const Facts& facts_;
    std::vector<const Change*> own_;  ///< by event; null: of another operation
};

bool OrderSteps::is_stronger(const Facts& facts, const std::vector<Change>& changes) const {
    return Step(model_.program, facts, changes).is_stronger();
}

}  // namespace clmm::skeletons
