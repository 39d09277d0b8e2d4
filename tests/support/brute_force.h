#pragma once

#include <cstdint>
#include <functional>

#include "clmm/model/evaluator.h"
#include "clmm/model/execution.h"
#include "clmm/model/memory_model.h"

namespace clmm::test {

struct BruteForceLimits {
    std::uint64_t assignments = 2'000'000;  ///< of sources to reads that are tried
    std::uint64_t candidates = 20'000;      ///< that are visited
};

/// Calls `visit` on each candidate execution that ends within the unrolling bounds and that the
/// filter keeps, whatever the axioms say. False where a limit ended it before it was done.
///
/// Idea     slow and obvious: every source of every read, every order of the writes of a location
///          (initial one first), every order of what the model's total orders order. Values follow
///          from the sources; where they depend on themselves they are guessed from the constants
///          of the test, so of results out of thin air only those are found.
[[nodiscard]] bool for_each_candidate(const model::EventStructure& structure,
                                      const model::MemoryModel& model,
                                      const BruteForceLimits& limits,
                                      const std::function<void(const model::Execution&)>& visit);

}  // namespace clmm::test
