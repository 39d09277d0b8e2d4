#pragma once

#include <memory>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/runtime/controlled.h"
#include "clmm/runtime/host_program.h"

namespace clmm::runtime {

/// How one execution of a test of work-items ended.
///
/// Shape    `state` and `holds` of `outcome` are set where `end` is finished. Findings: a barrier
///          that not all reach; else `failure` of `outcome` says what a work-item ran into, or why
///          the test cannot be executed, which is then `rejected`.
struct UnitOutcome {
    RunEnd end = RunEnd::finished;
    bool rejected = false;
    HostOutcome outcome;
    std::vector<Finding> findings;
};

/// A litmus test of work-items, to be executed: each `P0` is compiled as a kernel of its own and
/// runs where its placement says, kernels that are launched by NDRange with all their work-groups,
/// all of them on one thread, a step of one work-item at a time, as a schedule says.
///
/// Errors   E-UNSUPPORTED for what the checker understands and this does not execute: host threads
///          (HostProgram does), group functions and local variables of single work-items, images
///          and pipes that they use, initialisers beside them; those of compile().
/// Cost     some 50 µs for each run of a small test.
/// Threads  run() may be called from one thread at a time.
/// Source   docs/language.md, "Threads"; docs/runtime.md, "Schedules".
/// Tests    tests/corpus/execution_test.cpp, tests/golden/exec
class UnitProgram {
public:
    [[nodiscard]] static Result<UnitProgram> load(const litmus::LitmusTest& test);

    /// `platform` as HostProgram wants it.
    [[nodiscard]] UnitOutcome run(const Platform& platform, Schedule& schedule,
                                  const ControlOptions& options) const;

    struct Code;

private:
    explicit UnitProgram(std::shared_ptr<const Code> code) : code_(std::move(code)) {}
    std::shared_ptr<const Code> code_;
};

/// Whether UnitProgram executes a test: all its threads are work-items, and the kernels that it
/// launches enqueue no others. Else HostProgram does.
[[nodiscard]] bool is_of_work_items(const litmus::LitmusTest& test);

}  // namespace clmm::runtime
