#pragma once

#include <iosfwd>
#include <memory>
#include <vector>

#include "clmm/runtime/kernel_code.h"
#include "clmm/runtime/schedule.h"
#include "exec/arguments.h"
#include "exit_code.h"

namespace clmm::cli {

/// Executes a kernel of a file of OpenCL C (`*.cl`, or any file with --kernel), or else the host
/// program of a litmus test.
[[nodiscard]] ExitCode run_exec(const ExecArguments& arguments, std::ostream& out,
                                std::ostream& err);

/// What a kernel's run, one step at a time, finds as far as it comes in its time and steps: nothing
/// is printed. Nothing where the launch is none.
[[nodiscard]] std::vector<runtime::Finding> rehearse(
    const ExecArguments& arguments, const std::shared_ptr<const runtime::ProgramCode>& program,
    runtime::Schedule& schedule);

}  // namespace clmm::cli
