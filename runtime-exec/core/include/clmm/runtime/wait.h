#pragma once

#include "clmm/base/budget.h"
#include "clmm/runtime/event.h"

namespace clmm::runtime {

/// Waits until the event is complete, or the budget is spent: whether it is complete. Its queue
/// must have been flushed. Interrupts are seen after 20 ms at the latest.
///
/// Errors   none
/// Threads  any
[[nodiscard]] bool completes_within(const Event& event, const Budget& budget);

}  // namespace clmm::runtime
