#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "clmm/runtime/argument.h"
#include "clmm/runtime/event.h"

namespace clmm::runtime {

/// A command or user event of an observed context; from 1 on.
using CommandId = std::uint64_t;

/// Bytes that a command reads or writes: rows of `extent[0]` bytes, `extent[1]` of them in each of
/// `extent[2]` slices.
struct MemoryTouch {
    const std::byte* base = nullptr;
    std::array<std::size_t, 3> extent = {0, 1, 1};
    std::size_t row_pitch = 0;
    std::size_t slice_pitch = 0;
    bool writes = false;
};

/// Is told what orders commands, host threads and kernel-instances, and what commands do with
/// memory: what dynamic checks must know beside what happens inside a kernel.
///
/// Idea     each call is one end of a rule of "Host-side and Device-side Commands". The end of a
///          rule that comes first is told first, so that a clock can be passed on.
/// Errors   none: an observer does not throw.
/// Threads  any, several at once; the runtime holds none of its locks.
/// Source   "Memory Ordering Rules", "Host-side and Device-side Commands", rules 1 to 14.
/// Tests    tests/unit/runtime-exec/runtime/observer_test.cpp
class Observer {
public:
    virtual ~Observer() = default;

    // ---- memory ----

    /// `has_contents`: the host gave some; else it is unspecified what it holds.
    virtual void memory_created(const MemoryArgument& memory, bool has_contents) = 0;
    /// It is about to go.
    virtual void memory_freed(const MemoryArgument& memory) = 0;

    // ---- commands ----

    /// The calling thread enqueues a command, or makes a user event (rule 1): for the host, or for
    /// the work-item of the kernel-instance `parent` that it executes, if that is not 0.
    virtual void enqueued(CommandId command, CommandType type, CommandId parent) = 0;
    /// A command starts to run. What it came after, in the sense of rules 2, 5, 6, 7 and 12, are
    /// `completed` ones.
    virtual void started(CommandId command, std::span<const CommandId> completed) = 0;
    /// It starts after the end of its parent (rule 13), or of a work-group of it (rule 14).
    virtual void started_after_parent(CommandId command, CommandId parent) = 0;
    virtual void started_after_group(CommandId command, CommandId parent,
                                     std::uint64_t work_group) = 0;
    /// What it does by itself, once it has started; kernels are not told here.
    virtual void touched(CommandId command, std::span<const MemoryTouch> touches) = 0;
    /// A work-group of a kernel-instance has ended; told where a child waits for it.
    virtual void group_ended(CommandId command, std::uint64_t work_group) = 0;
    /// All its own work is done (rule 10).
    virtual void ended(CommandId command) = 0;
    /// A child is complete, before its parent is.
    virtual void child_completed(CommandId parent, CommandId child) = 0;
    /// Before anybody learns of it (rule 3).
    virtual void completed(CommandId command) = 0;

    // ---- host ----

    /// The calling thread has waited for it (rules 4 and 8).
    virtual void waited(CommandId command) = 0;
    /// The calling thread, or the work-item that it executes, sets the status of a user event
    /// (rule 12), before that completes.
    virtual void status_set(CommandId event) = 0;
    /// A callback for the event's completion begins on the calling thread (rule 11), and ends.
    virtual void callback_begins(CommandId event) = 0;
    virtual void callback_ends() = 0;
    /// A native kernel begins and ends on the calling thread.
    virtual void native_begins(CommandId command) = 0;
    virtual void native_ends() = 0;
};

}  // namespace clmm::runtime
