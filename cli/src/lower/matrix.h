#pragma once

#include <iosfwd>

#include "lower/command.h"

namespace clmm::cli {

/// `clmm lower TEST… --compiler CMD…`: every test by every compiler, as a table.
ExitCode lower_matrix(const LowerArguments& arguments, std::ostream& out, std::ostream& err);

}  // namespace clmm::cli
