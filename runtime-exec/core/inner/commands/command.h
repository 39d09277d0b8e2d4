#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "clmm/runtime/event.h"

namespace clmm::runtime {

class Command;
class QueueCore;
class WorkerScratch;
struct ContextCore;
struct DeviceCore;
using CommandPtr = std::shared_ptr<Command>;

/// Commands that have something to do next because others went on. Draining it is a loop where
/// recursion would be natural, since chains of commands may be of any length.
class Progress {
public:
    /// All its prerequisites are met.
    void ready(CommandPtr command) { steps_.push_back({std::move(command), false}); }
    /// One of its children is complete.
    void part_done(CommandPtr parent) { steps_.push_back({std::move(parent), true}); }
    /// Moves all commands on as far as they go, first come, first served; holding no lock.
    void drain();

private:
    struct Step {
        CommandPtr command;
        bool part_done;
    };
    std::vector<Step> steps_;
    std::size_t next_ = 0;
};

/// What a command does.
///
/// Errors   `start` may throw; `run_groups` and `ended` may not.
class Task {
public:
    virtual ~Task() = default;
    /// Does everything, or prepares a kernel-instance and says how many work-groups it has.
    [[nodiscard]] virtual std::uint64_t start(Command& command, WorkerScratch& scratch) = 0;
    virtual void run_groups(std::uint64_t first, std::uint64_t count, WorkerScratch& scratch);
    /// All of it has been done; before others learn of it.
    virtual void ended(Progress& progress) { static_cast<void>(progress); }
};

/// The status that the API shows for a state before completion.
[[nodiscard]] int shown(CommandState state);

/// A negative status, and what went wrong.
struct Failure {
    int status = 0;
    std::string sentence;
};

/// What the failure of a prerequisite means.
enum class OnFailure : bool { go_on, terminate };

/// A command, or a user event: its six states, what it waits for, and who waits for it.
///
/// Idea     `prerequisites_` counts what must happen before it is ready: its submission, and every
///          command that it comes after. `parts_` counts what must happen before it is complete:
///          its own end, and every child. Nobody scans lists; whoever brings a count to 0 moves the
///          command on.
/// Threads  any; see platform_core.h for the order of locks.
class Command : public std::enable_shared_from_this<Command> {
public:
    struct Setting {
        std::shared_ptr<ContextCore> context;
        std::shared_ptr<DeviceCore> device;   ///< null: a user event
        std::weak_ptr<QueueCore> queue = {};  ///< to flush when somebody waits
        bool profiling = false;               ///< by the host
        bool stamped = false;                 ///< times are taken
    };
    Command(CommandType type, Setting place, std::unique_ptr<Task> task);
    ~Command();

    [[nodiscard]] CommandType type() const { return type_; }
    /// 0 where nobody observes.
    [[nodiscard]] std::uint64_t id() const { return id_; }
    [[nodiscard]] const Setting& place() const { return place_; }
    [[nodiscard]] CommandState state() const { return state_.load(std::memory_order_acquire); }
    [[nodiscard]] bool is_complete() const { return state() == CommandState::complete; }
    [[nodiscard]] int status() const;
    [[nodiscard]] std::string failure() const;
    [[nodiscard]] Profile profile() const;

    // ---- before submission ----

    /// Waits for another command to be complete.
    void after(Command& earlier, OnFailure on_failure);
    /// Waits for another command to have ended; its failure terminates this one.
    void after_end_of(Command& earlier);
    /// Waits, with a release() to come, for a work-group of its parent.
    void after_group(std::uint64_t work_group);
    /// Waits for one more release().
    void hold() { prerequisites_.fetch_add(1, std::memory_order_relaxed); }
    /// The parent is complete only when this is; call while the parent has not ended.
    void become_child_of(const CommandPtr& parent);
    /// Kept until the command is complete.
    void carry(std::shared_ptr<void> ticket) { ticket_ = std::move(ticket); }
    void submit(Progress& progress);

    // ---- going on ----

    void release(Progress& progress);
    /// From ready to the work-pool, or right to the end.
    void make_ready(Progress& progress);
    /// Running: the number of work-groups to execute. A task that throws fails.
    [[nodiscard]] std::uint64_t start(WorkerScratch& scratch);
    [[nodiscard]] Task& task() { return *task_; }
    void end(Progress& progress);
    void part_done(Progress& progress);
    /// The status of a user event: false if it was set already.
    [[nodiscard]] bool set_user_status(const Failure& status, Progress& progress);

    /// The first failure counts.
    void fail(Failure failure);
    /// The first of these is the command's failure unless it has one of its own; it does not keep
    /// other children from running, since the command itself has not failed.
    void child_failed(Failure failure);
    [[nodiscard]] bool has_failed() const { return failed_.load(std::memory_order_acquire); }

    // ---- others ----

    /// Throws CL_INVALID_OPERATION on threads of the runtime unless it is complete.
    void wait();
    void set_callback(int status, std::function<void(int)> callback);
    /// Writes the two times of capture_event_profiling_info() before others learn of completion.
    void capture_times(std::uint64_t* value);

private:
    struct Dependant {
        CommandPtr command;
        OnFailure on_failure;
    };
    struct Callback {
        int status;
        std::function<void(int)> function;
    };
    using Callbacks = std::vector<Callback>;

    [[nodiscard]] static std::size_t index(CommandState state) {
        return static_cast<std::size_t>(state);
    }
    void enter(CommandState state);
    void tell_start();
    void wait_for_completion();
    void stamp(CommandState state);
    void complete(Progress& progress);
    void fill_skipped_times();
    void write_times(std::uint64_t* value) const;
    /// Callbacks whose status has been reached.
    [[nodiscard]] Callbacks take_callbacks(int status);
    void post(Callbacks callbacks, int status) const;
    void report_failure(const Failure& failure) const;

    const CommandType type_;
    const Setting place_;
    const std::uint64_t id_;
    // For the observer; fixed by submission.
    std::vector<std::uint64_t> completed_before_;
    bool after_parent_ = false;
    std::optional<std::uint64_t> after_group_;  ///< of the parent
    std::unique_ptr<Task> task_;
    CommandPtr parent_;
    std::shared_ptr<void> ticket_;
    std::array<std::uint64_t, 6> times_ = {};

    std::atomic<CommandState> state_;
    std::atomic<bool> failed_ = false;
    std::atomic<bool> watched_ = false;  ///< somebody may have set a callback
    std::atomic<bool> user_status_set_ = false;
    std::atomic<std::uint32_t> prerequisites_ = 1;
    std::atomic<std::uint32_t> parts_ = 1;

    mutable std::mutex mutex_;
    std::condition_variable completed_;
    bool has_ended_ = false;
    std::optional<Failure> failure_;
    std::optional<Failure> child_failure_;
    std::vector<Dependant> dependants_;
    std::vector<CommandPtr> end_dependants_;
    Callbacks callbacks_;
    std::vector<std::uint64_t*> captures_;
};

}  // namespace clmm::runtime
