#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "clmm/runtime/controlled.h"
#include "exec/arguments.h"
#include "exit_code.h"

namespace clmm::cli {

/// One run of a launch, from its memory to what is printed of it, as a schedule says.
using KernelExecution =
    std::function<ExitCode(const ExecArguments& arguments, runtime::Schedule& schedule,
                           const runtime::ControlOptions& options, runtime::RunEnd& end,
                           std::ostream& out, std::ostream& err)>;

/// Executes a kernel under schedules, each time on fresh memory, and prints what the runs printed:
/// once where all agree, else each output with how many runs gave it.
///
/// Errors   ExecError: those of ScheduledRuns.
ExitCode run_scheduled_kernel(const ExecArguments& arguments, const std::string& kernel,
                              const KernelExecution& run, std::ostream& out, std::ostream& err);

}  // namespace clmm::cli
