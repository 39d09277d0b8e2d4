#include "queues/commands.h"

#include <cstring>
#include <utility>

#include "platform/context_core.h"

namespace clmm::runtime {

namespace {

class CallTask final : public Task {
public:
    explicit CallTask(CallWork work) : work_(std::move(work)) {}

    std::uint64_t start(Command& command, WorkerScratch&) override {
        Observer* observer = command.place().context->observer();
        if (observer != nullptr) observer->touched(command.id(), work_.touches);
        if (command.type() == CommandType::native_kernel && observer != nullptr)
            run_observed(*observer, command.id());
        else if (work_.function)
            work_.function();
        return 0;
    }

private:
    /// A native kernel, which is a thread of the host to the observer.
    void run_observed(Observer& observer, CommandId command) const {
        struct Notice {
            Observer& observer;
            ~Notice() { observer.native_ends(); }
        };
        observer.native_begins(command);
        const Notice notice{observer};
        work_.function();
    }

    CallWork work_;
};

}  // namespace

CallWork copy_of_box(const Box& to, const Box& from, const Extent& extent,
                     std::vector<std::shared_ptr<MemoryCore>> keep) {
    return {[=, keep = std::move(keep)] { copy_box(to, from, extent); },
            {touch_of(from, extent, false), touch_of(to, extent, true)}};
}

MemoryTouch touch_of(const Box& box, const Extent& extent, bool writes) {
    return {box.base, extent, box.row_pitch, box.slice_pitch, writes};
}

MemoryTouch touch_of(const std::byte* base, std::size_t size, bool writes) {
    return {.base = base, .extent = {size, 1, 1}, .writes = writes};
}

Event enqueue_call(QueueCore& queue, CommandType type, Blocking blocking, CallWork work,
                   const WaitList& wait) {
    require(blocking == Blocking::no || !on_runtime_thread(), ErrorCode::invalid_operation,
            "a callback or a native kernel must not block");
    std::unique_ptr<Task> task;
    const bool is_told = queue.context()->observer() != nullptr && !work.touches.empty();
    if (work.function || is_told) task = std::make_unique<CallTask>(std::move(work));
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
    return enqueue_call(*core(), CommandType::marker, Blocking::no, {}, wait);
}

Event CommandQueue::barrier(const WaitList& wait) const {
    return enqueue_call(*core(), CommandType::barrier, Blocking::no, {}, wait);
}

Event CommandQueue::unmap(const MemoryObject& object, void* pointer, const WaitList& wait) const {
    check_context(*core(), *object.core());
    const auto region = object.core()->remove_mapping(pointer);
    require(region.has_value(), ErrorCode::invalid_value,
            "the pointer is not that of a mapping of the object");
    return enqueue_call(*core(), CommandType::unmap_mem_object, Blocking::no,
                        {.touches = {*region}}, wait);
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
                        {migration(std::move(cores), to_host ? nullptr : queue.device())}, wait);
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
