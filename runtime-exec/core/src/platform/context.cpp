#include "clmm/runtime/context.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "clmm/runtime/device_queue.h"
#include "clmm/runtime/error.h"
#include "objects/memory_core.h"
#include "platform/context_core.h"

namespace clmm::runtime {

ContextCore::ContextCore(std::shared_ptr<PlatformCore> platform_core,
                         std::vector<std::shared_ptr<DeviceCore>> device_cores,
                         ContextSinks message_sinks)
    : platform(std::move(platform_core)),
      devices(std::move(device_cores)),
      sinks_(std::move(message_sinks)) {}

bool ContextCore::has(const DeviceCore& device) const {
    return std::any_of(devices.begin(), devices.end(),
                       [&](const auto& own) { return own.get() == &device; });
}

// ---- messages ----

template <class Call>
void ContextCore::send(Call call) {
    const std::lock_guard lock(sinks_mutex_);
    try {
        call();
    } catch (const std::exception& error) {
        if (sinks_.error) sinks_.error(std::string("a sink threw: ") + error.what());
    }
}

void ContextCore::print(std::string_view text) {
    if (sinks_.print) send([&] { sinks_.print(text); });
}

void ContextCore::report(const Finding& finding) {
    if (sinks_.report) send([&] { sinks_.report(finding); });
}

void ContextCore::report_error(const std::string& problem) {
    if (!sinks_.error) return;
    const std::lock_guard lock(sinks_mutex_);
    sinks_.error(problem);
}

// ---- memory by address ----

void ContextCore::add_memory(const std::shared_ptr<MemoryCore>& memory) {
    const std::lock_guard lock(memory_mutex_);
    memory_.emplace(std::pair(reinterpret_cast<std::uintptr_t>(memory->base), memory->id), memory);
}

void ContextCore::remove_memory(const MemoryCore& memory) {
    const std::lock_guard lock(memory_mutex_);
    memory_.erase({reinterpret_cast<std::uintptr_t>(memory.base), memory.id});
}

std::shared_ptr<MemoryCore> ContextCore::memory_at(const void* address) const {
    const auto wanted = reinterpret_cast<std::uintptr_t>(address);
    std::shared_ptr<MemoryCore> memory;  // outlives the lock, since it may be the last holder
    const std::lock_guard lock(memory_mutex_);
    const auto next = memory_.upper_bound({wanted, std::numeric_limits<MemoryId>::max()});
    if (next == memory_.begin()) return nullptr;
    const auto& [key, entry] = *std::prev(next);
    memory = entry.lock();
    const bool inside = memory && wanted - key.first < memory->size;
    return inside ? memory : nullptr;
}

// ---- queues of device-side enqueue ----

void ContextCore::add_queue(const std::shared_ptr<DeviceQueueCore>& queue) {
    const std::lock_guard lock(queues_mutex_);
    std::erase_if(queues_, [](const auto& entry) { return entry.second.expired(); });
    for (const auto& [id, other] : queues_) {
        const auto existing = other.lock();
        require(!(existing && existing->is_default && queue->is_default &&
                  existing->device == queue->device),
                ErrorCode::invalid_queue_properties,
                "the device has a default on-device queue in this context already");
    }
    queues_.emplace(queue->id, queue);
}

std::shared_ptr<DeviceQueueCore> ContextCore::queue(std::uint64_t id) const {
    const std::lock_guard lock(queues_mutex_);
    const auto found = queues_.find(id);
    return found == queues_.end() ? nullptr : found->second.lock();
}

std::shared_ptr<DeviceQueueCore> ContextCore::default_queue(const DeviceCore& device) const {
    const std::lock_guard lock(queues_mutex_);
    for (const auto& [id, entry] : queues_) {
        auto queue = entry.lock();
        if (queue && queue->is_default && queue->device.get() == &device) return queue;
    }
    return nullptr;
}

std::shared_ptr<void> take_ticket(const std::shared_ptr<DeviceQueueCore>& queue) {
    std::shared_ptr<void> ticket(queue.get(), [queue](void*) { --queue->commands; });
    const std::uint64_t before = queue->commands++;
    require(queue->max_commands == 0 || before < queue->max_commands, ErrorCode::out_of_resources,
            "the on-device queue is full");
    return ticket;
}

// ---- handles ----

Context::Context(std::vector<Device> devices, ContextSinks sinks) : devices_(std::move(devices)) {
    require(!devices_.empty(), ErrorCode::invalid_value, "a context has at least one device");
    std::vector<std::shared_ptr<DeviceCore>> cores;
    for (const Device& device : devices_) {
        require(device.core() != nullptr && device.threads() == devices_.front().threads(),
                ErrorCode::invalid_device, "the devices of a context belong to one platform");
        cores.push_back(device.core());
    }
    core_ = std::make_shared<ContextCore>(devices_.front().threads()->core, std::move(cores),
                                          std::move(sinks));
}

std::optional<MemoryArgument> Context::memory_at(const void* address) const {
    const auto memory = core_->memory_at(address);
    return memory ? std::optional(memory->argument()) : std::nullopt;
}

DeviceQueue::DeviceQueue(const Context& context, const Device& device,
                         DeviceQueueProperties properties)
    : threads_(context.threads()), core_(std::make_shared<DeviceQueueCore>()) {
    require(context.core()->has(*device.core()), ErrorCode::invalid_device,
            "the device is not in the context");
    core_->id = context.core()->platform->next_id++;
    core_->device = device.core();
    core_->is_default = properties.is_default;
    core_->max_commands = properties.max_commands;
    context.core()->add_queue(core_);
}

QueueArgument DeviceQueue::argument() const { return {core_->id}; }

}  // namespace clmm::runtime
