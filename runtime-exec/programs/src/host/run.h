#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "check/host_checks.h"
#include "clmm/base/budget.h"
#include "clmm/runtime/command_queue.h"
#include "clmm/runtime/device_queue.h"
#include "execute/block.h"
#include "host/code.h"
#include "host/memory.h"

namespace clmm::runtime::host {

/// What a cl_command_queue stands for: a queue of the host, or one of work-items.
struct QueueHandle {
    std::string name;
    std::optional<CommandQueue> host;
    std::optional<DeviceQueue> device;
    std::uint64_t device_number = 0;
};

/// What a cl_event stands for.
struct EventHandle {
    std::string name;
    Event event;
    std::optional<UserEvent> user;
};

/// One execution: what its threads share.
///
/// Weak     `writes`, of a controlled run with weak memory, chooses what atomic loads read; races
///          are then looked for.
/// Failures `failures`, of a controlled run, chooses which weak compare-exchanges of host threads
///          fail for no reason.
/// Life     shared by all threads; outlives run() where one of them does not end.
/// Threads  handles are numbers from 1 on; all functions may be called by any thread.
class Run {
public:
    Run(std::shared_ptr<const HostProgram::Code> code, const Platform& platform,
        LocalObjects local = LocalObjects::no, Schedule* writes = nullptr,
        Schedule* failures = nullptr);

    [[nodiscard]] bool is_weak() const { return is_weak_; }
    /// For the blocks of host threads; null: nothing fails.
    [[nodiscard]] Block::Failures* failures() {
        return failures_.schedule == nullptr ? nullptr : &failures_;
    }
    /// Nobody will set the status of user events that are still open.
    void close_user_events();
    [[nodiscard]] const HostProgram::Code& code() const { return *code_; }
    [[nodiscard]] const Context& context() const { return context_; }
    /// Null: nothing is checked.
    [[nodiscard]] check::HostChecks* checks() const { return host_checks_.get(); }
    [[nodiscard]] std::vector<Finding> findings() const;
    /// The calling thread enters the API.
    void enter_api(const std::string& thread, Span span) const;
    /// A thread of the program starts: after the objects were made.
    void order_start() const;
    /// Of the device whose variables of program scope the test sees.
    [[nodiscard]] std::uint64_t program_device_number() const { return program_device_number_; }
    [[nodiscard]] const Memory& memory() const { return *memory_; }
    [[nodiscard]] const Program& program() const { return program_; }
    /// Rejects (E-UNSUPPORTED) one that the platform has not.
    [[nodiscard]] Device device(std::uint64_t number, Span span) const;

    std::uint64_t add_queue(std::string name, std::uint64_t device, std::uint64_t properties,
                            Span span);
    std::uint64_t add_user_event(std::string name);
    std::uint64_t add_command(std::string name, std::uint64_t queue, const Event& event);
    [[nodiscard]] QueueHandle queue(std::uint64_t handle, Span span) const;
    [[nodiscard]] EventHandle event(std::uint64_t handle, Span span) const;
    /// What the initial state declares; none for other names.
    [[nodiscard]] std::optional<std::uint64_t> declared(const std::string& name) const;

    // ---- how it goes on ----

    void begin_thread();
    void end_thread();
    void begin_callback();
    void end_callback();
    void fail(Diagnostic diagnostic);
    /// What a thread is waiting for; empty when it goes on.
    void note(const std::string& thread, std::string what);

    /// Until all threads have ended and all commands are complete, one has failed, or the time is
    /// over: then false.
    [[nodiscard]] bool wait_for_all(const Budget& budget);
    [[nodiscard]] Diagnostics failure() const;
    [[nodiscard]] std::vector<std::string> unfinished() const;
    [[nodiscard]] std::vector<HostCommand> commands() const;

    /// The variables of the threads when they ended, by thread.
    std::map<std::uint32_t, std::map<std::string, FinalValue>> registers;

    mutable std::mutex mutex;  ///< guards `registers` and all that is private

private:
    struct Failures : Block::Failures {
        [[nodiscard]] bool fails() override { return schedule->choose_failure(); }
        Schedule* schedule = nullptr;
    };
    [[nodiscard]] bool is_idle() const;
    [[nodiscard]] std::uint64_t first_device() const;
    [[nodiscard]] ContextSinks sinks();
    void start_checks();
    void declare();

    std::shared_ptr<const HostProgram::Code> code_;
    bool is_weak_ = false;
    Failures failures_;
    std::shared_ptr<Checks> checks_;  ///< null: none are wanted
    std::unique_ptr<check::HostChecks> host_checks_;
    check::Token objects_made_;
    std::vector<Finding> reported_;  ///< by kernels
    Context context_;
    std::vector<DeviceQueue> default_queues_;
    Program program_;
    std::unique_ptr<Memory> memory_;

    std::condition_variable changed_;
    std::deque<QueueHandle> queues_;
    std::deque<EventHandle> events_;
    std::vector<HostCommand> commands_;
    std::map<std::string, std::uint64_t> declared_;
    std::uint64_t program_device_number_ = 0;
    std::map<std::string, std::string> waiting_;
    std::size_t threads_ = 0;    ///< that have not ended
    std::size_t callbacks_ = 0;  ///< registered and not ended
    Diagnostics failure_;
};

}  // namespace clmm::runtime::host
