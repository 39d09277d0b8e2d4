#pragma once

#include "clmm/enumerator/check.h"

namespace clmm::enumerator {

/// The option, or else the model's switch `thin-air`.
[[nodiscard]] model::ThinAir forbidden_thin_air(const model::MemoryModel& model,
                                                const CheckOptions& options);

}  // namespace clmm::enumerator
