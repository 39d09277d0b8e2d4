#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "clmm/runtime/command_queue.h"
#include "commands/command.h"

namespace clmm::runtime {

/// A command-queue of the host: the order of its commands, and those not yet flushed.
///
/// Idea     order is made of edges between commands when they are enqueued; afterwards the queue
///          has no part in what runs when. In order: each command comes after the one before.
///          Out of order: after the last barrier, which comes after all before it.
/// Threads  any.
/// Source   "Execution Model", "In-order Execution", "Out-of-order Execution"; "Synchronization",
///          "Command-queue barrier".
class QueueCore : public std::enable_shared_from_this<QueueCore> {
public:
    QueueCore(std::shared_ptr<ContextCore> context, std::shared_ptr<DeviceCore> device,
              QueueProperties properties);

    [[nodiscard]] const std::shared_ptr<ContextCore>& context() const { return context_; }
    [[nodiscard]] const std::shared_ptr<DeviceCore>& device() const { return device_; }

    /// Makes a command of this queue; nothing waits for it yet.
    [[nodiscard]] CommandPtr make(CommandType type, std::unique_ptr<Task> task);
    /// Enqueues it, after the events of the list and `before_it` (which may be null).
    Event enqueue(const CommandPtr& command, const WaitList& wait,
                  const CommandPtr& before_it = nullptr);
    /// Flushes and waits for it; throws its status if that is negative.
    static void block_on(const Event& event);

    void flush();
    void finish();

private:
    struct Entry {
        CommandPtr command;
        std::vector<std::weak_ptr<QueueCore>> waits_for;  ///< queues of its wait list
    };
    using Queues = std::vector<std::shared_ptr<QueueCore>>;

    void check(const WaitList& wait) const;
    [[nodiscard]] bool waits_for_all(const Command& command, const WaitList& wait) const;
    void order(Command& command, bool after_all);
    void remember(const CommandPtr& command, bool after_all);
    /// Submits what is queued here; queues that must be flushed for it are added to `others`.
    void submit_all(Queues& others, Progress& progress);
    [[nodiscard]] std::vector<CommandPtr> outstanding();
    void forget_completed();

    const std::shared_ptr<ContextCore> context_;
    const std::shared_ptr<DeviceCore> device_;
    const QueueProperties properties_;

    std::mutex mutex_;
    std::vector<Entry> queued_;
    CommandPtr last_;                    ///< in order: the last command
    CommandPtr barrier_;                 ///< out of order: the last barrier
    std::vector<CommandPtr> unordered_;  ///< out of order: commands since then
    std::size_t forget_at_ = 64;
};

}  // namespace clmm::runtime
