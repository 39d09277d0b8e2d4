#pragma once

#include "clmm/litmus/front_end.h"

namespace clmm::targets::riscv {

/// RISC-V with words of 64 bits: tests in herd's format whose first word is `RISCV`.
[[nodiscard]] const litmus::FrontEnd& front_end();

}  // namespace clmm::targets::riscv
