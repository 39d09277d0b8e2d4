#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "clmm/base/budget.h"
#include "clmm/runtime/platform.h"
#include "clmm/runtime/rules.h"
#include "clmm/runtime/schedule.h"

namespace clmm::runtime {

struct ControlOptions {
    std::uint32_t resident_groups = 64;   ///< work-groups that run at the same time at most
    std::uint32_t resident_items = 4096;  ///< work-items likewise, but for one group
    std::uint64_t most_steps = 1'000'000;
    /// Loads of atomics read any write that the model allows; of kernels, see CheckSet::writes.
    bool weak_memory = false;
    Budget budget = {};  ///< time, and interrupts
    Rules rules = {};    ///< of weak memory: what loads may read, and what a race is
};

/// How a controlled run ended.
enum class RunEnd : std::uint8_t {
    finished,
    given_up,   ///< the schedule did: other runs show all that this one could
    cut,        ///< after so many steps
    stuck,      ///< no work-item can go on: all wait, in barriers or in loops
    cancelled,  ///< abnormal termination
    late,       ///< the time is over, or somebody interrupts
};

/// The commands of a platform, executed on one thread, a step at a time, as a schedule says: steps
/// of work-items, of kernels that they enqueue, and of host threads that are added.
///
/// Idea     in place of the compute units it takes the commands that have all they wait for: a
///          kernel-instance's work-groups are resident all at once if they are few, else the next
///          in order when one has ended; other commands are one step each. Callbacks and native
///          kernels are threads like those of the host, and all take turns.
/// Shape    while it lives nothing runs but by it. A thread that is none of its own and waits for a
///          command runs what is there until the command is complete. What is left when it goes
///          terminates with CL_OUT_OF_RESOURCES.
/// Errors   where nothing can go on, work-items that wait are reported (`divergence`), with a place
///          of each kind, and their kernels end with CL_INVALID_OPERATION; what is cut or given up
///          ends with CL_OUT_OF_RESOURCES. Kernels not made by compile() are one step.
/// Cost     some µs a step of a work-item, and 16 times the memory for registers and private
///          variables; some 10 µs a step of a thread.
/// Threads  one at a time.
/// Tests    tests/unit/runtime-exec/schedule
class ControlledRuntime {
public:
    ControlledRuntime(const Platform& platform, Schedule& schedule, const ControlOptions& options);
    ~ControlledRuntime();
    ControlledRuntime(const ControlledRuntime&) = delete;
    ControlledRuntime& operator=(const ControlledRuntime&) = delete;

    /// For CheckSet::writes: what chooses the writes that loads read, with weak memory.
    [[nodiscard]] Schedule& writes();
    /// A thread of the host; it begins when something is run.
    void add_thread(std::function<void()> body);
    /// The calling one of them is about to take a step, at a place that has a number, and knows
    /// what is given; returns when it may. Does nothing on other threads.
    static void before_step(const Step& step, std::uint32_t place, std::vector<std::byte> knows);
    /// Whether the calling thread is one of a controlled run.
    [[nodiscard]] static bool is_controlled_thread();

    /// Is called where nothing can go on, before all ends.
    void when_stuck(std::function<void()> tell);

    /// Runs what is there until nothing is left, or nothing can go on. It says so at once when it
    /// is called again after any other end than `finished`.
    RunEnd run();
    /// How it ended, so far.
    [[nodiscard]] RunEnd end() const;

private:
    class Core;
    std::unique_ptr<Core> core_;
};

}  // namespace clmm::runtime
