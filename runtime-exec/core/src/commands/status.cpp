#include <exception>
#include <utility>

#include "commands/command.h"
#include "platform/context_core.h"
#include "platform/platform_core.h"
#include "queues/core.h"

namespace clmm::runtime {
namespace {

/// Tells the observer of a callback, for as long as it lives. `event` is 0 where nobody observes,
/// or where the callback is for a status before completion.
class CallbackNotice {
public:
    CallbackNotice(const ContextCore& context, std::uint64_t event)
        : observer_(event != 0 ? context.observer() : nullptr) {
        if (observer_ != nullptr) observer_->callback_begins(event);
    }
    ~CallbackNotice() {
        if (observer_ != nullptr) observer_->callback_ends();
    }
    CallbackNotice(const CallbackNotice&) = delete;
    CallbackNotice& operator=(const CallbackNotice&) = delete;

private:
    Observer* observer_;
};

}  // namespace

// What others do with a command: wait, be called back, read its times.

void Command::wait() {
    wait_for_completion();
    if (Observer* observer = place_.context->observer()) observer->waited(id_);
}

void Command::wait_for_completion() {
    if (is_complete()) return;
    require(!on_runtime_thread(), ErrorCode::invalid_operation,
            "a callback or a native kernel must not wait for a command");
    if (const auto queue = place_.queue.lock()) queue->flush();
    if (Director* director = place_.context->platform->director) return director->wait(*this);
    std::unique_lock lock(mutex_);
    completed_.wait(lock, [this] { return is_complete(); });
}

void Command::set_callback(int status, std::function<void(int)> callback) {
    {
        const std::lock_guard lock(mutex_);
        callbacks_.push_back({status, std::move(callback)});
        watched_.store(true, std::memory_order_seq_cst);
    }
    const CommandState seen = state_.load(std::memory_order_seq_cst);
    const int reached = seen == CommandState::complete ? this->status() : shown(seen);
    post(take_callbacks(reached), reached);
}

Command::Callbacks Command::take_callbacks(int status) {
    Callbacks taken;
    const std::lock_guard lock(mutex_);
    std::erase_if(callbacks_, [&](Callback& callback) {
        if (callback.status < status) return false;
        taken.push_back(std::move(callback));
        return true;
    });
    return taken;
}

void Command::post(Callbacks callbacks, int status) const {
    for (Callback& callback : callbacks) {
        const int shown_status = status < 0 ? status : callback.status;
        const std::uint64_t observed = shown_status <= 0 ? id_ : 0;
        auto call = [context = place_.context, shown_status, observed,
                     function = std::move(callback.function)] {
            const CallbackNotice notice(*context, observed);
            try {
                function(shown_status);
            } catch (const std::exception& error) {
                context->report_error(std::string("a callback threw: ") + error.what());
            } catch (...) {
                context->report_error("a callback threw");
            }
        };
        if (Director* director = place_.context->platform->director)
            director->post(std::move(call));
        else
            place_.context->platform->notifier.post(std::move(call));
    }
}

void Command::write_times(std::uint64_t* value) const {
    value[0] = times_[index(CommandState::ended)] - times_[index(CommandState::running)];
    value[1] = times_[index(CommandState::complete)] - times_[index(CommandState::running)];
}

void Command::capture_times(std::uint64_t* value) {
    const std::lock_guard lock(mutex_);
    if (is_complete())
        write_times(value);
    else
        captures_.push_back(value);
}

}  // namespace clmm::runtime
