#pragma once

#include "clmm/litmus/front_end.h"

namespace clmm::targets::x86 {

/// x86 with words of 32 bits: tests in herd's format whose first word is `X86`.
[[nodiscard]] const litmus::FrontEnd& front_end();
/// x86 with registers of 64 bits as well: tests whose first word is `X86_64`.
[[nodiscard]] const litmus::FrontEnd& front_end_64();

}  // namespace clmm::targets::x86
