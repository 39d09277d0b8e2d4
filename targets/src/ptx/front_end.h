#pragma once

#include "clmm/litmus/front_end.h"

namespace clmm::targets::ptx {

/// PTX as litmus tests have it: files whose first word is `PTX`.
[[nodiscard]] const litmus::FrontEnd& front_end();

}  // namespace clmm::targets::ptx
