#include "strengthening_places.h"

#include <algorithm>
#include <map>

#include "clmm/litmus/event_changes.h"
#include "clmm/litmus/strength.h"

namespace clmm::enumerator {
namespace {

using litmus::Event;
using litmus::EventKind;
using litmus::LocationId;
using litmus::OperationKind;
using litmus::Scope;
using model::EventId;
using model::EventStructure;
using What = Strengthening::What;

bool is_access(const Event& event) {
    return event.kind == EventKind::read || event.kind == EventKind::write;
}

bool has_order(const Event& event) {
    return (is_access(event) && event.atomic) || event.kind == EventKind::fence;
}

bool has_scope(const Event& event) {
    return has_order(event) || event.kind == EventKind::barrier_entry ||
           event.kind == EventKind::barrier_exit;
}

class PlaceCollector {
public:
    explicit PlaceCollector(const EventStructure& structure) : structure_(structure) {}

    std::vector<StrengtheningPlace> operator()() {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<EventId>> statements;
        for (const Event& event : structure_.events)
            if (!event.initial && event.span.begin != event.span.end)
                statements[{event.span.begin, event.span.end}].push_back(event.id);
        for (const auto& [_, events] : statements) add_statement(events);
        std::map<std::uint32_t, std::vector<LocationId>> objects;
        for (const litmus::Location& location : structure_.locations)
            objects[location.object].push_back(location.id);
        for (const auto& [_, locations] : objects) add_object(locations);
        return std::move(places_);
    }

private:
    [[nodiscard]] OperationKind kind_of(const std::vector<EventId>& events) const {
        const auto any = [&](EventKind kind) {
            return std::ranges::any_of(events,
                                       [&](EventId e) { return structure_[e].kind == kind; });
        };
        if (any(EventKind::fence)) return OperationKind::fence;
        if (!any(EventKind::write)) return OperationKind::load;
        return any(EventKind::read) ? OperationKind::modify : OperationKind::store;
    }

    void add_statement(const std::vector<EventId>& events) {
        const Event& first = structure_[events.front()];
        if (has_order(first))
            add({.what = What::order,
                 .events = events,
                 .locations = {},
                 .orders = litmus::stronger_orders(kind_of(events), first.order)});
        // Wider than where the object is means something: the object may move.
        if (has_scope(first) && !first.tags.has(litmus::Tag::host))
            add({.what = What::scope,
                 .events = events,
                 .locations = {},
                 .scopes = litmus::wider_scopes(first.written_scope, Scope::all)});
        if (has_scope(first) && !is_access(first))
            add({.what = What::region,
                 .events = events,
                 .locations = {},
                 .regions = litmus::more_flags(first.regions, {.global = true, .local = true})});
    }

    void add_object(const std::vector<LocationId>& locations) {
        const bool is_local = std::ranges::any_of(locations, [&](LocationId id) {
            return structure_.locations[id.index()].space == litmus::AddressSpace::local;
        });
        if (is_local && is_reached_alone(locations))
            add({.what = What::region, .events = {}, .locations = locations});
        for (const LocationId location : locations)
            if (is_reached_alone({location}) && has_plain_access(location))
                add({.what = What::atomic, .events = {}, .locations = {location}});
    }

    /// No access may go to these or to others: what it is then depends on where it goes.
    [[nodiscard]] bool is_reached_alone(const std::vector<LocationId>& locations) const {
        const auto is_here = [&](const litmus::Target& target) {
            return std::ranges::find(locations, target.location) != locations.end();
        };
        return std::ranges::all_of(structure_.events, [&](const Event& event) {
            return std::ranges::all_of(event.targets, is_here) ||
                   std::ranges::none_of(event.targets, is_here);
        });
    }

    [[nodiscard]] bool has_plain_access(LocationId location) const {
        return std::ranges::any_of(structure_.events, [&](const Event& event) {
            return !event.initial && !event.atomic && !event.targets.empty() &&
                   event.targets.front().location == location;
        });
    }

    void add(StrengtheningPlace place) {
        if (place.top() > 0) places_.push_back(std::move(place));
    }

    const EventStructure& structure_;
    std::vector<StrengtheningPlace> places_;
};

void perform(const Strengthening& change, EventStructure& structure) {
    if (change.what == What::atomic) litmus::make_atomic(structure, change.locations.front());
    if (change.what == What::region && !change.locations.empty())
        litmus::move_to_global(structure, change.locations);
    for (const EventId id : change.events) {
        Event& event = structure.events[id.index()];
        // A compare-exchange that fails has an order of its own.
        if (change.what == What::order && litmus::weaker_or_equal(event.order, change.order))
            event.order = change.order;
        if (change.what == What::scope) litmus::set_scope(structure, id, change.scope);
        if (change.what == What::region) event.regions = change.regions;
    }
}

}  // namespace

std::size_t StrengtheningPlace::top() const {
    switch (what) {
        case What::order:
            return orders.size();
        case What::scope:
            return scopes.size();
        case What::region:
            return locations.empty() ? regions.size() : 1;
        case What::atomic:
            break;
    }
    return 1;
}

Strengthening StrengtheningPlace::at(std::size_t step) const {
    Strengthening change{.what = what, .events = events, .locations = locations};
    if (what == What::order) change.order = orders[step - 1];
    if (what == What::scope) change.scope = scopes[step - 1];
    if (what == What::region && locations.empty()) change.regions = regions[step - 1];
    return change;
}

std::vector<StrengtheningPlace> strengthening_places(const EventStructure& structure) {
    return PlaceCollector(structure)();
}

EventStructure strengthened(const EventStructure& structure,
                            const std::vector<StrengtheningPlace>& places,
                            const std::vector<std::size_t>& steps) {
    EventStructure result = structure;
    // Atomicity first: it gives accesses an order and a scope to strengthen.
    for (const What what : {What::atomic, What::region, What::scope, What::order})
        for (std::size_t i = 0; i < places.size(); ++i)
            if (steps[i] > 0 && places[i].what == what) perform(places[i].at(steps[i]), result);
    return result;
}

}  // namespace clmm::enumerator
