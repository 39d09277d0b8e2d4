#pragma once

#include "clmm/litmus/event_structure.h"

namespace clmm::litmus {

/// Unfolds a test in OpenCL C or C: what the front end of those does.
[[nodiscard]] Result<EventStructure> unfold_program(const LitmusTest& test,
                                                    const UnfoldOptions& options);

}  // namespace clmm::litmus
