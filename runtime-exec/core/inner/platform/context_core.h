#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/runtime/context.h"
#include "clmm/runtime/observer.h"
#include "platform/platform_core.h"

namespace clmm::runtime {

struct DeviceQueueCore;
struct MemoryCore;

/// What the objects of a context share.
///
/// Threads  any.
struct ContextCore {
    ContextCore(std::shared_ptr<PlatformCore> platform_core,
                std::vector<std::shared_ptr<DeviceCore>> device_cores, ContextSinks message_sinks);

    const std::shared_ptr<PlatformCore> platform;
    const std::vector<std::shared_ptr<DeviceCore>> devices;

    [[nodiscard]] bool has(const DeviceCore& device) const;

    // ---- messages ----

    /// Null: nobody observes.
    [[nodiscard]] Observer* observer() const { return sinks_.observer.get(); }
    void print(std::string_view text);
    void report(const Finding& finding);
    void report_error(const std::string& problem);

    // ---- memory by address ----

    void add_memory(const std::shared_ptr<MemoryCore>& memory);
    void remove_memory(const MemoryCore& memory);
    /// The allocation around an address, or null.
    [[nodiscard]] std::shared_ptr<MemoryCore> memory_at(const void* address) const;

    // ---- queues of device-side enqueue ----

    void add_queue(const std::shared_ptr<DeviceQueueCore>& queue);
    [[nodiscard]] std::shared_ptr<DeviceQueueCore> queue(std::uint64_t id) const;
    [[nodiscard]] std::shared_ptr<DeviceQueueCore> default_queue(const DeviceCore& device) const;

private:
    /// Runs the sink under the lock; what it throws has nowhere to go but the error sink.
    template <class Call>
    void send(Call call);

    const ContextSinks sinks_;
    std::mutex sinks_mutex_;
    mutable std::mutex memory_mutex_;
    /// By the address of the first byte. Buffers may be made of the same memory of the host.
    std::map<std::pair<std::uintptr_t, MemoryId>, std::weak_ptr<MemoryCore>> memory_;
    mutable std::mutex queues_mutex_;
    std::map<std::uint64_t, std::weak_ptr<DeviceQueueCore>> queues_;
};

/// A queue for child kernels.
struct DeviceQueueCore {
    std::uint64_t id = 0;
    std::shared_ptr<DeviceCore> device;
    bool is_default = false;
    std::uint64_t max_commands = 0;
    std::atomic<std::uint64_t> commands = 0;  ///< not yet complete
};

/// Counts one command of the queue for as long as the result is kept. Throws CL_OUT_OF_RESOURCES
/// where the queue is full.
[[nodiscard]] std::shared_ptr<void> take_ticket(const std::shared_ptr<DeviceQueueCore>& queue);

}  // namespace clmm::runtime
