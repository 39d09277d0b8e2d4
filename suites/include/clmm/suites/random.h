#pragma once

#include <cstdint>
#include <vector>

#include "clmm/enumerator/check.h"
#include "clmm/generator/space.h"
#include "clmm/suites/test.h"

namespace clmm::suites {

/// So many programs of a space, all equally likely, each once, with one of the final states that it
/// may have before a model is asked; the same for the same seed.
struct RandomTests {
    std::vector<StateTest> tests;  ///< in the order of the space; fewer where it has fewer
    std::uint64_t programs = 0;    ///< from how many they were chosen
    bool is_cut = false;           ///< the space has more than these
};

/// Keeps nothing. Errors: none. Cost: goes through the space, up to 20 million programs.
[[nodiscard]] RandomTests random_tests(const generator::Space& space, std::uint64_t count,
                                       std::uint64_t seed, const model::MemoryModel& model,
                                       const enumerator::CheckOptions& check);

}  // namespace clmm::suites
