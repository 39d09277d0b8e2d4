#pragma once

#include <iosfwd>

#include "exec/arguments.h"
#include "exit_code.h"
#include "explain/single_test.h"

namespace clmm::cli {

/// Executes a litmus test under a schedule (random where none is given), and prints the final state
/// or a histogram of them.
///
/// Errors   ExecError for what is not executed.
[[nodiscard]] ExitCode run_scheduled_test(const ExecArguments& arguments,
                                          const CheckArguments& check, const SingleTest& loaded,
                                          HardLimit& limit, std::ostream& out, std::ostream& err);

}  // namespace clmm::cli
