#pragma once

#include <memory>

#include "clmm/litmus/strengthening.h"

namespace clmm::litmus {

/// Orders, scopes, flags of fences and barriers, the memory that an object is in, and whether it is
/// atomic. Refers to the structure.
[[nodiscard]] std::unique_ptr<const Strengthenings> opencl_strengthenings(
    const EventStructure& structure);

}  // namespace clmm::litmus
