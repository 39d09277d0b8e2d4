#pragma once

#include <vector>

#include "clmm/report/explanation.h"

namespace clmm::report {

/// The pairs that make a check fail on an execution, ready to be drawn bold: a -ghb-> b -rb-> a.
/// Empty where it does not fail, or only what is absent is to blame.
[[nodiscard]] std::vector<Highlight> violated_pairs(const litmus::EventStructure& structure,
                                                    const model::MemoryModel& model,
                                                    const model::Execution& execution,
                                                    std::size_t check);

}  // namespace clmm::report
