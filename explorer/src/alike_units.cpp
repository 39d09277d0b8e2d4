#include "alike_units.h"

#include <algorithm>
#include <set>

namespace clmm::explorer {

using litmus::Event;
using litmus::EventKind;
using litmus::UnitId;
using model::Automorphism;

AlikeUnits::AlikeUnits(const EventStructure& structure, const std::vector<Automorphism>& symmetries)
    : structure_(structure) {
    for (const Automorphism& symmetry : symmetries)
        if (const auto found = exchange(symmetry)) exchanges_.push_back(*found);
    for (const auto& chain : disjoint_chains()) add_chain(chain);
}

/// Two units change places, all others stay.
std::optional<AlikeUnits::Exchange> AlikeUnits::exchange(const Automorphism& symmetry) const {
    std::set<std::pair<UnitId, UnitId>> moves;
    for (const Event& event : structure_.events) {
        const EventId image = symmetry(event.id);
        if (symmetry(image) != event.id) return std::nullopt;
        if (!event.unit.valid()) continue;
        if (structure_[image].unit != event.unit)
            moves.emplace(event.unit, structure_[image].unit);
        else if (image != event.id)
            return std::nullopt;
    }
    if (moves.size() != 2) return std::nullopt;
    const auto [a, b] = *moves.begin();
    if (*moves.rbegin() != std::pair(b, a)) return std::nullopt;
    return Exchange{a, b, &symmetry};
}

/// Exchanges of neighbours, from a unit that is no other's second; a unit is in one chain.
std::vector<std::vector<const AlikeUnits::Exchange*>> AlikeUnits::disjoint_chains() const {
    const auto of = [&](UnitId unit, UnitId Exchange::*end) {
        return std::ranges::find(exchanges_, unit, end);
    };
    std::vector<std::vector<const Exchange*>> chains;
    std::set<UnitId> placed;
    for (const Exchange& start : exchanges_) {
        if (of(start.first, &Exchange::second) != exchanges_.end()) continue;
        std::vector<const Exchange*> chain{&start};
        for (auto next = of(start.second, &Exchange::first); next != exchanges_.end();
             next = of(next->second, &Exchange::first))
            chain.push_back(&*next);
        bool is_free = !placed.contains(start.first);
        for (const Exchange* each : chain) is_free = is_free && !placed.contains(each->second);
        if (!is_free) continue;
        placed.insert(start.first);
        for (const Exchange* each : chain) placed.insert(each->second);
        chains.push_back(std::move(chain));
    }
    return chains;
}

void AlikeUnits::add_chain(const std::vector<const Exchange*>& exchanges) {
    Chain chain;
    chain.units.push_back(exchanges.front()->first);
    for (const Exchange* each : exchanges) {
        chain.units.push_back(each->second);
        chain.exchanges.push_back(each->by);
    }
    for (const Event& event : structure_.events)
        if (chain.writes.empty() && event.kind == EventKind::write &&
            event.unit == chain.units.front() && event.targets.size() == 1)
            chain.writes = corresponding(event.id, chain);
    if (chain.writes.empty()) return;
    find_observables(chain);
    chains_.push_back(std::move(chain));
}

std::vector<EventId> AlikeUnits::corresponding(EventId write, const Chain& chain) const {
    std::vector<EventId> writes{write};
    for (const Automorphism* each : chain.exchanges) writes.push_back((*each)(writes.back()));
    for (const EventId each : writes)
        if (structure_[each].targets.size() != 1 ||
            structure_[each].targets[0].location != structure_[write].targets[0].location)
            return {};
    for (std::size_t i = 0; i < chain.exchanges.size(); ++i)
        for (std::size_t k = 0; k < writes.size(); ++k) {
            const std::size_t expected = k == i ? i + 1 : k == i + 1 ? i : k;
            if ((*chain.exchanges[i])(writes[k]) != writes[expected]) return {};
        }
    return writes;
}

void AlikeUnits::find_observables(Chain& chain) const {
    const std::size_t count = structure_.observables.size();
    std::vector<std::set<std::size_t>> moved;  // by exchange
    for (const Automorphism* exchange : chain.exchanges) {
        if (exchange->observables.size() != count) return;
        auto& here = moved.emplace_back();
        for (std::size_t i = 0; i < count; ++i) {
            if (exchange->observables[exchange->observables[i]] != i) return;
            if (exchange->observables[i] != i) here.insert(i);
        }
    }
    std::vector<std::vector<std::size_t>> by_unit(1);
    for (const std::size_t each : moved[0]) {
        // What the second exchange moves too is the second unit's.
        const std::size_t image = chain.exchanges[0]->observables[each];
        if (moved.size() == 1 ? each < image : moved[1].contains(image)) by_unit[0].push_back(each);
    }
    std::set<std::size_t> placed(by_unit[0].begin(), by_unit[0].end());
    for (std::size_t i = 0; i < chain.exchanges.size(); ++i) {
        std::vector<std::size_t> next;
        for (const std::size_t each : by_unit.back())
            next.push_back(chain.exchanges[i]->observables[each]);
        std::set<std::size_t> both(by_unit.back().begin(), by_unit.back().end());
        both.insert(next.begin(), next.end());
        if (both != moved[i]) return;
        placed.insert(next.begin(), next.end());
        by_unit.push_back(std::move(next));
    }
    if (placed.size() != by_unit.size() * by_unit[0].size()) return;
    chain.observables = std::move(by_unit);
}

void AlikeUnits::demand_order(const Chain& chain, Lit when, std::span<const UnitId> apart, Sat& sat,
                              Encoding& encoding) {
    std::vector<EventId> writes;
    for (std::size_t i = 0; i < chain.units.size(); ++i)
        if (std::ranges::find(apart, chain.units[i]) == apart.end())
            writes.push_back(chain.writes[i]);
    for (std::size_t i = 0; i + 1 < writes.size(); ++i)
        for (const Lit each : encoding.conjuncts(
                 {model::Literal::Kind::modification_order, true, 0, writes[i], writes[i + 1]}))
            sat.add({~when, ~encoding.executed(writes[i + 1]), each});
}

}  // namespace clmm::explorer
