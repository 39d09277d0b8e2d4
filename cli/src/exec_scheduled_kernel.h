#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <string>

#include "clmm/runtime/kernel_code.h"
#include "exec_arguments.h"
#include "exit_code.h"

namespace clmm::cli {

/// One launch, from its memory to what is printed of it.
using KernelExecution = std::function<ExitCode(
    const ExecArguments& arguments, const std::shared_ptr<const runtime::ProgramCode>& program,
    std::ostream& out, std::ostream& err)>;

/// Executes a kernel under schedules, each time on fresh memory, and prints what the runs printed:
/// once where all agree, else each output with how many runs gave it.
///
/// Errors   ExecError: E-UNSUPPORTED for --weak-memory, those of ScheduledRuns.
[[nodiscard]] ExitCode run_scheduled_kernel(const ExecArguments& arguments,
                                            std::shared_ptr<const runtime::ProgramCode> program,
                                            const std::string& kernel, const KernelExecution& run,
                                            std::ostream& out, std::ostream& err);

}  // namespace clmm::cli
