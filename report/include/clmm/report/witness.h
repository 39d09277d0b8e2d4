#pragma once

#include <string>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/model/execution.h"

namespace clmm::report {

/// Short names of an execution's actions, `a`, `b`, … in the order of the event structure;
/// initial writes have none. By EventId; empty where there is none.
[[nodiscard]] std::vector<std::string> action_names(const litmus::EventStructure& structure,
                                                    const model::Execution& execution);

/// An execution as a listing: actions by unit with their source lines, then reads-from
/// and modification order, what it decides besides, and the cycle of dependencies where values come
/// out of thin air.
///
///     P0   a: Racq.wg y=42 (local)     line 8
///          b: Wrel.dev x=42 (global)   line 9
///     rf   d -> a, b -> c
///     mo   x: init -> b;  y: init -> d
///     free the weak compare-exchange fails though it need not (line 9)
///     out of thin air: a -data-> b -rf-> c -data-> d -rf-> a
///
/// Shape    every line starts with two blanks and ends with a line break.
[[nodiscard]] std::string format_execution(const litmus::EventStructure& structure,
                                           const SourcePtr& source,
                                           const model::Execution& execution);

/// What the execution decides beside what is read, in words with their lines, each once.
[[nodiscard]] std::vector<std::string> free_choices(const litmus::EventStructure& structure,
                                                    const SourcePtr& source,
                                                    const model::Execution& execution);

}  // namespace clmm::report
