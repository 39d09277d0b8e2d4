#pragma once

#include <iosfwd>

#include "exit_code.h"
#include "run/arguments.h"

namespace clmm::cli {

/// Runs litmus tests on devices and compares what is seen with a model.
///
/// Errors   where a launch never ends, the process ends here, since nothing can stop that.
[[nodiscard]] ExitCode run_on_devices(const RunArguments& arguments, std::ostream& out,
                                      std::ostream& err);

}  // namespace clmm::cli
