#include "commands/command.h"

#include <chrono>
#include <exception>
#include <utility>

#include "clmm/base/ensure.h"
#include "clmm/runtime/kernel_code.h"
#include "platform/context_core.h"
#include "platform/platform_core.h"
#include "queues/core.h"

namespace clmm::runtime {

namespace {

std::uint64_t now() {
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                          std::chrono::steady_clock::now().time_since_epoch())
                                          .count());
}

}  // namespace

int shown(CommandState state) {
    switch (state) {
        case CommandState::queued:
            return 3;
        case CommandState::submitted:
        case CommandState::ready:
            return 2;
        case CommandState::running:
        case CommandState::ended:
            return 1;
        case CommandState::complete:
            break;
    }
    return 0;
}

void Task::run_groups(std::uint64_t, std::uint64_t, WorkerScratch&) {
    ensure(false, "only kernels have work-groups");
}

void Progress::drain() {
    while (next_ < steps_.size()) {
        const Step step = std::move(steps_[next_++]);
        if (next_ == steps_.size()) {
            steps_.clear();
            next_ = 0;
        }
        if (step.part_done)
            step.command->part_done(*this);
        else
            step.command->make_ready(*this);
    }
}

Command::Command(CommandType type, Setting place, std::unique_ptr<Task> task)
    : type_(type),
      place_(std::move(place)),
      id_(place_.context->observer() != nullptr ? place_.context->platform->next_id++ : 0),
      task_(std::move(task)),
      // "the execution status of the user event is CL_SUBMITTED" from its creation on.
      state_(type == CommandType::user ? CommandState::submitted : CommandState::queued) {
    stamp(CommandState::queued);
}

Command::~Command() = default;

// ---- status ----

int Command::status() const {
    const CommandState seen = state();
    if (seen != CommandState::complete) return shown(seen);
    const std::lock_guard lock(mutex_);
    return failure_ ? failure_->status : 0;
}

std::string Command::failure() const {
    if (!is_complete()) return {};
    const std::lock_guard lock(mutex_);
    return failure_ ? failure_->sentence : std::string();
}

Profile Command::profile() const {
    require(place_.profiling, ErrorCode::profiling_info_not_available,
            "the command's queue does not profile, or it is a user event");
    require(is_complete(), ErrorCode::profiling_info_not_available, "the command is not complete");
    return {times_[0], times_[1], times_[2], times_[3], times_[4], times_[5]};
}

void Command::stamp(CommandState state) {
    if (place_.stamped) times_[index(state)] = now();
}

void Command::enter(CommandState state) {
    stamp(state);
    // With the load below ordered after it, either this thread sees who watches, or who starts to
    // watch sees the state.
    state_.store(state, std::memory_order_seq_cst);
    if (watched_.load(std::memory_order_seq_cst)) post(take_callbacks(shown(state)), shown(state));
}

// ---- before submission ----

void Command::after(Command& earlier, OnFailure on_failure) {
    if (id_ != 0) completed_before_.push_back(earlier.id());
    std::optional<Failure> failed;
    {
        const std::lock_guard lock(earlier.mutex_);
        if (!earlier.is_complete()) {
            hold();
            earlier.dependants_.push_back({shared_from_this(), on_failure});
            return;
        }
        failed = earlier.failure_;
    }
    if (failed && on_failure == OnFailure::terminate)
        fail({static_cast<int>(ErrorCode::exec_status_error_for_events_in_wait_list),
              "a command that it waits for had terminated: " + failed->sentence});
}

void Command::after_group(std::uint64_t work_group) {
    after_group_ = work_group;
    hold();
}

void Command::after_end_of(Command& earlier) {
    after_parent_ = true;
    const std::lock_guard lock(earlier.mutex_);
    if (earlier.has_ended_) return;
    hold();
    earlier.end_dependants_.push_back(shared_from_this());
}

void Command::become_child_of(const CommandPtr& parent) {
    parent_ = parent;
    parent->parts_.fetch_add(1, std::memory_order_relaxed);
}

void Command::submit(Progress& progress) {
    enter(CommandState::submitted);
    release(progress);
}

// ---- going on ----

void Command::release(Progress& progress) {
    if (prerequisites_.fetch_sub(1, std::memory_order_acq_rel) == 1)
        progress.ready(shared_from_this());
}

void Command::make_ready(Progress& progress) {
    enter(CommandState::ready);
    if (has_failed() || !task_) {
        tell_start();
        end(progress);
    } else if (Director* director = place_.context->platform->director) {
        director->ready(shared_from_this());
    } else {
        place_.device->pool.push(shared_from_this());
    }
}

void Command::tell_start() {
    Observer* observer = place_.context->observer();
    if (observer == nullptr) return;
    observer->started(id_, completed_before_);
    if (after_parent_) observer->started_after_parent(id_, parent_->id());
    if (after_group_) observer->started_after_group(id_, parent_->id(), *after_group_);
}

std::uint64_t Command::start(WorkerScratch& scratch) {
    enter(CommandState::running);
    tell_start();
    try {
        return task_->start(*this, scratch);
    } catch (const Error& error) {
        fail({static_cast<int>(error.code()), error.sentence()});
    } catch (const std::exception& error) {
        fail({static_cast<int>(ErrorCode::out_of_resources), error.what()});
    } catch (...) {
        fail({static_cast<int>(ErrorCode::out_of_resources), "something was thrown"});
    }
    return 0;
}

void Command::end(Progress& progress) {
    if (task_) {
        task_->ended(progress);
        task_.reset();
    }
    enter(CommandState::ended);
    Observer* observer = place_.context->observer();
    if (observer != nullptr) observer->ended(id_);
    std::vector<CommandPtr> waiting;
    std::optional<Failure> failed;
    {
        const std::lock_guard lock(mutex_);
        has_ended_ = true;
        waiting.swap(end_dependants_);
        failed = failure_;
    }
    for (const CommandPtr& command : waiting) {
        if (failed) command->fail({failed->status, "its parent terminated: " + failed->sentence});
        command->release(progress);
    }
    part_done(progress);
}

void Command::part_done(Progress& progress) {
    if (parts_.fetch_sub(1, std::memory_order_acq_rel) == 1) complete(progress);
}

void Command::fill_skipped_times() {
    for (std::size_t i = times_.size() - 1; i > 0; --i)
        if (times_[i - 1] == 0) times_[i - 1] = times_[i];
}

void Command::complete(Progress& progress) {
    if (Observer* observer = place_.context->observer()) {
        observer->completed(id_);
        if (parent_) observer->child_completed(parent_->id(), id_);
    }
    stamp(CommandState::complete);
    if (place_.stamped) fill_skipped_times();
    std::vector<Dependant> dependants;
    Callbacks callbacks;
    std::optional<Failure> failed;
    {
        const std::lock_guard lock(mutex_);
        for (std::uint64_t* value : captures_) write_times(value);
        if (!failure_) failure_ = std::move(child_failure_);
        failed = failure_;
        state_.store(CommandState::complete, std::memory_order_seq_cst);
        dependants.swap(dependants_);
        callbacks.swap(callbacks_);
    }
    completed_.notify_all();
    ticket_.reset();
    if (failed) report_failure(*failed);
    post(std::move(callbacks), failed ? failed->status : 0);
    for (const auto& [command, on_failure] : dependants) {
        if (failed && on_failure == OnFailure::terminate)
            command->fail({static_cast<int>(ErrorCode::exec_status_error_for_events_in_wait_list),
                           "a command that it waits for terminated: " + failed->sentence});
        command->release(progress);
    }
    if (parent_) {
        if (failed)
            parent_->child_failed({failed->status, "a child terminated: " + failed->sentence});
        progress.part_done(std::move(parent_));
    }
    if (type_ != CommandType::user) place_.context->platform->outstanding.leave();
}

bool Command::set_user_status(const Failure& status, Progress& progress) {
    if (user_status_set_.exchange(true)) return false;
    if (status.status < 0) fail(status);
    part_done(progress);
    return true;
}

void Command::fail(Failure failure) {
    const std::lock_guard lock(mutex_);
    if (failure_) return;
    failure_ = std::move(failure);
    failed_.store(true, std::memory_order_release);
}

void Command::child_failed(Failure failure) {
    const std::lock_guard lock(mutex_);
    if (!child_failure_) child_failure_ = std::move(failure);
}

void Command::report_failure(const Failure& failure) const {
    // Those that end because others did are no news.
    if (type_ == CommandType::user ||
        failure.status == static_cast<int>(ErrorCode::exec_status_error_for_events_in_wait_list))
        return;
    place_.context->report_error(std::string(to_string(type_)) + " terminated with " +
                                 status_name(failure.status) + ": " + failure.sentence);
}

}  // namespace clmm::runtime
