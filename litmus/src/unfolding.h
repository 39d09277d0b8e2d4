#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "diagnose.h"
#include "flow.h"
#include "ndrange.h"
#include "recorder.h"
#include "test_code.h"

namespace clmm::litmus {

enum class BarrierKind : std::uint8_t { work_group, sub_group };

/// Where in the text, in which call and which iterations of loops, a unit is.
using Path = std::vector<std::pair<const void*, unsigned>>;

/// A barrier that a unit executes where the entry's guard holds. Two work-items of a kernel meet
/// in it where they are at the same call in the same iterations; two threads of a test, which
/// have each their own text, where kind, label and ordinal agree.
struct BarrierRecord {
    UnitId unit;
    BarrierKind kind = BarrierKind::work_group;
    std::string label;  ///< as written; empty: none
    TermId ordinal;     ///< among the unit's barriers of this kind and label
    EventId entry, exit;
    Span span;
    Path path;
};

/// A call of work_group_reduce_add and so on that a unit executes where the event's guard holds.
struct GroupCall {
    UnitId unit;
    BarrierKind kind = BarrierKind::work_group;
    std::string function;  ///< without its prefix: "reduce_add"
    EventId event;
    TermId operand;
    TermId broadcaster;  ///< of a broadcast: the linear local id whose value all get
    TermId result;       ///< a choice that is constrained to the function's value
    TypePtr type;
    Span span;
    Path path;
    std::string label;  ///< as of barriers
    TermId ordinal;
};

/// A kernel-instance to run. Its command's events are none() where the test launches it itself.
struct Launch {
    const syntax::Function* kernel = nullptr;
    struct Argument {
        Value value;
        std::optional<std::uint64_t> local_elements;  ///< `local_array(4)` for a local pointer
        Span span;
    };
    std::vector<Argument> arguments;
    NDRange range;
    std::uint32_t device = 0;
    std::uint32_t instance = 0;            ///< Unit::kernel
    std::vector<std::uint32_t> ancestors;  ///< Unit::ancestors
    bool from_host = true;                 ///< no work-item enqueued it
    TermId guard;                          ///< when it runs
    DependencyId control;
    EventId start;
    Span span;
    std::size_t command = 0;  ///< 1 + the number of its command; 0: none
};

/// An object that units need beyond those of the test: local memory of a work-group.
struct WantedObject {
    std::string key;  ///< which group and which declaration
    MemoryObject object;
};

/// A work-item's events, of which some may not take place.
struct UnitEvents {
    UnitId unit;
    std::size_t begin = 0, end = 0;
    std::size_t launch = 0;  ///< in Unfolding::launched
};

/// A loop of the program text in one unit.
struct LoopKey {
    UnitId unit;
    const void* statement = nullptr;
    friend auto operator<=>(const LoopKey&, const LoopKey&) = default;
};

/// What the unfolding of a loop has shown.
struct LoopRecord {
    bool pure = true;          ///< iterations that go on leave no trace; see spin_loop.h
    bool ends_inside = false;  ///< by break, or by a condition after the body
    bool spurious = false;     ///< a weak exchange takes part
    unsigned unrolled = 0;
    std::set<LocationId> reads;
    std::set<std::size_t> events;     ///< all that its iterations added
    std::vector<std::size_t> bounds;  ///< in EventStructure::bounds
};

/// The final value of a name that the condition may mention.
struct FinalRegister {
    TermId value;
    TypePtr type;
    Provenance object = {};
};

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

    std::deque<UnitCode> kernel_code = {};  ///< of work-items, by the order of their units
    std::vector<Launch> launched = {};      ///< that have run
    std::deque<Launch> waiting = {};        ///< to run after the units that are there
    std::vector<UnitEvents> item_events = {};
    std::uint32_t next_instance = 0;  ///< of kernels

    std::vector<BarrierRecord> barriers = {};
    std::vector<GroupCall> group_calls = {};
    std::map<LoopKey, unsigned> unroll = {};  ///< where a loop needs another bound
    std::map<LoopKey, LoopRecord> loops = {};
    std::map<UnitId, TermId> stopped = {};  ///< when a unit left a loop at its bound
    std::map<std::pair<UnitId, std::string>, FinalRegister> registers = {};

    Unfolding(const LitmusTest& of, const UnfoldOptions& with)
        : test(of),
          code(*of.code),
          options(with),
          recorder(structure, with.event_limit),
          reporter(of.source) {}
    Unfolding(const Unfolding&) = delete;
    Unfolding& operator=(const Unfolding&) = delete;
};

}  // namespace clmm::litmus
