#pragma once

#include <vector>

#include "clmm/litmus/weakenings.h"

namespace clmm::targets::x86 {

/// Of a test of x86: fences and LOCK. Of others: none.
[[nodiscard]] std::vector<litmus::WeakeningPlace> weakenings(const litmus::LitmusTest& test);

}  // namespace clmm::targets::x86
