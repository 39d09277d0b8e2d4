#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "clmm/runtime/error.h"
#include "commands/command.h"
#include "commands/kernel_task.h"
#include "controlled/run.h"
#include "execute/bound_kernel.h"

namespace clmm::runtime {

/// A kernel-instance in a controlled run: its work-groups start in turn, and its command ends with
/// the last.
class ControlledInstance {
public:
    /// The command has started.
    ControlledInstance(CommandPtr command, KernelTask& task, const BoundKernel& kernel,
                       std::uint64_t groups, bool fences);

    /// The work-group of this number; null: there are no more to start.
    [[nodiscard]] static std::unique_ptr<ControlledGroup> group(
        const std::shared_ptr<ControlledInstance>& self, std::uint32_t number);
    void stop(ErrorCode code, const std::string& sentence) { task_->stop(code, sentence); }
    /// If nothing of it runs, nor will: its command ends.
    void end_if_done();
    [[nodiscard]] bool has_ended() const { return command_ == nullptr; }
    void report(Finding finding) const { kernel_.view().environment->report(std::move(finding)); }

private:
    class Group;
    void group_ended(std::uint64_t number);

    CommandPtr command_;  ///< null: it has ended
    KernelTask* task_;
    const BoundKernel& kernel_;
    Points points_;
    std::uint64_t groups_;
    std::uint64_t started_ = 0;
    std::uint64_t running_ = 0;
};

/// A command that is one step.
class ControlledCommand : public ControlledAgent {
public:
    /// `groups`: so many work-groups are left of what has started; none: it has not.
    ControlledCommand(CommandPtr command, std::optional<std::uint64_t> groups)
        : command_(std::move(command)), groups_(groups) {}

    [[nodiscard]] std::optional<Step> next() override;
    void take() override;
    [[nodiscard]] bool has_ended() const override { return command_ == nullptr; }
    /// Ends it without doing anything, unless it has ended.
    void abandon(const Failure& why);

private:
    CommandPtr command_;
    std::optional<std::uint64_t> groups_;
};

/// Starts it if it has not, executes what it consists of, and ends it.
void run_whole(Command& command, std::optional<std::uint64_t> groups);
/// Ends a command without doing anything.
void end_failed(Command& command, const Failure& why);

}  // namespace clmm::runtime
