#pragma once

#include <vector>

#include "clmm/base/diagnostic.h"
#include "clmm/runtime/execution_environment.h"

namespace clmm::cli {

/// What was found while kernels ran: an error for each finding, with its other places as notes.
[[nodiscard]] Diagnostics finding_diagnostics(const std::vector<runtime::Finding>& findings);

/// Adds what another run has found: a finding of the same places is found more often.
void merge_findings(std::vector<runtime::Finding>& all, const std::vector<runtime::Finding>& more);

}  // namespace clmm::cli
