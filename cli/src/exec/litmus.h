#pragma once

#include <iosfwd>

#include "exec/arguments.h"
#include "exit_code.h"
#include "process/hard_limit.h"

namespace clmm::cli {

/// Executes the host program of a litmus test, as often as is asked for, and prints the final state
/// or a histogram of them.
///
/// `limit` is that of each run, and of what is done before and after them.
///
/// Errors   ExecError for what is not executed. A run that does not finish ends the process.
[[nodiscard]] ExitCode run_litmus(const ExecArguments& arguments, HardLimit& limit,
                                  std::ostream& out, std::ostream& err);

}  // namespace clmm::cli
