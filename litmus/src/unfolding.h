#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "diagnose.h"
#include "flow.h"
#include "recorder.h"
#include "test_code.h"

namespace clmm::litmus {

enum class BarrierKind : std::uint8_t { work_group, sub_group };

/// A barrier that a unit executes where the entry's guard holds. Two units meet in it where
/// kind, label and ordinal agree.
struct BarrierRecord {
    UnitId unit;
    BarrierKind kind = BarrierKind::work_group;
    std::string label;  ///< as written; empty: none
    TermId ordinal;     ///< among the unit's barriers of this kind and label
    EventId entry, exit;
    Span span;
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

    std::vector<BarrierRecord> barriers = {};
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
