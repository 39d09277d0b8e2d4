#include "groups/copies.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "groups/meetings.h"
#include "host/commands.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

/// Work on all copies of an unfolding that has run.
class Copies {
public:
    explicit Copies(Unfolding& unfolding)
        : unfolding_(unfolding),
          structure_(unfolding.structure),
          terms_(unfolding.structure.terms) {}

    void operator()() {
        // By place: terms and units are to be numbered as the work-items come.
        for (std::size_t c = 0; c < unfolding_.copies.size(); ++c)
            if (is_first(unfolding_.copies, c)) run(c);
        for (std::size_t w = 0; w < unfolding_.copy_waits.size(); ++w)
            if (is_first(unfolding_.copy_waits, w)) check_wait(unfolding_.copy_waits[w]);
        for (const auto& [call, guard] : ran_) check_end(unfolding_.copies[call], guard);
    }

private:
    template <class Call>
    static bool is_first(const std::vector<Call>& calls, std::size_t place) {
        const auto own = calls.begin() + static_cast<std::ptrdiff_t>(place);
        return std::ranges::find(calls.begin(), own, own->instance, &Call::instance) == own;
    }

    /// The calls of one instance.
    template <class Call>
    static std::vector<const Call*> calls_of(const std::vector<Call>& calls, const Call& like) {
        std::vector<const Call*> found;
        for (const Call& each : calls)
            if (each.instance == like.instance) found.push_back(&each);
        return found;
    }

    template <class Call>
    const Meeting& meeting_of(const Call& call) const {
        return unfolding_.meetings[call.meeting];
    }
    template <class Call>
    UnitId unit_of(const Call& call) const {
        return meeting_of(call).unit;
    }
    template <class Call>
    std::string name_of(const Call& call) const {
        return structure_.units[unit_of(call).index()].name;
    }

    /// When the work-item goes on behind the call.
    template <class Call>
    TermId passes(const Call& call) {
        const Meeting& meeting = meeting_of(call);
        const TermId comes = litmus::comes(unfolding_, meeting);
        return meeting.passes.valid() ? terms_.land(comes, meeting.passes) : comes;
    }

    // ---- running ----

    void run(std::size_t first) {
        const CopyCall& call = unfolding_.copies[first];
        const std::vector<const CopyCall*> calls = calls_of(unfolding_.copies, call);
        if (!unfolding_.reporter.attempt([&] { check_once(calls); })) return;
        check_arguments(calls);
        const TermId guard = all_call(calls);
        if (terms_.is_false(guard)) return;
        CopyCall copy = call;
        const Unit& own = structure_.units[unit_of(call).index()];
        const Launch* launch = launch_of(own);
        UnitStart start{.unit = add_copy_unit(call),
                        .code = &unfolding_.kernel_code.emplace_back(),
                        .live = guard,
                        .control = call.control,
                        .launch = launch};
        if (!unfolding_.reporter.attempt([&] { Interpreter(unfolding_, start).perform(copy); }))
            return;
        begin_behind_one(calls, copy.begin);
        end_before_waits(calls, copy.end);
        ran_.emplace_back(first, guard);
    }

    /// An expression with several orders of its calls has events for each of them.
    void check_once(const std::vector<const CopyCall*>& calls) const {
        for (const CopyCall* each : calls)
            if (each != calls.front() && unit_of(*each) == unit_of(*calls.front()))
                reject("E-UNSUPPORTED", "this copy is called in an expression with other calls",
                       each->call->function_span, "call it in a statement of its own");
    }

    const Launch* launch_of(const Unit& unit) const {
        const auto found = std::ranges::find_if(unfolding_.launched, [&](const Launch& launch) {
            return launch.device == unit.device && launch.instance == unit.kernel;
        });
        return found == unfolding_.launched.end() ? nullptr : &*found;
    }

    UnitId add_copy_unit(const CopyCall& call) {
        const Unit own = structure_.units[unit_of(call).index()];
        const std::string name = "async copy " +
                                 std::to_string(unfolding_.copy_numbers.at(call.instance)) +
                                 " of work-group " + std::to_string(own.work_group);
        const UnitId id = add_unit(unfolding_, UnitKind::copy, name, own.device);
        Unit& unit = structure_.units[id.index()];
        unit.kernel = own.kernel;
        unit.work_group = own.work_group;
        unit.ancestors = own.ancestors;
        return id;
    }

    /// "… must therefore be encountered by all work-items in a work-group".
    TermId all_call(const std::vector<const CopyCall*>& calls) {
        const Meeting& meeting = meeting_of(*calls.front());
        TermId all = terms_.boolean(true);
        for (const Unit& unit : structure_.units) {
            if (unit.id != meeting.unit && !may_meet(unfolding_, meeting, unit.id)) continue;
            TermId some = terms_.boolean(false);
            for (const CopyCall* each : calls)
                if (unit_of(*each) == unit.id) some = terms_.lor(some, passes(*each));
            all = terms_.land(all, some);
        }
        return all;
    }

    // ---- order ----

    /// One work-item of the group, any of them, begins the copy: what another one has done before
    /// its call is not ordered by that.
    void begin_behind_one(const std::vector<const CopyCall*>& calls, EventId begin) {
        const auto width = static_cast<unsigned>(std::bit_width((calls.size() - 1) | 1U));
        const TermId chosen = calls.size() == 1 ? terms_.constant(0, width) : terms_.choice(width);
        const TermId least = terms_.constant(calls.size() - 1, width);
        const TermId in_range = terms_.binary(TermOp::unsigned_less_equal, chosen, least);
        if (!std::has_single_bit(calls.size())) structure_.constraints.push_back(in_range);
        for (std::size_t i = 0; i < calls.size(); ++i)
            structure_.barriers.push_back({meeting_of(*calls[i]).event, begin,
                                           terms_.equal(chosen, terms_.constant(i, width))});
    }

    /// When a work-item waits for what it has called before.
    TermId waits_for(const CopyWait& wait, const CopyCall& copy) {
        TermId result = terms_.boolean(false);
        if (unit_of(wait) != unit_of(copy) || wait.meeting < copy.meeting) return result;
        for (const Value& event : wait.events)
            result = terms_.lor(result, terms_.equal(event.term, copy.event.term));
        return result;
    }

    void end_before_waits(const std::vector<const CopyCall*>& calls, EventId end) {
        for (const CopyCall* call : calls)
            for (const CopyWait& wait : unfolding_.copy_waits) {
                const TermId when = waits_for(wait, *call);
                if (!terms_.is_false(when))
                    structure_.barriers.push_back({end, meeting_of(wait).event, when});
            }
    }

    // ---- undefined behaviour ----

    void undefined(std::string kind, std::string message, TermId when, Span span) {
        if (!terms_.is_false(when))
            structure_.undefined.push_back({std::move(kind), std::move(message), when, span});
    }

    /// "… with the same argument values; otherwise the results are undefined".
    void check_arguments(const std::vector<const CopyCall*>& calls) {
        const CopyCall& first = *calls.front();
        const auto values = [](const CopyCall& call) {
            return std::array{call.to, call.from, call.count, call.stride, call.given};
        };
        for (const CopyCall* other : calls)
            for (std::size_t i = 0; i < kCopyArguments.size(); ++i)
                check_same(first, *other, values(first).at(i), values(*other).at(i),
                           std::string(kCopyArguments.at(i)));
    }

    template <class Call>
    void check_same(const Call& first, const Call& other, const Value& a, const Value& b,
                    const std::string& what) {
        const TermId differ = terms_.lnot(terms_.equal(a.term, b.term));
        const TermId both = terms_.land(passes(first), passes(other));
        undefined("barrier-divergence",
                  name_of(other) + " gives " + first.call->function + " another " + what +
                      " than " + name_of(first),
                  terms_.land(both, differ), meeting_of(first).span);
    }

    /// "… with the same num_events and event objects specified in event_list".
    void check_wait(const CopyWait& first) {
        for (const CopyWait* other : calls_of(unfolding_.copy_waits, first)) {
            if (other->events.size() != first.events.size())
                undefined("barrier-divergence",
                          name_of(*other) + " gives " + first.call->function +
                              " another number of events than " + name_of(first),
                          terms_.land(passes(first), passes(*other)), meeting_of(first).span);
            for (std::size_t i = 0; i < std::min(first.events.size(), other->events.size()); ++i)
                check_same(first, *other, first.events[i], other->events[i], "event");
        }
        for (const CopyWait* other : calls_of(unfolding_.copy_waits, first))
            if (unit_of(*other) == unit_of(first)) check_under_way(*other);
    }

    /// An event that is waited for is that of a copy for which nobody has waited.
    void check_under_way(const CopyWait& wait) {
        TermId missing = terms_.boolean(false);
        for (const Value& event : wait.events) {
            TermId under_way = terms_.boolean(false);
            for (const CopyCall& copy : unfolding_.copies) {
                if (unit_of(copy) != unit_of(wait) || wait.meeting < copy.meeting) continue;
                const TermId same = terms_.equal(event.term, copy.event.term);
                const TermId open = terms_.lnot(waited(copy, wait.meeting));
                under_way =
                    terms_.lor(under_way, terms_.land(terms_.land(passes(copy), same), open));
            }
            missing = terms_.lor(missing, terms_.lnot(under_way));
        }
        undefined("async-copy", "an event is waited for that no copy under way has",
                  terms_.land(passes(wait), missing), meeting_of(wait).span);
    }

    /// When the work-item that has called has waited, too, before it comes to a meeting.
    TermId waited(const CopyCall& copy, std::size_t before) {
        TermId result = terms_.boolean(false);
        for (const CopyWait& wait : unfolding_.copy_waits)
            if (wait.meeting < before)
                result = terms_.lor(result, terms_.land(passes(wait), waits_for(wait, copy)));
        return result;
    }

    /// "The kernel must wait for the completion of all async copies using the wait_group_events
    /// built-in function before exiting; otherwise the behavior is undefined."
    void check_end(const CopyCall& copy, TermId guard) {
        const auto ended = unfolding_.ended.find(unit_of(copy));
        if (ended == unfolding_.ended.end()) return;
        const TermId open = terms_.lnot(waited(copy, unfolding_.meetings.size()));
        undefined("async-copy", "the work-group ends and has not waited for this copy",
                  terms_.land(terms_.land(guard, ended->second), open), meeting_of(copy).span);
    }

    Unfolding& unfolding_;
    EventStructure& structure_;
    TermPool& terms_;
    std::vector<std::pair<std::size_t, TermId>> ran_;  ///< first calls, with when the copy is made
};

}  // namespace

void run_copies(Unfolding& unfolding) {
    if (!unfolding.copies.empty() || !unfolding.copy_waits.empty()) Copies{unfolding}();
}

}  // namespace clmm::litmus
