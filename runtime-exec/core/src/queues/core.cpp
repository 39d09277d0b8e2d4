#include "queues/core.h"

#include <algorithm>
#include <utility>

#include "platform/context_core.h"

namespace clmm::runtime {

QueueCore::QueueCore(std::shared_ptr<ContextCore> context, std::shared_ptr<DeviceCore> device,
                     QueueProperties properties)
    : context_(std::move(context)), device_(std::move(device)), properties_(properties) {}

CommandPtr QueueCore::make(CommandType type, std::unique_ptr<Task> task) {
    return std::make_shared<Command>(type,
                                     Command::Setting{.context = context_,
                                                      .device = device_,
                                                      .queue = weak_from_this(),
                                                      .profiling = properties_.profiling,
                                                      .stamped = properties_.profiling},
                                     std::move(task));
}

void QueueCore::check(const WaitList& wait) const {
    for (const Event& event : wait) {
        require(static_cast<bool>(event), ErrorCode::invalid_event_wait_list,
                "an event of the wait list is of no command");
        require(event.command()->place().context == context_, ErrorCode::invalid_context,
                "an event of the wait list belongs to another context");
    }
}

/// Markers and barriers without a wait list.
bool QueueCore::waits_for_all(const Command& command, const WaitList& wait) const {
    return wait.empty() &&
           (command.type() == CommandType::marker || command.type() == CommandType::barrier);
}

/// The edges that the queue itself makes. A failure does not follow them: a queue stays usable
/// after a command of it terminated.
void QueueCore::order(Command& command, bool after_all) {
    if (last_) command.after(*last_, OnFailure::go_on);
    if (barrier_) command.after(*barrier_, OnFailure::go_on);
    if (!after_all) return;
    for (const CommandPtr& earlier : unordered_) command.after(*earlier, OnFailure::go_on);
}

void QueueCore::remember(const CommandPtr& command, bool after_all) {
    if (!properties_.out_of_order) {
        last_ = command;
        return;
    }
    if (command->type() == CommandType::barrier) {
        // A barrier with a wait list does not wait for what is before it; a later one must.
        if (after_all) unordered_.clear();
        barrier_ = command;
    }
    unordered_.push_back(command);
    forget_completed();
}

void QueueCore::forget_completed() {
    if (unordered_.size() < forget_at_) return;
    std::erase_if(unordered_, [](const CommandPtr& command) { return command->is_complete(); });
    forget_at_ = std::max<std::size_t>(64, 2 * unordered_.size());
}

Event QueueCore::enqueue(const CommandPtr& command, const WaitList& wait,
                         const CommandPtr& before_it) {
    check(wait);
    Entry entry{command, {}};
    for (const Event& event : wait)
        if (!event.command()->is_complete())
            entry.waits_for.push_back(event.command()->place().queue);
    if (Observer* observer = context_->observer())
        observer->enqueued(command->id(), command->type(), 0);

    const std::lock_guard lock(mutex_);
    context_->platform->outstanding.enter();
    for (const Event& event : wait) command->after(*event.command(), OnFailure::terminate);
    if (before_it) command->after(*before_it, OnFailure::terminate);
    const bool after_all = waits_for_all(*command, wait);
    order(*command, after_all);
    remember(command, after_all);
    queued_.push_back(std::move(entry));
    return Event(command);
}

void QueueCore::block_on(const Event& event) {
    event.wait();
    const int status = event.status();
    if (status >= 0) return;
    const auto code = static_cast<ErrorCode>(status);
    const bool known = to_string(code).starts_with("CL_");
    throw Error(known ? code : ErrorCode::out_of_resources, event.command()->failure());
}

void QueueCore::submit_all(Queues& others, Progress& progress) {
    std::vector<Entry> entries;
    {
        const std::lock_guard lock(mutex_);
        entries.swap(queued_);
    }
    for (const Entry& entry : entries) {
        for (const auto& waits_for : entry.waits_for)
            if (auto queue = waits_for.lock(); queue && queue.get() != this)
                others.push_back(std::move(queue));
        entry.command->submit(progress);
    }
}

void QueueCore::flush() {
    Progress progress;
    Queues others;
    submit_all(others, progress);
    while (!others.empty()) {
        const auto queue = std::move(others.back());
        others.pop_back();
        queue->submit_all(others, progress);
    }
    progress.drain();
}

std::vector<CommandPtr> QueueCore::outstanding() {
    const std::lock_guard lock(mutex_);
    std::vector<CommandPtr> commands = unordered_;
    if (last_) commands.push_back(last_);
    return commands;
}

void QueueCore::finish() {
    require(!on_runtime_thread(), ErrorCode::invalid_operation,
            "a callback or a native kernel must not wait for a queue");
    const auto commands = outstanding();
    flush();
    for (const CommandPtr& command : commands) command->wait();
}

}  // namespace clmm::runtime
