#include <algorithm>

#include "groups/copies.h"
#include "groups/launches.h"
#include "groups/meetings.h"
#include "groups/same_arguments.h"
#include "groups/spin_loops.h"
#include "groups/sub_groups.h"
#include "host/calls.h"
#include "host/commands.h"
#include "memory/object_pieces.h"
#include "read/object_layout.h"
#include "unfold/forgotten_values.h"
#include "unfold/interpreter.h"
#include "unfold/observation.h"
#include "unfold/program.h"
#include "unfold/restricted.h"
#include "unfold/unfolding.h"

namespace clmm::litmus {
namespace {

/// Each has an initial write, and relations take the square of that.
constexpr std::size_t kMostLocations = 8192;
struct LocationLimitReached {};

void add_initial_writes(Unfolding& unfolding) {
    EventStructure& structure = unfolding.structure;
    const bool has_all = unfolding.items.empty();
    const std::size_t count =
        has_all ? structure.locations.size() : unfolding.touched_at_start.size();
    if (count > kMostLocations) throw LocationLimitReached();
    for (const Location& location : structure.locations) {
        if (!has_all && !unfolding.touched_at_start.contains(location.id)) continue;
        OpenClEvent event;
        event.kind = EventKind::write;
        event.initial = true;
        const bool is_local = location.space == AddressSpace::local;
        event.regions = {.global = !is_local, .local = is_local};
        event.atomic_location = location.atomic_type;
        event.tags = allocation_tags(location.space, location.allocation);
        if (unfolding.objects[location.object].split) event.object = location.object + 1;
        event.guard = structure.terms.boolean(true);
        event.value = location.arbitrary
                          ? structure.terms.choice(location.width)
                          : structure.terms.constant(location.initial, location.width);
        event.targets = {{location.id, structure.terms.boolean(true)}};
        const EventId id = unfolding.recorder.add(std::move(event), {});
        if (location.arbitrary)
            structure.choices.push_back(
                {.text = "the value that " + location.name + " starts with is not specified",
                 .when = structure.terms.boolean(true),
                 .event = id});
    }
    structure.initial_count = structure.events.size();
}

void run(Unfolding& unfolding, const std::vector<WantedObject>& wanted) {
    declare_objects(unfolding, wanted);
    add_initial_writes(unfolding);
    run_units(unfolding);
    relate_meetings(unfolding);
    check_same_arguments(unfolding);
    constrain_shuffles(unfolding);
    observe(unfolding);
    unfolding.recorder.finish();
    if (unfolding.options.opaque_values) forget_values(unfolding.structure);
}

/// What one unfolding shows that another needs to know from its start.
struct Findings {
    std::map<LoopKey, unsigned> bounds;  ///< that are just enough for waiting loops
    std::map<LoopKey, unsigned> once;    ///< of one iteration of these
    std::vector<WantedObject> wanted;
    std::map<UserEventKey, UserStatus> user_status;
    std::map<std::uint32_t, unsigned> pieces;  ///< of objects, as Unfolding::pieces
    std::set<MeetingKey> blocking;
    std::set<LocationId> touched;     ///< where only some work-items run
    std::set<const void*> cut_loops;  ///< as Unfolding::cut_loops
    bool commands_may_stay = false;
    bool is_complete = true;  ///< nothing was wanted or learnt that was not there
};

/// Of the loops that the unfolding was in, the one that has gone round most often is cut next time.
/// False: none has gone round more often than other loops do.
bool cut_longest_loop(const Unfolding& unfolding, Findings& known) {
    const auto longest = std::ranges::max_element(unfolding.constant_loops, {},
                                                  &std::pair<const void*, unsigned>::second);
    return longest != unfolding.constant_loops.end() &&
           longest->second > unfolding.options.unroll &&
           known.cut_loops.insert(longest->first).second;
}

Result<EventStructure> attempt(const LitmusTest& test, const UnfoldOptions& options,
                               const std::map<LoopKey, unsigned>& bounds, Findings& known) {
    Unfolding unfolding(test, options);
    unfolding.unroll = bounds;
    if (options.waits_once)
        for (const auto& [loop, bound] : bounds) unfolding.once.insert(loop);
    unfolding.host.known_status = known.user_status;
    unfolding.pieces = known.pieces;
    unfolding.blocking = known.blocking;
    unfolding.commands_may_stay = known.commands_may_stay;
    unfolding.touched_at_start = known.touched;
    unfolding.cut_loops = known.cut_loops;
    try {
        run(unfolding, known.wanted);
    } catch (const PiecesWanted& found) {
        known.pieces[found.object] = found.width;
        known.wanted = unfolding.wanted;
        known.touched.clear();
        return attempt(test, options, bounds, known);
    } catch (const EventLimitReached& reached) {
        // Waiting loops that go round more often need not have room; see unfold_all.
        if (bounds.empty() && cut_longest_loop(unfolding, known))
            return attempt(test, options, bounds, known);
        unfolding.reporter.error(
            "E-LIMIT", "the test has more than " + std::to_string(options.event_limit) + " events",
            reached.span, "unroll loops less often, or allow more with --max-events");
    } catch (const LocationLimitReached&) {
        unfolding.reporter.error(
            "E-LIMIT", "the test has more than " + std::to_string(kMostLocations) + " locations",
            Span{}, "make its arrays smaller");
    }
    if (unfolding.reporter.failed())
        return Result<EventStructure>::failure(unfolding.reporter.take());
    const bool learnt = learn_user_status(unfolding, known.user_status);
    const bool blocks = learn_blocking(unfolding, known.blocking);
    const bool stay = learn_commands_that_stay(unfolding, known.commands_may_stay);
    const bool touches = learn_touched(unfolding, known.touched);
    known.is_complete = !learnt && !blocks && !stay && !touches &&
                        unfolding.wanted.size() == unfolding.wanted_at_start;
    known.wanted = unfolding.wanted;
    known.bounds = sufficient_bounds(unfolding);
    known.once = bounds_of_one(unfolding);
    mark_exhaustive(unfolding);
    return {std::move(unfolding.structure), unfolding.reporter.take()};
}

constexpr unsigned kMostAttempts = 32;  // each one more link of a chain of user events

/// Unfolds until nothing is found any more.
Result<EventStructure> settle(const LitmusTest& test, const UnfoldOptions& options,
                              const std::map<LoopKey, unsigned>& bounds, Findings& known) {
    auto result = attempt(test, options, bounds, known);
    for (unsigned i = 0; i < kMostAttempts && result && !result->cut && !known.is_complete; ++i)
        result = attempt(test, options, bounds, known);
    return result;
}

/// Which loops only wait shows when they go round more often.
Result<EventStructure> unfold_waits_once(const LitmusTest& test, const UnfoldOptions& options) {
    constexpr std::size_t kLonger = 4;
    UnfoldOptions longer = options;
    longer.event_limit *= kLonger;
    Findings known;
    auto first = settle(test, longer, {}, known);
    if (!first || first->cut) return first;
    return settle(test, options, std::map(known.once), known);
}

Result<EventStructure> unfold_all(const LitmusTest& test, const UnfoldOptions& options) {
    if (options.waits_once) return unfold_waits_once(test, options);
    Findings known;
    auto first = settle(test, options, {}, known);
    if (!first || first->cut || known.bounds.empty()) return first;
    if (first->waiting_iterations > options.most_waiting) return first;
    auto longer = settle(test, options, std::map(known.bounds), known);
    return longer ? std::move(longer) : std::move(first);  // longer loops may have too many events
}

}  // namespace

void declare_objects(Unfolding& unfolding, const std::vector<WantedObject>& wanted) {
    unfolding.structure.units = unfolding.test.units;
    own_opencl_data(unfolding.structure).narrows_local = unfolding.options.narrow_local_scopes;
    unfolding.structure.control_goes_on = unfolding.options.control_goes_on;
    unfolding.structure.locations = unfolding.test.locations;
    unfolding.objects = unfolding.code.objects;
    for (const WantedObject& each : wanted) (void)wanted_object(unfolding, each);
    unfolding.wanted_at_start = unfolding.wanted.size();
    split_objects(unfolding, unfolding.pieces);
}

void run_units(Unfolding& unfolding) {
    declare_handles(unfolding);
    for (const Unit& unit : unfolding.test.units)
        Interpreter(unfolding, {.unit = unit.id, .code = &unfolding.code.units[unit.id.index()]})
            .run();
    run_commands(unfolding);
    run_copies(unfolding);
}

Result<EventStructure> unfold_program(const LitmusTest& test, const UnfoldOptions& options) {
    auto found = unfold_all(test, options);
    if (!found || items_of(test).empty()) return found;
    return {without_untouched(*found), found.diagnostics()};
}

}  // namespace clmm::litmus
