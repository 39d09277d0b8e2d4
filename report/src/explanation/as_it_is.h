#pragma once

#include <string>
#include <vector>

#include "clmm/report/explanation.h"

namespace clmm::report {

/// Which steps of a case do not hold on the witness, of those that rest on none such, and what
/// holds of their pairs instead: `4 does not hold: d local-synchronizes-with a, but does not …`.
[[nodiscard]] std::vector<std::string> as_it_is(const ToldCase& told,
                                                const litmus::EventStructure& structure,
                                                const model::MemoryModel& model,
                                                const model::Execution& witness);

/// The pairs of a violated cycle as they are on the witness: `no gsw` where one is missing.
[[nodiscard]] std::vector<Highlight> would_be_cycle(const ToldCase& told,
                                                    const litmus::EventStructure& structure,
                                                    const model::MemoryModel& model,
                                                    const model::Execution& witness);

}  // namespace clmm::report
