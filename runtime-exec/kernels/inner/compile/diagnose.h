#pragma once

#include "clmm/base/reject.h"

namespace clmm::runtime::compiler {

using clmm::require;  // the runtime's is about what the API was given

}  // namespace clmm::runtime::compiler
