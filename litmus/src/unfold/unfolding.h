#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "clmm/language/builtins.h"
#include "clmm/litmus/opencl_events.h"
#include "host/state.h"
#include "kernels/ndrange.h"
#include "read/diagnose.h"
#include "read/flow.h"
#include "read/test_code.h"
#include "unfold/recorder.h"

namespace clmm::litmus {

enum class BarrierKind : std::uint8_t { work_group, sub_group };

/// A call at which the work-items of a group wait for one another, executed where the event's guard
/// holds: a barrier, or work_group_reduce_add and so on. Two work-items of a kernel meet in it
/// where they are at the same call in the same iterations; two threads of a test, which have each
/// their own text, where kind, function, label and ordinal agree.
struct Meeting {
    UnitId unit;
    BarrierKind kind = BarrierKind::work_group;
    /// Without its prefix: "reduce_add"; of copies and blocks with it; empty: a barrier. Of another
    /// type than int it is another function: "reduce_add of long".
    std::string function;
    EventId event;      ///< a barrier's entry, or the call
    EventId exit = {};  ///< of a barrier
    Span span;
    Path path;
    std::string label;    ///< as written; empty: none
    TermId ordinal;       ///< among the unit's calls of this kind, function and label
    TermId stopped = {};  ///< when the unit was left at the bound of a loop before
    TermId passes = {};   ///< when it goes on; none(): it does wherever it comes
};
using MeetingKey = std::pair<UnitId, Path>;

/// What a work_group_reduce_add and so on works with.
struct GroupCall {
    std::size_t meeting = 0;
    TermId operand;
    TermId broadcaster;  ///< of a broadcast: the linear local id whose value all get
    TermId result;       ///< a choice that is constrained to the function's value
    TypePtr type;
    language::GroupFunction function;
};

/// One work-item's call of a shuffle (groups/sub_groups.h).
struct ShuffleCall {
    bool is_ballot = false;  ///< `values` has a truth, `results` words with a bit for each caller
    UnitId unit;
    Path path;
    EventId event = {};
    std::uint64_t place_of_own = 0;  ///< in its sub-group
    std::uint64_t width = 0;         ///< of the largest sub-group
    TermId place;                    ///< whose value is asked for; those of a second side by side
    std::vector<std::vector<TermId>> values = {};  ///< one side or two, by components
    std::vector<TermId> results = {};              ///< choices, by components
};

/// One work-item's call with arguments that all who meet there have to give alike
/// (groups/same_arguments.h).
struct AgreedCall {
    struct Argument {
        std::string_view other;  ///< in words: "another index"
        TermId value;
    };
    std::size_t meeting = 0;
    std::vector<Argument> arguments;
};

/// One work-item's call of async_work_group_copy, or of the strided one.
struct CopyCall {
    const syntax::Call* call = nullptr;
    std::size_t meeting = 0;
    std::string instance = {};  ///< what the calls that make one copy have in common
    Value to, from;
    Value count = {}, stride = {};  ///< of the side in global memory
    Value given = {};               ///< the event that is shared; 0: none
    Value event = {};               ///< what the call yields
    DependencyId control = {};

    // once the copy has run
    EventId begin = {};  ///< a barrier's exit: what came before
    EventId end = {};    ///< a barrier's entry: what waits for it
};

/// One work-item's call of wait_group_events.
struct CopyWait {
    const syntax::Call* call = nullptr;
    std::size_t meeting = 0;  ///< whose event is a barrier's exit
    std::string instance = {};
    std::vector<Value> events = {};
};

/// An object that units need beyond those of the test: local memory of a work-group.
struct WantedObject {
    std::string key;  ///< which group and which declaration
    MemoryObject object;
};

/// A loop of the program text in one unit.
struct LoopKey {
    UnitId unit;
    const void* statement = nullptr;
    friend auto operator<=>(const LoopKey&, const LoopKey&) = default;
};

/// What the unfolding of a loop has shown.
struct LoopRecord {
    bool pure = true;          ///< iterations that go on leave no trace
    bool ends_inside = false;  ///< by break, or by a condition after the body
    bool spurious = false;     ///< a weak exchange takes part
    bool may_fail = false;     ///< something in it may be undefined
    unsigned unrolled = 0;
    std::set<LocationId> reads;
    std::set<std::size_t> events;     ///< all that its iterations added
    std::vector<std::size_t> bounds;  ///< in EventStructure::bounds
    std::vector<TermId> forever;      ///< by bound: when no other unit's end ends the loop
};

/// The final value of a name that the condition may mention.
struct FinalRegister {
    TermId value;
    TypePtr type;
    Provenance object = {};
};

/// The work-items of a part of a launch (launch_parts.h), by their places in it, ascending; empty:
/// all.
[[nodiscard]] const std::vector<std::uint64_t>& items_of(const LitmusTest& test);

/// One unfolding in progress: what its units share.
struct Unfolding {
    const LitmusTest& test;
    const TestCode& code;
    const UnfoldOptions& options;
    EventStructure structure = {};
    Recorder recorder;
    Reporter reporter;

    /// The test's objects, then those that earlier unfoldings found to be wanted.
    std::vector<MemoryObject> objects = {};
    std::map<std::string, std::size_t> wanted_index = {};
    std::vector<WantedObject> wanted = {};  ///< known from the start, then newly found
    std::size_t wanted_at_start = 0;
    /// The objects that are in pieces, by Location::object, and the width of those.
    std::map<std::uint32_t, unsigned> pieces = {};

    std::deque<UnitCode> kernel_code = {};  ///< of work-items, by the order of their units
    std::vector<Launch> launched = {};      ///< that have run
    HostState host = {};
    std::uint32_t next_instance = 0;  ///< of kernels

    std::vector<Meeting> meetings = {};  ///< each unit's in the order of its text
    std::vector<GroupCall> group_calls = {};
    std::vector<ShuffleCall> shuffles = {};
    std::vector<AgreedCall> agreed_calls = {};
    std::vector<CopyCall> copies = {};
    std::vector<CopyWait> copy_waits = {};
    std::map<std::string, std::uint64_t> copy_numbers = {};  ///< events, by CopyCall::instance
    /// Meetings that may keep a unit for ever, as far as earlier unfoldings have shown.
    std::set<MeetingKey> blocking = {};
    std::size_t asked_for_budget = 0;  ///< so many times
    bool commands_may_stay = false;    ///< units of commands may stay somewhere for ever, likewise
    std::map<std::string, TermId> passes = {};  ///< Meeting::passes, by what is one instance
    std::map<LoopKey, unsigned> unroll = {};    ///< where a loop needs another bound
    std::map<LoopKey, LoopRecord> loops = {};
    /// The loops that a unit is in, and the iterations so far of those that could be cut: their
    /// conditions are constant, and some path has left them.
    std::vector<std::pair<const void*, unsigned>> constant_loops = {};
    /// Those that have too many events to be unfolded to their end.
    std::set<const void*> cut_loops = {};
    std::set<LoopKey> once = {};  ///< waiting loops of which the last iteration alone is wanted
    std::map<UnitId, TermId> stopped = {};  ///< when a unit left a loop at its bound
    std::map<UnitId, TermId> ended = {};    ///< when it came to the end of its text
    std::map<std::pair<UnitId, std::string>, FinalRegister> registers = {};
    bool assumes = false;  ///< executions are left out, by clmm_assume

    const std::vector<std::uint64_t>& items;  ///< of the test's launch that run; empty: all
    /// Where only some run, what they may access, as far as earlier unfoldings have shown.
    std::set<LocationId> touched_at_start = {};

    Unfolding(const LitmusTest& of, const UnfoldOptions& with)
        : test(of),
          code(*of.code),
          options(with),
          recorder(structure, with.event_limit),
          reporter(of.source),
          items(items_of(of)) {}
    Unfolding(const Unfolding&) = delete;
    Unfolding& operator=(const Unfolding&) = delete;
};

}  // namespace clmm::litmus
