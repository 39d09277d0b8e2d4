#pragma once

#include <vector>

#include "clmm/base/diagnostic.h"
#include "clmm/runtime/execution_environment.h"

namespace clmm::cli {

/// What was found while kernels ran: an error for each finding, with its other places as notes.
[[nodiscard]] Diagnostics finding_diagnostics(const std::vector<runtime::Finding>& findings);

}  // namespace clmm::cli
