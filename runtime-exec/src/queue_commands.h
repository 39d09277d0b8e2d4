#pragma once

#include <functional>
#include <memory>

#include "memory_core.h"
#include "queue_core.h"

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

/// A task that is one function.
class CallTask final : public Task {
public:
    explicit CallTask(std::function<void()> function) : function_(std::move(function)) {}
    std::uint64_t start(Command&, WorkerScratch&) override {
        function_();
        return 0;
    }

private:
    std::function<void()> function_;
};

/// Enqueues a command that is one function, or nothing if that is empty; waits if blocking.
Event enqueue_call(QueueCore& queue, CommandType type, Blocking blocking,
                   std::function<void()> function, const WaitList& wait);

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
