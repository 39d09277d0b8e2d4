#pragma once

#include "clmm/litmus/front_end.h"

namespace clmm::targets::x86 {

/// x86 with words of 32 bits: tests in herd's format whose first word is `X86`.
[[nodiscard]] const litmus::FrontEnd& front_end();

}  // namespace clmm::targets::x86
