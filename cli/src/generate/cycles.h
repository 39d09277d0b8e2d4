#pragma once

#include <string>
#include <vector>

#include "clmm/suites/cycles.h"
#include "generate/setup.h"

namespace clmm::cli {

/// A test and the cycle that it is of.
struct CycleOfTest {
    suites::StateTest test;
    std::string cycle;
};

/// The tests of the cycles, families and relaxations that the arguments name, with the orders and
/// scopes that they name; each once up to names.
/// Errors   E-CYCLE; E-SELECT: too many.
[[nodiscard]] Result<std::vector<CycleOfTest>> tests_of_cycles(const GenerateSetup& setup);

}  // namespace clmm::cli
