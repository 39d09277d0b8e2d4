#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <thread>
#include <vector>

#include "check/races/races.h"
#include "clmm/runtime/observer.h"

namespace clmm::runtime::check {

/// Where bytes lie.
struct ObjectRange {
    ObjectId object;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;  ///< of the object, from there on
};

/// Tells a race detector what commands, callbacks and host threads do, as an Observer hears it.
///
/// Idea     every command and user event is a unit, from its enqueuing on; what it may pass on when
///          it completes is a token. A thread acts for the unit on top of its stack: a native
///          kernel, a callback or a work-item that it executes, or itself.
/// Threads  one at a time: the caller holds the detector's lock.
/// Source   "Host-side and Device-side Commands", rules 1 to 14, by number.
/// Tests    tests/unit/runtime-exec/check/command_order_test.cpp
class CommandOrder {
public:
    /// The object around an address, if it is one that the detector knows.
    using Resolve = std::function<std::optional<ObjectRange>(const std::byte*)>;
    /// The place in the source that stands for what a command does to memory by itself.
    using SiteOf = std::function<SiteId(CommandId)>;

    CommandOrder(RaceDetector& races, Resolve resolve, SiteOf site_of, const Rules& rules = {})
        : races_(races),
          resolve_(std::move(resolve)),
          site_of_(std::move(site_of)),
          rules_(rules) {}

    // ---- who acts ----

    /// The unit that the calling thread acts for.
    [[nodiscard]] Unit acting();
    /// From now on until the matching leave() the calling thread acts for that unit.
    void enter(Unit unit) { acting_[std::this_thread::get_id()].push_back(unit); }
    void leave() { acting_[std::this_thread::get_id()].pop_back(); }
    [[nodiscard]] Unit unit_of(CommandId command);
    /// The launch of a kernel-instance, once it has begun.
    void begin_launch(CommandId command, LaunchId launch) { launches_[command] = launch; }

    /// What a thread of the host has done is ordered before what another does from now on: the
    /// threads of a program were started, or have been joined.
    [[nodiscard]] Token release_thread() { return races_.release(acting()); }
    void acquire_thread(const Token& token) { races_.acquire(acting(), token); }

    // ---- as Observer's ----

    void enqueued(CommandId command, CommandType type, CommandId parent);
    void started(CommandId command, std::span<const CommandId> completed);
    void started_after_parent(CommandId command, CommandId parent);
    void started_after_group(CommandId command, CommandId parent, std::uint64_t work_group);
    void touched(CommandId command, std::span<const MemoryTouch> touches);
    void group_ended(CommandId command, std::uint64_t work_group);
    void ended(CommandId command);
    void child_completed(CommandId parent, CommandId child);
    void completed(CommandId command);
    void waited(CommandId command);
    void status_set(CommandId event);
    void callback_begins(CommandId event);
    void callback_ends() { leave(); }
    void native_begins(CommandId command) { enter(unit_of(command)); }
    void native_ends() { leave(); }

private:
    [[nodiscard]] const Token& completion(CommandId command) const;
    /// What a host thread that waits for it, or a callback, comes after.
    [[nodiscard]] const Token& completion_for_host(CommandId command) const;
    void touch_row(Unit unit, const std::byte* base, std::uint64_t size, bool writes, SiteId site);

    RaceDetector& races_;
    Resolve resolve_;
    SiteOf site_of_;
    Rules rules_;
    std::set<CommandId> user_events_;
    std::map<std::thread::id, std::vector<Unit>> acting_;
    std::map<CommandId, Unit> units_;
    std::map<CommandId, LaunchId> launches_;
    std::map<CommandId, Token> ends_;
    std::map<CommandId, Token> completions_;
    std::map<std::pair<CommandId, std::uint64_t>, Token> groups_;
};

}  // namespace clmm::runtime::check
