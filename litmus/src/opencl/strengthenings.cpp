#include "opencl/strengthenings.h"

#include <algorithm>
#include <map>
#include <utility>

#include "clmm/litmus/opencl_events.h"
#include "clmm/litmus/spelling.h"
#include "clmm/litmus/strength.h"
#include "edit/event_changes.h"

namespace clmm::litmus {
namespace {

/// In the order in which they are tried.
enum class StrengthOf : std::uint8_t { scope, order, region, atomic };

/// Scopes that should be alike are raised to that of the work-group, of the device, of all.
unsigned height_of(Scope scope) {
    if (scope == Scope::all) return 3;
    return scope == Scope::device ? 2 : 1;
}

/// By step, from 1.
struct Steps {
    std::vector<Order> orders = {};
    std::vector<Scope> scopes = {};
    std::vector<Regions> regions = {};  ///< flags of a fence or barrier
};

class OpenClStrengthenings final : public Strengthenings {
public:
    explicit OpenClStrengthenings(const EventStructure& structure) : structure_(structure) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<EventId>> statements;
        for (const Event& event : structure.events)
            if (!event.initial && event.span.begin != event.span.end)
                statements[{event.span.begin, event.span.end}].push_back(event.id);
        for (const auto& [_, events] : statements) add_statement(events);
        std::map<std::uint32_t, std::vector<LocationId>> objects;
        for (const Location& location : structure.locations)
            objects[location.object].push_back(location.id);
        for (const auto& [_, locations] : objects) add_object(locations);
    }

    const std::vector<StrengthKind>& kinds() const override {
        static const std::vector<StrengthKind> all{{.name = "scope", .heights = 3},
                                                   {.name = "order"},
                                                   {.name = "region"},
                                                   {.name = "atomic", .for_races = true}};
        return all;
    }
    const std::vector<StrengthPlace>& places() const override { return places_; }

    EventStructure made(const std::vector<std::size_t>& steps) const override {
        EventStructure result = structure_;
        // Atomicity first: it gives accesses an order and a scope to strengthen.
        for (const StrengthOf kind :
             {StrengthOf::atomic, StrengthOf::region, StrengthOf::scope, StrengthOf::order})
            for (std::size_t i = 0; i < places_.size(); ++i)
                if (steps[i] > 0 && places_[i].kind == static_cast<std::size_t>(kind))
                    perform(kind, i, steps[i] - 1, result);
        return result;
    }

private:
    [[nodiscard]] const OpenClAttributes& known(EventId event) const {
        return attributes(structure_, event);
    }
    [[nodiscard]] bool has_order(const Event& event) const {
        return (is_access(event) && known(event.id).atomic) || event.kind == EventKind::fence;
    }
    [[nodiscard]] bool has_scope(const Event& event) const {
        const bool is_barrier =
            event.kind == EventKind::barrier_entry || event.kind == EventKind::barrier_exit;
        // What orders a copy and its work-group has none.
        return has_order(event) || (is_barrier && known(event.id).scope != Scope::none);
    }

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
        const OpenClAttributes& now = known(first.id);
        if (has_order(first)) add_orders(events, stronger_orders(kind_of(events), now.order));
        // Wider than where the object is means something: the object may move.
        if (has_scope(first) && !now.tags.has(Tag::host))
            add_scopes(events, wider_scopes(now.written_scope, Scope::all));
        if (has_scope(first) && !is_access(first))
            add_flags(events, more_flags(now.regions, {.global = true, .local = true}));
    }

    void add_orders(const std::vector<EventId>& events, const std::vector<Order>& orders) {
        std::vector<StrengthStep> steps;
        for (const Order order : orders) steps.push_back({"had " + spelling(order)});
        add(StrengthOf::order, {.events = events, .locations = {}, .steps = std::move(steps)},
            {.orders = orders});
    }

    void add_scopes(const std::vector<EventId>& events, const std::vector<Scope>& scopes) {
        std::vector<StrengthStep> steps;
        for (const Scope scope : scopes)
            steps.push_back({"had " + spelling(scope), height_of(scope)});
        add(StrengthOf::scope, {.events = events, .locations = {}, .steps = std::move(steps)},
            {.scopes = scopes});
    }

    void add_flags(const std::vector<EventId>& events, const std::vector<Regions>& flags) {
        std::vector<StrengthStep> steps;
        for (const Regions each : flags)
            steps.push_back({each == Regions{.global = true, .local = true}
                                 ? "had both memory flags"
                                 : "had " + spelling(each)});
        add(StrengthOf::region, {.events = events, .locations = {}, .steps = std::move(steps)},
            {.regions = flags});
    }

    /// Copies are of plain objects, between local and global memory.
    void add_object(const std::vector<LocationId>& locations) {
        if (is_copied(locations)) return;
        const bool is_local = std::ranges::any_of(locations, [&](LocationId id) {
            return structure_.locations[id.index()].space == AddressSpace::local;
        });
        if (is_local && is_reached_alone(locations))
            add(StrengthOf::region,
                {.events = {}, .locations = locations, .steps = {{"were in global memory"}}}, {});
        for (const LocationId location : locations)
            if (is_reached_alone({location}) && has_plain_access(location))
                add(StrengthOf::atomic,
                    {.events = {},
                     .locations = {location},
                     .steps = {{"were accessed by atomic operations only"}}},
                    {});
    }

    [[nodiscard]] bool is_copied(const std::vector<LocationId>& locations) const {
        const auto is_here = [&](const Target& target) {
            return std::ranges::find(locations, target.location) != locations.end();
        };
        return std::ranges::any_of(structure_.events, [&](const Event& event) {
            return event.unit.valid() &&
                   structure_.units[event.unit.index()].kind == UnitKind::copy &&
                   std::ranges::any_of(event.targets, is_here);
        });
    }

    /// No access may go to these or to others: what it is then depends on where it goes.
    [[nodiscard]] bool is_reached_alone(const std::vector<LocationId>& locations) const {
        const auto is_here = [&](const Target& target) {
            return std::ranges::find(locations, target.location) != locations.end();
        };
        return std::ranges::all_of(structure_.events, [&](const Event& event) {
            return std::ranges::all_of(event.targets, is_here) ||
                   std::ranges::none_of(event.targets, is_here);
        });
    }

    [[nodiscard]] bool has_plain_access(LocationId location) const {
        return std::ranges::any_of(structure_.events, [&](const Event& event) {
            return !event.initial && !known(event.id).atomic && !event.targets.empty() &&
                   event.targets.front().location == location;
        });
    }

    void add(StrengthOf kind, StrengthPlace place, Steps steps) {
        if (place.steps.empty()) return;
        place.kind = static_cast<std::size_t>(kind);
        places_.push_back(std::move(place));
        steps_.push_back(std::move(steps));
    }

    void perform(StrengthOf kind, std::size_t place, std::size_t step,
                 EventStructure& result) const {
        const StrengthPlace& at = places_[place];
        const Steps& to = steps_[place];
        if (kind == StrengthOf::atomic) make_atomic(result, at.locations.front());
        if (kind == StrengthOf::region && !at.locations.empty())
            move_to_global(result, at.locations);
        for (const EventId id : at.events) {
            if (kind == StrengthOf::scope) set_scope(result, id, to.scopes[step]);
            OpenClAttributes& event = own_opencl_data(result).of[id.index()];
            // A compare-exchange that fails has an order of its own.
            if (kind == StrengthOf::order && weaker_or_equal(event.order, to.orders[step]))
                event.order = to.orders[step];
            if (kind == StrengthOf::region) event.regions = to.regions[step];
        }
    }

    const EventStructure& structure_;
    std::vector<StrengthPlace> places_;
    std::vector<Steps> steps_;  ///< by place
};

}  // namespace

std::unique_ptr<const Strengthenings> opencl_strengthenings(const EventStructure& structure) {
    return std::make_unique<OpenClStrengthenings>(structure);
}

}  // namespace clmm::litmus
