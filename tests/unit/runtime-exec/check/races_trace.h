#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "check/races/races.h"
#include "clmm/model/memory_model.h"

/// Random executions of a few work-items, to hold the race detector against the model files.
namespace clmm::runtime::check::test {

struct TraceLocation {
    std::string name;
    bool atomic = false;
    Memory memory = Memory::atomic_svm;
    int of_group = -1;  ///< index into Trace::groups, of a local variable
};
struct TraceGroup {
    int kernel = 0;
    int number = 0;
};
struct TraceUnit {
    int group = 0;      ///< index into Trace::groups
    int sub_group = 0;  ///< of its group
    int local = 0;
};

enum class StepKind : std::uint8_t { access, fence, barrier, sub_group_barrier };
/// What happens at one moment: of a unit, or a barrier of a group.
struct Step {
    StepKind kind = StepKind::access;
    int unit = 0;
    int group = 0;      ///< of barriers
    int sub_group = 0;  ///< of sub-group barriers
    int location = 0;
    bool reads = false;
    bool writes = false;
    Order order = Order::none;
    Scope scope = Scope::none;
    Regions flags;
    int source = -1;  ///< the step that is read from; -1: the initial value
};

struct Trace {
    std::vector<int> parents;  ///< by kernel: the kernel that enqueued it; -1: none
    std::vector<TraceGroup> groups;
    std::vector<TraceUnit> units;
    std::vector<TraceLocation> locations;
    std::vector<Step> steps;
};

struct TraceShape {
    int steps = 12;
    bool stale_reads = false;  ///< loads may read what the detector says is readable
    bool rows = false;         ///< nothing is asked of older writes; half of the atomics are rows
    bool sub_groups = true;    ///< scopes and barriers of sub-groups, and fewer that fit
    bool mixed = false;        ///< plain accesses to atomic objects
    bool families = false;     ///< kernels enqueue kernels; buffers only
    /// Asked before most accesses, with the trace up to them: those that race are left out, so that
    /// there is order to be tracked.
    std::function<bool(const Trace&)> is_racy = nullptr;
    int synchronised_percent = 50;  ///< of the accesses to atomic objects: orders that synchronise
};

/// Draws an execution and tells it the detector as it goes on.
[[nodiscard]] Trace draw_trace(std::uint64_t seed, const TraceShape& shape, RaceDetector& detector);

/// A litmus test whose units do the trace's steps.
[[nodiscard]] std::string to_litmus(const Trace& trace);

struct Judgement {
    bool racy = false;
    bool consistent = false;
};
/// What the model says of the execution that the trace is: reads-from as told, modification orders
/// and the order S those of the trace.
[[nodiscard]] Judgement judge(const Trace& trace, const model::MemoryModel& model);

}  // namespace clmm::runtime::check::test
