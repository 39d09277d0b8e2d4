#pragma once

#include <vector>

#include "generator.h"

/// Tests with threads that run the same code, for the engine's use of symmetry.
namespace clmm::oracle {

/// Two to four threads in one or two classes of identical ones, plain and atomic accesses, guards,
/// barriers, read-modify-writes; among them counters and rings. Drawn with a fixed seed.
[[nodiscard]] Program alike_test(std::uint64_t seed);

/// Two to four work-items of one kernel, launched once or twice.
[[nodiscard]] Program kernel_test(std::uint64_t seed);

}  // namespace clmm::oracle
