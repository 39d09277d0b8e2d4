#pragma once

#include <iosfwd>

#include "check/check_arguments.h"
#include "exit_code.h"

namespace clmm::cli {

/// `clmm check`: results to `out`, everything else to `err`.
[[nodiscard]] ExitCode run_check(const CheckArguments& arguments, std::ostream& out,
                                 std::ostream& err);

}  // namespace clmm::cli
