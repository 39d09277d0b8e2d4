#pragma once

#include "clmm/litmus/front_end.h"

namespace clmm::targets::power {

/// Power with words of 64 bits: tests in herd's format whose first word is `PPC`.
[[nodiscard]] const litmus::FrontEnd& front_end();

}  // namespace clmm::targets::power
