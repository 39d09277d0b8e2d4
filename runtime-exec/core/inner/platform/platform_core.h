#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "clmm/runtime/platform.h"
#include "platform/notifier.h"
#include "platform/work_pool.h"

namespace clmm::runtime {

// Locks of the runtime, in the order in which a thread may take them: no thread takes one that is
// listed above one that it holds. None is held while foreign code runs (kernels, callbacks), but
// for the functions of ProgramCode, which have no effects, and sinks, which are called under their
// own lock and may not call the runtime.
//
//   1. ProgramCore::mutex_      which devices a program is initialised on
//   2. QueueCore::mutex_        the order of a queue's commands
//   3. KernelTask::mutex_       events of device-side enqueue
//   4. Command::mutex_          who waits for a command; never two commands at a time
//   5. leaves, never two at a time: WorkPool, Notifier, Outstanding, the registries of a context,
//      a memory object's mappings, a pipe's reservations, sinks
//
// Threads of the runtime never wait for a command (Command::wait throws there); they wait only
// for work, in WorkPool and Notifier. So every wait of a host thread ends once the graph of
// commands, which is acyclic since a command waits for earlier ones only, has been run.

/// Whether the calling thread is a compute unit or the callback thread.
[[nodiscard]] bool on_runtime_thread();
/// Says that the calling thread is one, for the rest of its life.
void become_runtime_thread();

/// Counts the commands that are enqueued and not yet complete.
class Outstanding {
public:
    void enter() { count_.fetch_add(1, std::memory_order_relaxed); }
    void leave();
    void wait_until_none();

private:
    std::atomic<std::uint64_t> count_ = 0;
    std::mutex mutex_;
    std::condition_variable none_;
};

class Command;

/// Decides what runs when, in place of compute units, of the callback thread and of the operating
/// system: see ControlledRuntime.
///
/// Threads  any.
class Director {
public:
    virtual ~Director() = default;
    /// A command has all that it waits for, and something to do.
    virtual void ready(std::shared_ptr<Command> command) = 0;
    /// A callback is due.
    virtual void post(std::function<void()> callback) = 0;
    /// The calling thread waits until the command is complete.
    virtual void wait(Command& command) = 0;
};

/// What all objects of a platform share; it has no threads, so that completed commands and memory
/// may outlive them.
struct PlatformCore {
    Notifier notifier;
    Outstanding outstanding;
    std::atomic<std::uint64_t> next_id = 1;     ///< of memory objects and device queues
    std::atomic<Director*> director = nullptr;  ///< null: everything runs on its own
};

struct DeviceCore {
    DeviceCore(std::shared_ptr<PlatformCore> p, DeviceDescription d)
        : platform(std::move(p)), description(std::move(d)), pool(description.compute_units) {}

    std::shared_ptr<PlatformCore> platform;
    DeviceDescription description;
    WorkPool pool;
};

/// The threads of a platform. Handles of the host keep them; commands do not.
struct PlatformThreads {
    explicit PlatformThreads(const std::vector<DeviceDescription>& descriptions);
    ~PlatformThreads();

    /// Deletes here, or on a thread of its own where this is a thread that it would have to join.
    static void release(PlatformThreads* threads);

    std::shared_ptr<PlatformCore> core;
    [[nodiscard]] std::thread::native_handle_type thread_of(const DeviceCore& device,
                                                            unsigned compute_unit);

    std::vector<std::shared_ptr<DeviceCore>> devices;

private:
    void stop();

    std::vector<std::thread> threads_;  ///< of callbacks, then of each device's compute units
};

}  // namespace clmm::runtime
