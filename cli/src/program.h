#pragma once

#include <iosfwd>

#include "exit_code.h"

namespace clmm::cli {

/// The whole program: reads the command line and runs the subcommand.
[[nodiscard]] ExitCode run_program(int argc, const char* const* argv, std::ostream& out,
                                   std::ostream& err);

}  // namespace clmm::cli
