#pragma once

#include <iosfwd>

#include "exit_code.h"
#include "generate/setup.h"

namespace clmm::cli {

/// `clmm generate` of cycles, families and relaxations, and of tests at random: makes them and asks
/// the model about each.
[[nodiscard]] ExitCode generate_tests(const GenerateSetup& setup, std::ostream& out,
                                      std::ostream& err);

}  // namespace clmm::cli
