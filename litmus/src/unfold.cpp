#include "barriers.h"
#include "interpreter.h"
#include "observation.h"
#include "spin_loops.h"
#include "unfolding.h"

namespace clmm::litmus {
namespace {

void add_initial_writes(Unfolding& unfolding) {
    EventStructure& structure = unfolding.structure;
    for (const Location& location : structure.locations) {
        Event event;
        event.kind = EventKind::write;
        event.initial = true;
        const bool is_local = location.space == AddressSpace::local;
        event.regions = {.global = !is_local, .local = is_local};
        event.atomic_location = location.atomic_type;
        event.guard = structure.terms.boolean(true);
        event.value = structure.terms.constant(location.initial, location.width);
        event.targets = {{location.id, structure.terms.boolean(true)}};
        unfolding.recorder.add(std::move(event), {});
    }
    structure.initial_count = structure.events.size();
}

void run(Unfolding& unfolding) {
    unfolding.structure.units = unfolding.test.units;
    unfolding.structure.locations = unfolding.test.locations;
    add_initial_writes(unfolding);
    for (const Unit& unit : unfolding.test.units) Interpreter(unfolding, unit.id).run();
    pair_barriers(unfolding);
    observe(unfolding);
    unfolding.recorder.finish();
}

/// One unfolding; the bounds that are just enough for waiting loops are left in `sufficient`.
Result<EventStructure> attempt(const LitmusTest& test, const UnfoldOptions& options,
                               std::map<LoopKey, unsigned> bounds,
                               std::map<LoopKey, unsigned>& sufficient) {
    Unfolding unfolding(test, options);
    unfolding.unroll = std::move(bounds);
    try {
        run(unfolding);
    } catch (const EventLimitReached& reached) {
        unfolding.reporter.error(
            "E-LIMIT", "the test has more than " + std::to_string(options.event_limit) + " events",
            reached.span, "unroll loops less often, or raise the limit");
    }
    if (unfolding.reporter.failed())
        return Result<EventStructure>::failure(unfolding.reporter.take());
    sufficient = sufficient_bounds(unfolding);
    mark_exhaustive(unfolding);
    return {std::move(unfolding.structure), unfolding.reporter.take()};
}

}  // namespace

Result<EventStructure> unfold(const LitmusTest& test, const UnfoldOptions& options) {
    std::map<LoopKey, unsigned> sufficient;
    auto first = attempt(test, options, {}, sufficient);
    if (!first || sufficient.empty()) return first;
    const std::map<LoopKey, unsigned> bounds = sufficient;
    auto second = attempt(test, options, bounds, sufficient);
    return second ? std::move(second) : std::move(first);  // it may exceed the limit of events
}

}  // namespace clmm::litmus
