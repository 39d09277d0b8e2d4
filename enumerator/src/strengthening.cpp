#include "strengthening.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

#include "clmm/base/ensure.h"
#include "forbidden_thin_air.h"

namespace clmm::enumerator {
namespace {

using litmus::Event;
using litmus::EventKind;
using litmus::LocationId;
using litmus::Order;
using litmus::Scope;
using model::EventId;
using model::EventStructure;
using What = Strengthening::What;

/// Something that can be made stronger, in steps; step 0 is as it is.
struct Place {
    What what = What::order;
    std::vector<EventId> events;
    std::optional<LocationId> location;
    std::vector<Order> orders = {};  ///< by step, from 1
    std::vector<Scope> scopes = {};

    [[nodiscard]] std::size_t top() const {
        if (what == What::order) return orders.size();
        return what == What::scope ? scopes.size() : 1;
    }
};

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

/// Orders above one, weak ones first.
std::vector<Order> orders_above(const EventStructure& structure, const std::vector<EventId>& events,
                                Order order) {
    const bool reads = std::ranges::any_of(
        events, [&](EventId e) { return structure[e].kind != EventKind::write; });
    const bool writes = std::ranges::any_of(
        events, [&](EventId e) { return structure[e].kind != EventKind::read; });
    std::vector<Order> above;
    if (reads && order < Order::acquire) above.push_back(Order::acquire);
    if (writes && order < Order::acquire) above.push_back(Order::release);
    if (reads && writes && order < Order::acq_rel) above.push_back(Order::acq_rel);
    if (order < Order::seq_cst) above.push_back(Order::seq_cst);
    return above;
}

std::vector<Scope> scopes_above(Scope scope, bool is_local) {
    std::vector<Scope> above;
    for (const Scope each : {Scope::sub_group, Scope::work_group, Scope::device, Scope::all})
        if (each > scope && (!is_local || each <= Scope::work_group)) above.push_back(each);
    return above;
}

class Places {
public:
    explicit Places(const EventStructure& structure) : structure_(structure) {}

    std::vector<Place> operator()() {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<EventId>> statements;
        for (const Event& event : structure_.events)
            if (!event.initial && event.span.begin != event.span.end)
                statements[{static_cast<std::uint32_t>(event.span.begin),
                            static_cast<std::uint32_t>(event.span.end)}]
                    .push_back(event.id);
        for (const auto& [_, events] : statements) add_statement(events);
        for (const litmus::Location& location : structure_.locations) add_location(location);
        return std::move(places_);
    }

private:
    void add_statement(const std::vector<EventId>& events) {
        const Event& first = structure_[events.front()];
        if (has_order(first)) {
            Place place{What::order, events, {}};
            place.orders = orders_above(structure_, events, first.order);
            if (place.top() > 0) places_.push_back(std::move(place));
        }
        if (has_scope(first)) {
            Place place{What::scope, events, {}};
            place.scopes = scopes_above(first.scope, is_access(first) && first.regions.local);
            if (place.top() > 0) places_.push_back(std::move(place));
        }
        const bool has_flags = has_scope(first) && !is_access(first);
        if (has_flags && !(first.regions.global && first.regions.local))
            places_.push_back({What::region, events, {}});
    }

    void add_location(const litmus::Location& location) {
        std::vector<EventId> events;
        bool is_atomic = true;
        for (const Event& event : structure_.events) {
            const bool here = std::ranges::any_of(event.targets, [&](const litmus::Target& target) {
                return target.location == location.id;
            });
            if (!here) continue;
            if (event.targets.size() > 1) return;  // its region is not its location's alone
            events.push_back(event.id);
            is_atomic = is_atomic && (event.initial || event.atomic);
        }
        if (location.space == litmus::AddressSpace::local)
            places_.push_back({What::region, events, location.id});
        if (!is_atomic) places_.push_back({What::atomic, events, location.id});
    }

    const EventStructure& structure_;
    std::vector<Place> places_;
};

using Steps = std::vector<std::size_t>;  ///< by place

EventStructure strengthened(const EventStructure& structure, const std::vector<Place>& places,
                            const Steps& steps) {
    EventStructure result = structure;
    // Atomicity first: it gives accesses an order and a scope to strengthen.
    std::vector<std::size_t> in_turn(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) in_turn[i] = i;
    std::ranges::stable_sort(in_turn, std::ranges::greater(),
                             [&](std::size_t i) { return places[i].what; });
    for (const std::size_t i : in_turn) {
        if (steps[i] == 0) continue;
        const Place& place = places[i];
        for (const EventId id : place.events) {
            Event& event = result.events[id.index()];
            switch (place.what) {
                case What::order:
                    event.order = place.orders[steps[i] - 1];
                    break;
                case What::scope:
                    event.scope = place.scopes[steps[i] - 1];
                    break;
                case What::region:
                    event.regions.global = true;
                    event.regions.local = !place.location;
                    break;
                case What::atomic:
                    event.atomic_location = true;
                    if (event.initial || event.atomic) break;
                    event.atomic = true;
                    event.order = Order::relaxed;
                    event.scope = event.regions.local ? Scope::work_group : Scope::all;
                    break;
            }
        }
        if (place.what == What::region && place.location)
            result.locations[place.location->index()].space = litmus::AddressSpace::global;
    }
    return result;
}

using Gone = std::function<bool(const EventStructure&)>;

/// Looks for a least vector of steps under which something is gone.
class Search {
public:
    Search(const EventStructure& structure, const Gone& gone)
        : structure_(structure), gone_(gone), places_(Places(structure)()) {}

    std::optional<Stronger> operator()(bool with_atomicity) {
        std::optional<Steps> steps = first_kind_enough(with_atomicity);
        if (!steps) return std::nullopt;
        lower(*steps);
        Stronger result{{}, strengthened(structure_, places_, *steps), {}};
        for (std::size_t i = 0; i < places_.size(); ++i)
            if ((*steps)[i] > 0) result.strengthenings.push_back(description(i, (*steps)[i]));
        return result;
    }

private:
    /// What one kind of change can do, then two together, and so on. Scopes that should be alike
    /// are raised together, to each height in turn.
    std::optional<Steps> first_kind_enough(bool with_atomicity) {
        constexpr std::array kKinds{What::scope, What::order, What::region, What::atomic};
        const unsigned kinds = with_atomicity ? 4 : 3;
        for (unsigned size = 1; size <= kinds; ++size)
            for (unsigned mask = 1; mask < 1U << kinds; ++mask) {
                if (static_cast<unsigned>(std::popcount(mask)) != size) continue;
                const auto chosen = [&](What what) {
                    for (unsigned k = 0; k < kinds; ++k)
                        if (kKinds[k] == what) return (mask >> k & 1U) != 0;
                    return false;
                };
                for (const Scope scope : {Scope::work_group, Scope::device, Scope::all}) {
                    const Steps steps = all_of(chosen, scope);
                    if (gone(steps)) return steps;
                    if (!chosen(What::scope)) break;
                }
            }
        return std::nullopt;
    }

    template <class Chosen>
    Steps all_of(const Chosen& chosen, Scope scope) const {
        Steps steps(places_.size());
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const Place& place = places_[i];
            if (!chosen(place.what)) continue;
            steps[i] = place.top();
            if (place.what == What::scope)
                while (steps[i] > 0 && place.scopes[steps[i] - 1] > scope) --steps[i];
        }
        return steps;
    }

    /// Each place as low as it can be, given the others.
    void lower(Steps& steps) {
        for (std::size_t i = 0; i < steps.size(); ++i)
            for (std::size_t step = 0; step < steps[i]; ++step) {
                Steps lower = steps;
                lower[i] = step;
                if (gone(lower)) steps = std::move(lower);
            }
    }

    bool gone(const Steps& steps) {
        if (std::ranges::all_of(steps, [](std::size_t step) { return step == 0; })) return false;
        const auto [known, is_new] = known_.try_emplace(steps, false);
        if (is_new) known->second = gone_(strengthened(structure_, places_, steps));
        return known->second;
    }

    Strengthening description(std::size_t place, std::size_t step) const {
        const Place& of = places_[place];
        Strengthening result{of.what, of.events, {}, {}, of.location};
        if (of.what == What::order) result.order = of.orders[step - 1];
        if (of.what == What::scope) result.scope = of.scopes[step - 1];
        return result;
    }

    const EventStructure& structure_;
    const Gone& gone_;
    std::vector<Place> places_;
    std::map<Steps, bool> known_;
};

model::EngineAnswer ask(const EventStructure& structure, const model::MemoryModel& model,
                        const model::EngineRequest& request, const ExplainOptions& options) {
    auto engine = make_engine(options.check.engine);
    ensure(static_cast<bool>(engine), "an engine that has answered answers again");
    return engine.value()->run(structure, model, request);
}

}  // namespace

std::optional<Stronger> strengthened_without_state(const EventStructure& structure,
                                                   const model::MemoryModel& model,
                                                   const std::vector<litmus::TermId>& wanted,
                                                   const model::Execution& witness,
                                                   const ExplainOptions& options) {
    EventStructure asked = structure;
    asked.condition = asked.terms.boolean(true);
    for (const litmus::TermId term : wanted)
        asked.condition = asked.terms.land(asked.condition, term);
    ensure(litmus::evaluate(asked.terms, asked.condition, model::ExecutionValues(witness)) != 0,
           "the witness satisfies what is wanted");
    model::EngineRequest request;
    request.outcomes = false;
    request.undefined_behaviour = false;
    request.forbid_thin_air = forbidden_thin_air(model, options.check);
    request.budget = options.check.budget;
    const Gone gone = [&](const EventStructure& stronger) {
        if (options.check.budget.exceeded()) return false;
        return ask(stronger, model, request, options).condition_satisfiable == false;
    };
    std::optional<Stronger> result = Search(asked, gone)(false);
    if (options.check.budget.exceeded()) return std::nullopt;  // it may not be the least
    if (result) {
        const solver::RefutationLimits limits{1, options.check.budget, request.forbid_thin_air};
        result->arguments =
            with_inferences(result->structure, model,
                            solver::refute(result->structure, model, wanted, limits).arguments);
    }
    return result;
}

std::optional<Stronger> strengthened_without_race(const CheckResult& result,
                                                  const model::MemoryModel& model,
                                                  const model::UndefinedEntry& race,
                                                  const ExplainOptions& options) {
    model::EngineRequest request;
    request.outcomes = false;
    request.condition = false;
    request.wanted = [kind = race.kind](std::string_view each) { return each == kind; };
    request.forbid_thin_air = forbidden_thin_air(model, options.check);
    request.budget = options.check.budget;
    const Gone gone = [&](const EventStructure& stronger) {
        if (options.check.budget.exceeded()) return false;
        const model::EngineAnswer answer = ask(stronger, model, request, options);
        const bool is_there =
            std::ranges::any_of(answer.undefined, [&](const model::UndefinedEntry& each) {
                return each.kind == race.kind && each.message == race.message &&
                       std::ranges::is_permutation(each.events, race.events);
            });
        return !is_there && !answer.undefined_incomplete && !answer.incomplete;
    };
    std::optional<Stronger> stronger = Search(result.structure, gone)(true);
    if (options.check.budget.exceeded()) return std::nullopt;
    return stronger;
}

}  // namespace clmm::enumerator
