#pragma once

#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/model/execution.h"

namespace clmm::report {

/// The writes of one location in modification order, initial write first.
[[nodiscard]] std::vector<litmus::EventId> writes_in_order(const litmus::EventStructure& structure,
                                                           const model::Execution& execution,
                                                           litmus::LocationId location);

}  // namespace clmm::report
