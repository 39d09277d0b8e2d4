#pragma once

#include <iosfwd>

#include "exit_code.h"
#include "generate/setup.h"

namespace clmm::cli {

/// `clmm generate --mutants --against TESTS`.
[[nodiscard]] ExitCode hold_against_files(const GenerateSetup& setup, std::ostream& out,
                                          std::ostream& err);

}  // namespace clmm::cli
