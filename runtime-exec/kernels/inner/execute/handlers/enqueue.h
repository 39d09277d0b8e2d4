#pragma once

#include "execute/instruction.h"

/// Device-side enqueue.
namespace clmm::runtime::handlers {

/// Operands: queue, flags (int), ten numbers of the range, number of events (uint), wait list,
/// place of the event, the captured values, the sizes of local memory (uint). Result: an int.
/// constants[0]: which of the code's blocks.
[[nodiscard]] Handler enqueue_kernel();
/// Operands: queue, number of events (uint), wait list, place of the event. Result: an int.
[[nodiscard]] Handler enqueue_marker();

enum class EventCall : std::int64_t {
    default_queue,    ///< d (64 bits)
    create,           ///< d (64 bits)
    is_valid,         ///< d (64 bits): whether event a is one
    retain,           ///< event a
    release,          ///< event a
    set_status,       ///< event a to status b (int)
    capture_profile,  ///< of event a to address b
};
[[nodiscard]] Handler event_call(EventCall call);

}  // namespace clmm::runtime::handlers
