#pragma once

#include <iosfwd>

#include "exit_code.h"
#include "lower/command.h"

namespace clmm::cli {

/// `clmm lower --compiler CMD --size N`: every test of a size as a compiler makes it.
ExitCode lower_compiled_space(const LowerArguments& arguments, std::ostream& out,
                              std::ostream& err);

}  // namespace clmm::cli
