#include "queue_commands.h"

#include <cstring>
#include <utility>

#include "context_core.h"

namespace clmm::runtime {

Event enqueue_call(QueueCore& queue, CommandType type, Blocking blocking,
                   std::function<void()> function, const WaitList& wait) {
    require(blocking == Blocking::no || !on_runtime_thread(), ErrorCode::invalid_operation,
            "a callback or a native kernel must not block");
    std::unique_ptr<Task> task;
    if (function) task = std::make_unique<CallTask>(std::move(function));
    const Event event = queue.enqueue(queue.make(type, std::move(task)), wait);
    if (blocking == Blocking::yes) QueueCore::block_on(event);
    return event;
}

void check_context(const QueueCore& queue, const MemoryCore& object) {
    require(object.context == queue.context(), ErrorCode::invalid_context,
            "the memory object belongs to another context than the queue");
}

void check_host_reads(const MemoryCore& object) {
    require(object.host_may_read(), ErrorCode::invalid_operation,
            "the memory object was made such that the host does not read it");
}

void check_host_writes(const MemoryCore& object) {
    require(object.host_may_write(), ErrorCode::invalid_operation,
            "the memory object was made such that the host does not write it");
}

void check_mapping(const MemoryCore& object, MapFlag flag) {
    if (flag == MapFlag::read || flag == MapFlag::read_write) check_host_reads(object);
    if (flag != MapFlag::read) check_host_writes(object);
}

void check_pointer(const void* pointer) {
    require(pointer != nullptr, ErrorCode::invalid_value, "a pointer is null");
}

void check_pattern(std::span<const std::byte> pattern, std::size_t size) {
    const std::size_t length = pattern.size();
    require(length > 0 && length <= 128 && (length & (length - 1)) == 0, ErrorCode::invalid_value,
            "a pattern has 1, 2, 4, … or 128 bytes");
    require(size % length == 0, ErrorCode::invalid_value,
            "the size is a multiple of the pattern's size");
}

void fill_pattern(std::byte* to, std::span<const std::byte> pattern, std::size_t size) {
    for (std::size_t at = 0; at < size; at += pattern.size())
        std::memcpy(to + at, pattern.data(), pattern.size());
}

// ---- CommandQueue: what all commands share ----

CommandQueue::CommandQueue(const Context& context, const Device& device,
                           QueueProperties properties) {
    require(context.core()->has(*device.core()), ErrorCode::invalid_device,
            "the device is not in the context");
    handle_ = std::make_shared<Handle>(
        context.threads(), std::make_shared<QueueCore>(context.core(), device.core(), properties));
}

const std::shared_ptr<QueueCore>& CommandQueue::core() const { return handle_->core; }
void CommandQueue::flush() const { core()->flush(); }
void CommandQueue::finish() const { core()->finish(); }

Event CommandQueue::marker(const WaitList& wait) const {
    return enqueue_call(*core(), CommandType::marker, Blocking::no, nullptr, wait);
}

Event CommandQueue::barrier(const WaitList& wait) const {
    return enqueue_call(*core(), CommandType::barrier, Blocking::no, nullptr, wait);
}

Event CommandQueue::unmap(const MemoryObject& object, void* pointer, const WaitList& wait) const {
    check_context(*core(), *object.core());
    require(object.core()->remove_mapping(pointer), ErrorCode::invalid_value,
            "the pointer is not that of a mapping of the object");
    return enqueue_call(*core(), CommandType::unmap_mem_object, Blocking::no, nullptr, wait);
}

namespace {

/// All devices see one memory, so that migration moves nothing; it is remembered.
std::function<void()> migration(std::vector<std::shared_ptr<MemoryCore>> objects,
                                std::shared_ptr<DeviceCore> target) {
    return [objects = std::move(objects), target = std::move(target)] {
        for (const auto& object : objects) {
            const std::lock_guard lock(object->mutex);
            object->location = target;
        }
    };
}

template <class Object>
Event migrate_all(QueueCore& queue, CommandType type, const std::vector<Object>& objects,
                  bool to_host, const WaitList& wait) {
    require(!objects.empty(), ErrorCode::invalid_value, "there is nothing to migrate");
    std::vector<std::shared_ptr<MemoryCore>> cores;
    for (const Object& object : objects) {
        check_context(queue, *object.core());
        cores.push_back(object.core());
    }
    return enqueue_call(queue, type, Blocking::no,
                        migration(std::move(cores), to_host ? nullptr : queue.device()), wait);
}

}  // namespace

Event CommandQueue::migrate(const std::vector<MemoryObject>& objects, bool to_host,
                            const WaitList& wait) const {
    return migrate_all(*core(), CommandType::migrate_mem_objects, objects, to_host, wait);
}

Event CommandQueue::svm_migrate(const std::vector<SvmAllocation>& allocations, bool to_host,
                                const WaitList& wait) const {
    for (const SvmAllocation& allocation : allocations) static_cast<void>(allocation.pointer());
    return migrate_all(*core(), CommandType::svm_migrate_mem, allocations, to_host, wait);
}

}  // namespace clmm::runtime
