#pragma once

#include "clmm/model/execution.h"

namespace clmm::solver {

/// Whether the values of an execution's thin-air cycles may be anything: with one read of
/// each cycle left symbolic and the others replaced by what they read, every guard,
/// constraint and the cycle itself must hold identically. `false` means "not shown".
[[nodiscard]] bool any_value_possible(const litmus::EventStructure& structure,
                                      const model::Execution& execution);

}  // namespace clmm::solver
