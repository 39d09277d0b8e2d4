#pragma once

#include <CLI/CLI.hpp>
#include <iosfwd>

#include "lower/command.h"

namespace clmm::cli {

void declare_compiled_options(CLI::App& command, CompiledArguments& arguments);

/// `clmm lower TEST --asm FILE`, `clmm lower TEST… --compiler CMD…`.
ExitCode lower_compiled(const LowerArguments& arguments, std::ostream& out, std::ostream& err);

}  // namespace clmm::cli
