#pragma once

#include <iosfwd>

#include "exec/arguments.h"
#include "exit_code.h"

namespace clmm::cli {

/// Executes a kernel of a file of OpenCL C (`*.cl`, or any file with --kernel), or else the host
/// program of a litmus test.
[[nodiscard]] ExitCode run_exec(const ExecArguments& arguments, std::ostream& out,
                                std::ostream& err);

}  // namespace clmm::cli
