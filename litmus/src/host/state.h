#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "groups/launch.h"

namespace clmm::litmus {

struct CommandQueue {
    std::string name;
    std::uint32_t device = 0;
    bool in_order = true;
    bool on_device = false;
};

/// Which user event: who created it, at which place; without a unit the initial state did.
using UserEventKey = std::pair<UnitId, Path>;
/// Whether the status of a user event is ever set to CL_COMPLETE, as far as earlier unfoldings
/// have shown. The first one takes `never`, which finds the least solution.
enum class UserStatus : std::uint8_t { never, sometimes, always };

/// What a cl_event or clk_event_t stands for: the completion of a command, or a user event.
struct EventHandle {
    std::string name;
    std::size_t command = 0;  ///< 1 + the command's number; 0: a user event
    TermId completes;         ///< when its status becomes CL_COMPLETE
    bool by_host = true;      ///< a host thread made it
    UserEventKey key = {};
    std::vector<EventId> set_by = {};  ///< calls that set a user event's status
};

/// One element that a command moves: it is read `from`, written `to`.
struct Move {
    std::optional<LocationId> from = {};
    std::optional<LocationId> to = {};
    std::optional<Value> value = {};  ///< written where none is read
    Tags tags = {};
};

/// What a child kernel waits for beside its wait list.
enum class ParentWait : std::uint8_t { none, kernel, work_group };

/// A command on a queue. `called` is when the API call enqueues it; `guard` when it runs: what it
/// waits for completes. It completes then, too, unless its units may stay somewhere for ever.
struct Command {
    enum class Kind : std::uint8_t { kernel, native, transfer, marker, barrier };
    Kind kind = Kind::transfer;
    std::string name = {};
    std::optional<std::size_t> queue = {};  ///< none: not enqueued, runs by itself
    UnitId caller = {};
    EventId call = {};
    TermId called = {};
    TermId guard = {};
    DependencyId control = {};
    std::vector<std::size_t> wait_list = {};     ///< in HostState::events
    Launch launch = {};                          ///< of a kernel
    const syntax::Function* function = nullptr;  ///< of a native kernel, with its arguments
    std::vector<Value> arguments = {};
    std::vector<Move> moves = {};  ///< of a transfer
    bool by_host = true;
    ParentWait parent_wait = ParentWait::none;
    TermId parent_ended = {};  ///< a choice: what it waits for so has ended; none(): it surely has
    TermId ended = {};         ///< a choice: its units have ended; none(): they surely do
    bool initialiser = false;  ///< of the program
    Span span = {};

    // once it has run
    UnitId unit = {};
    EventId start = {};
    EventId end = {};  ///< of a kernel
    EventId completion = {};
};

/// A function registered on an event.
struct Callback {
    std::size_t event = 0;
    const syntax::Function* function = nullptr;
    std::vector<Value> arguments;
    TermId guard;
    DependencyId control;
    Span span;
    UnitId unit = {};  ///< once it has run
};

/// Maps that an unmap command undoes, where `when` holds besides that it runs.
struct UndoneMaps {
    TermId when;
    std::vector<std::size_t> maps;  ///< by HostState::commands
    bool of_others = false;         ///< all that other threads have mapped and not undone
};

/// What host threads and work-items have done to queues and events.
struct HostState {
    std::vector<CommandQueue> queues;
    std::vector<EventHandle> events;
    std::vector<NDRange> ranges;  ///< values of type ndrange_t
    std::vector<Command> commands;
    std::vector<Callback> callbacks;
    struct QueueCall {
        std::size_t queue;
        EventId call;
    };
    std::vector<QueueCall> queue_calls;  ///< that enqueue on a host queue or finish it
    struct Wait {
        std::size_t event;
        EventId call;
    };
    std::vector<Wait> waits;
    /// Accesses of an unmap command to a location, where it undoes these maps.
    struct Undoing {
        UnitId caller;
        LocationId location;
        std::vector<EventId> accesses;
        UndoneMaps undone;
        std::size_t known_commands;  ///< that had been enqueued when it ran
    };
    std::vector<Undoing> undoing;
    std::map<UserEventKey, UserStatus> known_status;  ///< from earlier unfoldings
};

}  // namespace clmm::litmus
