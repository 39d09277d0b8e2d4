#pragma once

#include <memory>
#include <vector>

#include "check/findings.h"
#include "check/live_objects.h"
#include "check/races/race_checks.h"
#include "check/run_lock.h"
#include "clmm/runtime/checks.h"

namespace clmm::runtime::check {

/// The dynamic checks of a context.
///
/// Idea     an observer of memory and commands, and for each kernel-instance and work-group a
///          monitor of its accesses: KernelChecks, GroupChecks. All that they share is here, and
///          guarded by the lock under which watched code runs.
class Checker final : public Checks {
public:
    explicit Checker(const CheckSet& wanted);

    [[nodiscard]] std::unique_ptr<Monitor> start(const InstanceView& instance) override;
    [[nodiscard]] std::vector<Finding> findings() override;

    // ---- for monitors, under the lock ----

    [[nodiscard]] const CheckSet& wanted() const { return wanted_; }
    [[nodiscard]] RunLock& run_lock() { return lock_; }
    [[nodiscard]] LiveObjects& objects() { return objects_; }
    [[nodiscard]] Findings& found() { return found_; }
    /// The number of a kernel-instance that starts.
    [[nodiscard]] std::uint64_t next_launch() { return launches_++; }
    /// Null: races are not looked for.
    [[nodiscard]] RaceChecks* races() { return races_.get(); }

    // ---- Observer ----

    void memory_created(const MemoryArgument& memory, bool has_contents) override;
    void memory_freed(const MemoryArgument& memory) override;
    void enqueued(CommandId command, CommandType type, CommandId parent) override;
    void started(CommandId command, std::span<const CommandId> completed) override;
    void started_after_parent(CommandId command, CommandId parent) override;
    void started_after_group(CommandId command, CommandId parent,
                             std::uint64_t work_group) override;
    void touched(CommandId command, std::span<const MemoryTouch> touches) override;
    void group_ended(CommandId command, std::uint64_t work_group) override;
    void ended(CommandId command) override;
    void child_completed(CommandId parent, CommandId child) override;
    void completed(CommandId command) override;
    void waited(CommandId command) override;
    void status_set(CommandId event) override;
    void callback_begins(CommandId event) override;
    void callback_ends() override;
    void native_begins(CommandId command) override;
    void native_ends() override;

private:
    /// Runs with the order of commands, under the lock, if races are looked for.
    template <class Tell>
    void tell_order(Tell tell);

    const CheckSet wanted_;
    RunLock lock_;
    LiveObjects objects_;
    Findings found_;
    std::uint64_t launches_ = 0;
    std::unique_ptr<RaceChecks> races_;
};

}  // namespace clmm::runtime::check
