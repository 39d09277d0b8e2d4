#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/budget.h"
#include "clmm/base/result.h"
#include "clmm/runtime/checks.h"
#include "clmm/runtime/command_queue.h"

namespace clmm::litmus {
struct LitmusTest;
}

namespace clmm::runtime {

class Schedule;
struct ControlOptions;
struct UnitOutcome;

/// A command of a run, as profiles and reports name it.
struct HostCommand {
    std::string name;   ///< `put`, `read x`
    std::string queue;  ///< as the test names it, or `queue 2`
    Event event;
};

/// One observed part of a final state.
struct HostObservation {
    std::string name;   ///< `0:r0`, `x`, `a[1]`
    std::string value;  ///< a number, or `&x` for an address
};

/// How one execution of a host program ended.
///
/// Shape    `state` and `holds` are set where it finished; else `failure` says what a thread, a
///          callback or a command ran into, or `waiting` what was unfinished when the time was
///          over.
struct HostOutcome {
    bool finished = false;
    std::vector<HostObservation> state;
    bool satisfies = true;  ///< the proposition of the condition, without its quantifier
    bool filtered = false;  ///< the filter leaves the execution out
    Diagnostics failure;
    std::vector<std::string> waiting;
    std::vector<HostCommand> commands;
    std::vector<Finding> findings;  ///< of the checks that load() was told
};

/// A litmus test with host threads, to be executed: the threads are real threads that run their
/// text and call the runtime; kernels are compiled. Those that the test launches beside the
/// threads start with them, each on a queue of its own.
///
/// Errors   E-UNSUPPORTED for what the checker understands and this does not execute: units that
///          are neither host threads nor launched kernels, program-scope variables on two devices
///          or with addresses in them, commands of buffers on other objects; those of compile().
/// Cost     threads of the platform are the caller's; a run makes one thread for each host thread.
/// Threads  run() may be called from one thread at a time. Where a run does not finish, its threads
///          stay behind: the process should end.
/// Source   docs/language.md, "Host programs".
/// Tests    tests/golden/exec, tests/cross/host_runs_test.cpp
class HostProgram {
public:
    /// `checks`: what to look for while it runs.
    [[nodiscard]] static Result<HostProgram> load(const litmus::LitmusTest& test,
                                                  const CheckSet& checks = {});

    /// Of the kernels that the test launches beside the threads: with as many compute units, and
    /// some for the others, they may wait for one another.
    [[nodiscard]] unsigned work_groups() const;
    /// Devices that run() needs, from 1 on.
    [[nodiscard]] static unsigned devices();
    /// A device that has what tests may use.
    [[nodiscard]] static DeviceDescription device(unsigned compute_units);

    /// `budget`: what may end it beside its timeout.
    [[nodiscard]] HostOutcome run(const Platform& platform,
                                  std::optional<std::chrono::milliseconds> timeout,
                                  Budget budget = {}) const;

    /// The same on one thread, a step at a time, as a schedule says: steps are accesses of host
    /// threads to shared memory, their calls of the API, commands, and the steps of work-items.
    /// With weak memory load() must have been told to look for races.
    [[nodiscard]] UnitOutcome run(const Platform& platform, Schedule& schedule,
                                  const ControlOptions& options) const;

    struct Code;

private:
    explicit HostProgram(std::shared_ptr<const Code> code) : code_(std::move(code)) {}
    std::shared_ptr<const Code> code_;
};

}  // namespace clmm::runtime
