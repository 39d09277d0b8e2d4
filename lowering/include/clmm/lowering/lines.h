#pragma once

#include "clmm/base/diagnostic.h"
#include "clmm/enumerator/check.h"
#include "clmm/lowering/mapping.h"
#include "clmm/model/memory_model.h"

namespace clmm::lowering {

/// What is wrong with the lines of a mapping's own file, each tried alone: a thread of one
/// operation that the line is about.
///
/// Idea     a mistake of writing shows in one thread already: code that the target does not read,
/// an
///          operand or a result that is forgotten, a store that may fail, a condition that never
///          holds. What several threads see is what tests are for.
/// Errors   E-MAPPING, with places in the mapping: an error where the code is not read, a warning
///          where it does something else than its operation, or never ends.
/// Cost     some milliseconds a line.
[[nodiscard]] Diagnostics problems_of_lines(const Mapping& mapping,
                                            const model::MemoryModel& source,
                                            const model::MemoryModel& target,
                                            const enumerator::CheckOptions& options);

}  // namespace clmm::lowering
