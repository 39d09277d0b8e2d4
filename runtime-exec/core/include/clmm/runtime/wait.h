#pragma once

#include <chrono>
#include <optional>

#include "clmm/runtime/event.h"

namespace clmm::runtime {

/// Waits until the event is complete, or the time is over: whether it is complete. Its queue must
/// have been flushed.
///
/// Units    milliseconds of the system's clock; none: without end.
/// Errors   those of Event::wait, where there is no timeout
/// Threads  any
[[nodiscard]] bool completes_within(const Event& event,
                                    std::optional<std::chrono::milliseconds> timeout);

}  // namespace clmm::runtime
