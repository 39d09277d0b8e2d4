#pragma once

#include "clmm/comparison/fit.h"
#include "clmm/enumerator/check.h"

namespace clmm::cli {

/// What a model says of a test, and of what was seen of it; without `races` of final states alone.
/// Where what was seen speaks of some registers and locations only, so does the answer.
[[nodiscard]] comparison::Decision decide(const comparison::Observed& seen,
                                          const model::MemoryModel& model,
                                          enumerator::CheckOptions options, bool races);

}  // namespace clmm::cli
