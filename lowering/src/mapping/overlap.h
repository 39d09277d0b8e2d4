#pragma once

#include "clmm/lowering/mapping.h"

namespace clmm::lowering {

/// Whether some operation is about both rules.
[[nodiscard]] bool overlap(const Rule& a, const Rule& b);

}  // namespace clmm::lowering
