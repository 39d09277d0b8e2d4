#pragma once

#include <cstdint>
#include <memory>

#include "clmm/runtime/kernel_code.h"
#include "clmm/runtime/rules.h"
#include "clmm/runtime/schedule.h"

namespace clmm::runtime {

struct ControlOptions {
    std::uint32_t resident_groups = 64;   ///< work-groups that run at the same time at most
    std::uint32_t resident_items = 4096;  ///< work-items likewise, but for one group
    std::uint64_t most_steps = 1'000'000;
    bool weak_memory = false;
    Rules rules = {};  ///< of weak memory: what loads may read, and what a race is
};

/// How a controlled run ended.
enum class RunEnd : std::uint8_t {
    finished,
    given_up,   ///< the schedule did: other runs show all that this one could
    cut,        ///< after so many steps
    stuck,      ///< no work-item can go on: all wait, in barriers or in loops
    cancelled,  ///< abnormal termination
};

/// What a launch under control tells and is told.
struct Control {
    Schedule* schedule = nullptr;
    ControlOptions options;
    RunEnd end = RunEnd::finished;  ///< of the last launch
};

/// The same kernels, executed on one thread, a step of one work-item at a time, as a schedule says.
///
/// Shape    the first work-group that the runtime starts runs all of the kernel-instance, with all
///          its work-groups resident at once if they are few, else the next in order when one has
///          ended. Launches must not overlap. `control` outlives what is made here.
/// Errors   a kernel that is stuck is reported (`divergence`) with a place of each kind where
///          work-items wait, and ends with CL_INVALID_OPERATION; one that is cut or given up ends
///          with CL_OUT_OF_RESOURCES and `control.end`. Kernels not made by compile() are executed
///          as they are.
/// Cost     some µs a step, and 16 times the memory for registers and private variables.
/// Tests    tests/unit/runtime-exec/schedule
[[nodiscard]] std::shared_ptr<const ProgramCode> controlled(
    std::shared_ptr<const ProgramCode> program, Control& control);

}  // namespace clmm::runtime
