#include "alike_units.h"

#include <algorithm>
#include <set>

namespace clmm::explorer {

using litmus::Event;
using litmus::EventKind;
using litmus::UnitId;
using model::Automorphism;

namespace {
constexpr std::size_t kMostOrders = 50'000;
}  // namespace

AlikeUnits::AlikeUnits(Search& search) : search_(search) {
    for (const Automorphism& symmetry : search.symmetries())
        if (const auto found = exchange(symmetry)) exchanges_.push_back(*found);
    const auto of = [&](UnitId unit, UnitId Exchange::*end) {
        return std::ranges::find(exchanges_, unit, end);
    };
    std::set<UnitId> ordered;
    for (const Exchange& start : exchanges_) {
        if (of(start.first, &Exchange::second) != exchanges_.end()) continue;
        std::vector<const Exchange*> chain{&start};
        for (auto next = of(start.second, &Exchange::first); next != exchanges_.end();
             next = of(next->second, &Exchange::first))
            chain.push_back(&*next);
        // A unit has one place.
        bool is_free = !ordered.contains(start.first);
        for (const Exchange* each : chain) is_free = is_free && !ordered.contains(each->second);
        if (!is_free) continue;
        ordered.insert(start.first);
        for (const Exchange* each : chain) ordered.insert(each->second);
        order_chain(chain);
    }
}

/// Two units change places, all others stay.
std::optional<AlikeUnits::Exchange> AlikeUnits::exchange(const Automorphism& symmetry) const {
    const EventStructure& structure = search_.structure();
    if (symmetry.observables.empty() && !structure.observables.empty()) return std::nullopt;
    std::set<std::pair<UnitId, UnitId>> moves;
    for (const Event& event : structure.events) {
        const EventId image = symmetry(event.id);
        if (!event.unit.valid()) continue;
        if (structure[image].unit != event.unit)
            moves.emplace(event.unit, structure[image].unit);
        else if (image != event.id)
            return std::nullopt;
    }
    if (moves.size() != 2) return std::nullopt;
    const auto [a, b] = *moves.begin();
    if (*moves.rbegin() != std::pair(b, a)) return std::nullopt;
    return Exchange{a, b, &symmetry};
}

std::vector<EventId> AlikeUnits::corresponding(EventId write,
                                               const std::vector<const Exchange*>& chain) const {
    const EventStructure& structure = search_.structure();
    std::vector<EventId> writes{write};
    for (const Exchange* each : chain) writes.push_back((*each->by)(writes.back()));
    for (const EventId each : writes)
        if (structure[each].targets.size() != 1 ||
            structure[each].targets[0].location != structure[write].targets[0].location)
            return {};
    for (std::size_t i = 0; i < chain.size(); ++i)
        for (std::size_t k = 0; k < writes.size(); ++k) {
            const std::size_t expected = k == i ? i + 1 : k == i + 1 ? i : k;
            if ((*chain[i]->by)(writes[k]) != writes[expected]) return {};
        }
    return writes;
}

void AlikeUnits::order_chain(const std::vector<const Exchange*>& chain) {
    const EventStructure& structure = search_.structure();
    std::vector<EventId> writes;
    for (const Event& event : structure.events)
        if (writes.empty() && event.kind == EventKind::write && event.unit == chain[0]->first &&
            event.targets.size() == 1)
            writes = corresponding(event.id, chain);
    if (writes.empty()) return;
    std::size_t orders = orders_;
    for (std::size_t i = 2; i <= writes.size() && orders <= kMostOrders; ++i) orders *= i;
    if (orders > kMostOrders) return;
    orders_ = orders;
    if (!in_order_) in_order_ = search_.fresh();
    for (std::size_t i = 0; i + 1 < writes.size(); ++i)
        search_.add({~*in_order_, ~search_.encoding().executed(writes[i + 1]),
                     search_.encoding().literal({model::Literal::Kind::modification_order, true, 0,
                                                 writes[i], writes[i + 1]})});
    for (const Exchange* each : chain) used_.push_back(each->by);
}

std::vector<model::OutcomeValues> AlikeUnits::images(const model::OutcomeValues& values) const {
    std::set<model::OutcomeValues> known{values};
    std::vector<model::OutcomeValues> all{values};
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const Automorphism* symmetry : used_) {
            if (symmetry->observables.empty()) continue;
            model::OutcomeValues image = (*symmetry)(all[i]);
            if (known.insert(image).second) all.push_back(std::move(image));
        }
    return all;
}

}  // namespace clmm::explorer
