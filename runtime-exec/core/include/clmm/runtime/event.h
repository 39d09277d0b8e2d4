#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "clmm/runtime/context.h"
#include "clmm/runtime/error.h"

namespace clmm::runtime {

class Command;

/// The six states that each command passes through, in this order.
enum class CommandState : std::uint8_t { queued, submitted, ready, running, ended, complete };

[[nodiscard]] std::string_view to_string(CommandState state);

enum class CommandType : std::uint8_t {
    user,
    ndrange_kernel,
    native_kernel,
    child_kernel,
    initializer_kernel,
    finalizer_kernel,
    marker,
    barrier,
    read_buffer,
    write_buffer,
    copy_buffer,
    fill_buffer,
    read_buffer_rect,
    write_buffer_rect,
    copy_buffer_rect,
    map_buffer,
    read_image,
    write_image,
    copy_image,
    fill_image,
    copy_image_to_buffer,
    copy_buffer_to_image,
    map_image,
    unmap_mem_object,
    migrate_mem_objects,
    svm_free,
    svm_memcpy,
    svm_memfill,
    svm_map,
    svm_unmap,
    svm_migrate_mem,
};

/// `CL_COMMAND_NDRANGE_KERNEL`; commands that the API does not show are named likewise.
[[nodiscard]] std::string_view to_string(CommandType type);

/// When a command entered each state, in nanoseconds of a clock that never goes back and that
/// all devices share. States that a command skips have the time of the next that it has.
struct Profile {
    std::uint64_t queued = 0;
    std::uint64_t submitted = 0;
    std::uint64_t ready = 0;
    std::uint64_t running = 0;
    std::uint64_t ended = 0;
    std::uint64_t complete = 0;
};

/// The status of a command: what others wait for.
///
/// Shape    a shared handle; the default one is of no command and all but `operator bool` throw
///          CL_INVALID_EVENT.
/// Errors   waiting throws CL_INVALID_OPERATION on a thread of the runtime (in a callback or a
///          native kernel) unless the command is complete already: it could wait for itself.
/// Threads  any.
/// Source   "Execution Model", paragraph "Commands communicate their status through Event
///          objects".
/// Tests    tests/unit/runtime-exec/runtime/event_test.cpp, state_machine_test.cpp
class Event {
public:
    Event() = default;
    explicit Event(std::shared_ptr<Command> command) : command_(std::move(command)) {}

    explicit operator bool() const { return command_ != nullptr; }
    [[nodiscard]] CommandType type() const;
    /// As observers know the command; 0 where the context has no observer.
    [[nodiscard]] std::uint64_t command_id() const;
    [[nodiscard]] CommandState state() const;
    /// As CL_EVENT_COMMAND_EXECUTION_STATUS: 3 queued, 2 submitted, 1 running, 0 complete,
    /// negative after abnormal termination.
    [[nodiscard]] int status() const;
    /// What went wrong, after abnormal termination; else empty.
    [[nodiscard]] std::string failure() const;
    /// Throws CL_PROFILING_INFO_NOT_AVAILABLE unless the queue profiles and the command has
    /// completed.
    [[nodiscard]] Profile profile() const;

    /// Blocks until the command is complete, after flushing its queue.
    void wait() const;
    /// Calls `callback` once, on the platform's callback thread, when the status is `status`
    /// (CL_SUBMITTED 2, CL_RUNNING 1 or CL_COMPLETE 0) or less; its argument is that status, or
    /// the negative one of an abnormal termination.
    void set_callback(int status, std::function<void(int status)> callback) const;

    friend bool operator==(const Event&, const Event&) = default;
    [[nodiscard]] const std::shared_ptr<Command>& command() const { return command_; }

private:
    std::shared_ptr<Command> command_;
};

using WaitList = std::vector<Event>;

/// Blocks until all are complete. Throws CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if one
/// terminated abnormally, CL_INVALID_VALUE for an empty list, CL_INVALID_CONTEXT for events of
/// several contexts.
void wait_for_events(const WaitList& events);

/// An event whose status the host sets.
///
/// Life     when the last UserEvent that shares the event is gone and the status was never set,
///          it becomes CL_INVALID_EVENT, so that what waits for it ends.
/// Tests    tests/unit/runtime-exec/runtime/event_test.cpp
class UserEvent {
public:
    explicit UserEvent(const Context& context);

    /// CL_COMPLETE (0) or negative, once: CL_INVALID_VALUE, CL_INVALID_OPERATION otherwise.
    void set_status(int status) const;
    [[nodiscard]] const Event& event() const;
    operator Event() const { return event(); }  // NOLINT(google-explicit-constructor)

private:
    struct Setter;
    std::shared_ptr<Setter> setter_;
};

}  // namespace clmm::runtime
