#pragma once

#include "clmm/litmus/front_end.h"

namespace clmm::targets::amdgpu {

/// AMDGPU's assembly as litmus tests have it: files whose first word is a processor, `GFX942`.
[[nodiscard]] const litmus::FrontEnd& front_end();

}  // namespace clmm::targets::amdgpu
