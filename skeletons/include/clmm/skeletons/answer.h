#pragma once

#include "clmm/enumerator/check.h"

namespace clmm::skeletons {

/// The explicit engine's answer, or that of any that answers where it declines.
/// Errors   check()'s.
[[nodiscard]] Result<enumerator::CheckResult> check_quickly(const SourcePtr& test,
                                                            const model::MemoryModel& model,
                                                            enumerator::CheckOptions options);

}  // namespace clmm::skeletons
