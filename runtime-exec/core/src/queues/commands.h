#pragma once

#include <functional>
#include <memory>

#include "clmm/runtime/observer.h"
#include "objects/box.h"
#include "objects/memory_core.h"
#include "queues/core.h"

namespace clmm::runtime {

/// Where a CommandQueue keeps its queue; the last one flushes it.
struct CommandQueue::Handle {
    std::shared_ptr<PlatformThreads> threads;
    std::shared_ptr<QueueCore> core;

    Handle(std::shared_ptr<PlatformThreads> t, std::shared_ptr<QueueCore> c)
        : threads(std::move(t)), core(std::move(c)) {}
    ~Handle() { core->flush(); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
};

/// A command that is one function, which may be empty, and what memory it touches.
struct CallWork {
    std::function<void()> function = nullptr;
    std::vector<MemoryTouch> touches = {};
};

/// A copy while `keep` is kept.
[[nodiscard]] CallWork copy_of_box(const Box& to, const Box& from, const Extent& extent,
                                   std::vector<std::shared_ptr<MemoryCore>> keep);
[[nodiscard]] MemoryTouch touch_of(const Box& box, const Extent& extent, bool writes);
/// `size` bytes from there on.
[[nodiscard]] MemoryTouch touch_of(const std::byte* base, std::size_t size, bool writes);

/// Enqueues it; waits if blocking.
Event enqueue_call(QueueCore& queue, CommandType type, Blocking blocking, CallWork work,
                   const WaitList& wait);

/// Throws CL_INVALID_CONTEXT for an object of another context.
void check_context(const QueueCore& queue, const MemoryCore& object);
/// Throw CL_INVALID_OPERATION where the object's flags deny it to the host.
void check_host_reads(const MemoryCore& object);
void check_host_writes(const MemoryCore& object);
void check_mapping(const MemoryCore& object, MapFlag flag);
/// Throws CL_INVALID_VALUE for null.
void check_pointer(const void* pointer);

/// Throws CL_INVALID_VALUE unless its size is a power of two up to 128, and divides `size`.
void check_pattern(std::span<const std::byte> pattern, std::size_t size);
void fill_pattern(std::byte* to, std::span<const std::byte> pattern, std::size_t size);

}  // namespace clmm::runtime
