#pragma once

#include <iosfwd>

#include "exit_code.h"
#include "generate/setup.h"

namespace clmm::cli {

/// `clmm generate --minimal-suite`.
[[nodiscard]] ExitCode generate_minimal_suite(const GenerateSetup& setup, std::ostream& out,
                                              std::ostream& err);

}  // namespace clmm::cli
