#pragma once

#include <cstdint>

namespace clmm::hardware {

/// The length of the run that a score is about, in instances: that of `clmm run` where nobody
/// says otherwise.
constexpr std::uint64_t kStandardInstances = 1'000'000;

/// How surely a run of the standard length shows an outcome, by what was seen of it: 1 − e^(−x),
/// x the number of sightings expected in such a run, `sightings` / `instances` ·
/// kStandardInstances.
///
/// Idea     sightings in a long run of rare independent chances follow Poisson's distribution, with
///          which a run that expects x has none with probability e^(−x). One sighting in a run of
///          the standard length scores 0.63, five score 0.99; none scores 0, whatever is allowed.
/// Units    a probability; 0 without instances.
/// Tests    tests/unit/runtime-exec/hardware/score_test.cpp
[[nodiscard]] double reproducibility(std::uint64_t sightings, std::uint64_t instances);

}  // namespace clmm::hardware
