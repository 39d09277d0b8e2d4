#include "controlled/thread.h"

#include "commands/command.h"

namespace clmm::runtime {
namespace {

ControlledThread*& current_thread() {
    static thread_local ControlledThread* current = nullptr;
    return current;
}

}  // namespace

ControlledThread* ControlledThread::current() { return current_thread(); }

ControlledThread::~ControlledThread() {
    abandon();
    if (thread_.joinable()) thread_.join();
}

// ---- of the run ----

std::optional<Step> ControlledThread::next() {
    while (!ended_ && !step_) {
        if (awaited_ != nullptr && !awaited_->is_complete()) return std::nullopt;
        awaited_ = nullptr;
        resume();
    }
    return step_;
}

void ControlledThread::take() {
    step_.reset();
    resume();
}

void ControlledThread::resume() {
    std::unique_lock lock(mutex_);
    goes_on_ = true;
    if (!thread_.joinable())
        thread_ = std::thread([this] { run(); });
    else
        changed_.notify_all();
    changed_.wait(lock, [this] { return !goes_on_; });
}

void ControlledThread::abandon() {
    if (ended_) return;
    abandoned_ = true;
    if (!thread_.joinable()) {
        ended_ = true;
        return;
    }
    while (!ended_) resume();
    step_.reset();
}

// ---- of the thread ----

void ControlledThread::run() {
    current_thread() = this;
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return goes_on_; });
    }
    try {
        if (!abandoned_) body_();
    } catch (const Abandoned&) {
    }
    body_ = nullptr;  // what it holds may be the last handle of something
    const std::lock_guard lock(mutex_);
    ended_ = true;
    goes_on_ = false;
    changed_.notify_all();
}

void ControlledThread::stop() {
    std::unique_lock lock(mutex_);
    goes_on_ = false;
    changed_.notify_all();
    changed_.wait(lock, [this] { return goes_on_; });
    if (abandoned_) throw Abandoned{};
}

void ControlledThread::before_step(const Step& step, std::uint32_t place,
                                   std::vector<std::byte> knows) {
    if (abandoned_) return;
    step_ = step;
    place_ = place;
    knowledge_ = std::move(knows);
    stop();
}

void ControlledThread::wait(const Command& command) {
    if (abandoned_ || command.is_complete()) return;
    awaited_ = &command;
    stop();
}

}  // namespace clmm::runtime
