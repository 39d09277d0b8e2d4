#pragma once

#include "clmm/litmus/front_end.h"

namespace clmm::targets::aarch64 {

/// Armv8's A64: tests in herd's format whose first word is `AArch64`.
[[nodiscard]] const litmus::FrontEnd& front_end();

}  // namespace clmm::targets::aarch64
