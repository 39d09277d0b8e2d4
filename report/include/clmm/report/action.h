#pragma once

#include <string>

#include "clmm/litmus/event_structure.h"
#include "clmm/model/execution.h"

namespace clmm::report {

/// An action in one execution, with the value it has there: `Wrel.dev x=42 (global)`,
/// `Facq.wg (local)`, `Bentry.wg (local)`. Orders are written rlx acq rel ar sc, na on plain
/// accesses; scopes wi sg wg dev all. In other languages what their FrontEnd calls it.
///
/// Shape    `event` takes place in the execution, which is one of the structure.
[[nodiscard]] std::string format_action(const litmus::EventStructure& structure,
                                        const model::Execution& execution, litmus::EventId event);

/// `P0`, or `init` for an initial write.
[[nodiscard]] std::string format_unit(const litmus::EventStructure& structure,
                                      litmus::EventId event);

}  // namespace clmm::report
