#pragma once

#include <cstdint>
#include <memory>

#include "clmm/runtime/context.h"

namespace clmm::runtime {

struct DeviceQueueCore;

struct DeviceQueueProperties {
    bool is_default = false;         ///< what get_default_queue() gives on the device
    std::uint64_t max_commands = 0;  ///< not yet complete at a time; 0: as memory allows
};

/// A queue that kernels enqueue child kernels to: always out-of-order.
///
/// Errors   CL_INVALID_DEVICE for a device that is not in the context, CL_INVALID_QUEUE_PROPERTIES
///          for a second default queue of a device in a context.
/// Threads  any.
/// Source   "Device-side enqueue", paragraph "This is an out-of-order command-queue".
/// Tests    tests/unit/runtime-exec/runtime/device_enqueue_test.cpp
class DeviceQueue {
public:
    DeviceQueue(const Context& context, const Device& device,
                DeviceQueueProperties properties = {});

    /// What kernels get for it.
    [[nodiscard]] QueueArgument argument() const;
    [[nodiscard]] const std::shared_ptr<DeviceQueueCore>& core() const { return core_; }

private:
    std::shared_ptr<PlatformThreads> threads_;
    std::shared_ptr<DeviceQueueCore> core_;
};

}  // namespace clmm::runtime
