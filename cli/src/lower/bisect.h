#pragma once

#include <iosfwd>

#include "lower/command.h"

namespace clmm::cli {

/// `clmm lower TEST --compiler CMD --bisect`: a smaller test that the compiler breaks, and the
/// optimisation pass since which it does.
ExitCode bisect_compiler(const LowerArguments& arguments, std::ostream& out, std::ostream& err);

}  // namespace clmm::cli
