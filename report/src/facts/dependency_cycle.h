#pragma once

#include <string>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/model/execution.h"

namespace clmm::report {

/// One step of a cycle: from `from`, along the relation named `by`, to the next step's `from`.
struct CycleStep {
    litmus::EventId from;
    std::string by;  ///< `rf`, `data`, `addr`, `ctrl`
};

/// A shortest cycle of reads-from and dependencies; data and address dependencies alone are
/// preferred to control. Empty where there is none.
[[nodiscard]] std::vector<CycleStep> dependency_cycle(const litmus::EventStructure& structure,
                                                      const model::Execution& execution);

}  // namespace clmm::report
