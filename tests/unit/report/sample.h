#pragma once

#include "clmm/enumerator/check.h"

namespace clmm::report {

/// Load buffering with values passed on, checked by hand: P0 reads y and writes x, P1 reads x
/// and writes y; outcomes x=y=0, any x=y=v, and x=y=42.
[[nodiscard]] enumerator::CheckResult load_buffering();

/// P0 writes *x plainly while P1 reads it; a race.
[[nodiscard]] enumerator::CheckResult racing();

}  // namespace clmm::report
