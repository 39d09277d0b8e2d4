#pragma once

#include <vector>

#include "clmm/litmus/weakenings.h"

namespace clmm::targets::ptx {

/// Of a test of PTX: orders, scopes, fences and proxy fences. Of others: none.
[[nodiscard]] std::vector<litmus::WeakeningPlace> weakenings(const litmus::LitmusTest& test);

}  // namespace clmm::targets::ptx
