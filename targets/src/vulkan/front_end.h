#pragma once

#include "clmm/litmus/front_end.h"

namespace clmm::targets::vulkan {

/// Vulkan's memory model as litmus tests have it: files whose first word is `VULKAN`.
[[nodiscard]] const litmus::FrontEnd& front_end();

}  // namespace clmm::targets::vulkan
