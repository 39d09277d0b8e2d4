#include <cstring>
#include <utility>

#include "clmm/runtime/command_queue.h"
#include "platform/context_core.h"
#include "queues/commands.h"

namespace clmm::runtime {

namespace {

bool is_svm(const MemoryCore& memory) {
    return memory.allocation == Allocation::coarse_grained_svm ||
           memory.allocation == Allocation::fine_grained_svm ||
           memory.allocation == Allocation::fine_grained_svm_atomics;
}

/// The shared virtual memory in which so many bytes from the pointer on lie, to be kept by the
/// command; null for memory of the host.
std::shared_ptr<MemoryCore> svm_at(const QueueCore& queue, const void* pointer, std::size_t size) {
    check_pointer(pointer);
    auto memory = queue.context()->memory_at(pointer);
    if (!memory || !is_svm(*memory)) return nullptr;
    const auto offset =
        static_cast<std::size_t>(static_cast<const std::byte*>(pointer) - memory->base);
    require_range(offset, size, memory->size, "the bytes reach out of the allocation");
    return memory;
}

std::shared_ptr<MemoryCore> require_svm(const QueueCore& queue, const void* pointer,
                                        std::size_t size) {
    auto memory = svm_at(queue, pointer, size);
    require(memory != nullptr || queue.device()->description.fine_grained_system,
            ErrorCode::invalid_value, "the pointer is not into shared virtual memory");
    return memory;
}

bool overlap(const void* a, const void* b, std::size_t size) {
    const auto first = reinterpret_cast<std::uintptr_t>(a);
    const auto second = reinterpret_cast<std::uintptr_t>(b);
    return first < second + size && second < first + size;
}

}  // namespace

Event CommandQueue::svm_memcpy(Blocking blocking, void* destination, const void* source,
                               std::size_t size, const WaitList& wait) const {
    auto to = svm_at(*core(), destination, size);
    auto from = svm_at(*core(), source, size);
    require(!overlap(destination, source, size), ErrorCode::mem_copy_overlap,
            "source and destination overlap");
    CallWork work;
    if (size > 0)
        work = {[=, to = std::move(to), from = std::move(from)] {
                    std::memcpy(destination, source, size);
                },
                {touch_of(static_cast<const std::byte*>(source), size, false),
                 touch_of(static_cast<const std::byte*>(destination), size, true)}};
    return enqueue_call(*core(), CommandType::svm_memcpy, blocking, std::move(work), wait);
}

Event CommandQueue::svm_memfill(void* destination, std::span<const std::byte> pattern,
                                std::size_t size, const WaitList& wait) const {
    auto memory = require_svm(*core(), destination, size);
    check_pattern(pattern, size);
    require(reinterpret_cast<std::uintptr_t>(destination) % pattern.size() == 0,
            ErrorCode::invalid_value, "the pointer is aligned to the pattern's size");
    CallWork work;
    if (size > 0)
        work = {
            [=, memory = std::move(memory), bytes = std::vector(pattern.begin(), pattern.end())] {
                fill_pattern(static_cast<std::byte*>(destination), bytes, size);
            },
            {touch_of(static_cast<const std::byte*>(destination), size, true)}};
    return enqueue_call(*core(), CommandType::svm_memfill, Blocking::no, std::move(work), wait);
}

Event CommandQueue::svm_map(Blocking blocking, MapFlag flag, void* pointer, std::size_t size,
                            const WaitList& wait) const {
    require(size > 0, ErrorCode::invalid_value, "a mapping has at least one byte");
    const auto memory = require_svm(*core(), pointer, size);
    if (memory) check_mapping(*memory, flag);
    const MemoryTouch region = touch_of(static_cast<const std::byte*>(pointer), size, false);
    Event event =
        enqueue_call(*core(), CommandType::svm_map, blocking, {.touches = {region}}, wait);
    if (memory) memory->add_mapping(pointer, region);
    return event;
}

Event CommandQueue::svm_unmap(void* pointer, const WaitList& wait) const {
    const auto memory = require_svm(*core(), pointer, 0);
    CallWork work;
    if (memory) {
        const auto region = memory->remove_mapping(pointer);
        require(region.has_value(), ErrorCode::invalid_value,
                "the pointer is not that of a mapping");
        work.touches.push_back(*region);
    }
    return enqueue_call(*core(), CommandType::svm_unmap, Blocking::no, std::move(work), wait);
}

Event CommandQueue::svm_free(const std::vector<SvmAllocation>& allocations,
                             const WaitList& wait) const {
    require(!allocations.empty(), ErrorCode::invalid_value, "there is nothing to free");
    std::vector<std::shared_ptr<MemoryCore>> cores;
    for (const SvmAllocation& allocation : allocations) {
        check_context(*core(), *allocation.core());
        static_cast<void>(allocation.pointer());
        cores.push_back(allocation.core());
    }
    return enqueue_call(*core(), CommandType::svm_free, Blocking::no, {[cores = std::move(cores)] {
        for (const auto& memory : cores) memory->free_now();
    }},
                        wait);
}

}  // namespace clmm::runtime
