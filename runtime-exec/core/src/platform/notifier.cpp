#include "platform/notifier.h"

#include <utility>

#include "platform/platform_core.h"

namespace clmm::runtime {

bool Notifier::append(std::function<void()>& callback) {
    {
        const std::lock_guard lock(mutex_);
        if (ended_) return false;
        callbacks_.push_back(std::move(callback));
    }
    posted_.notify_one();
    return true;
}

void Notifier::post(std::function<void()> callback) {
    if (!append(callback)) callback();
}

void Notifier::run() {
    become_runtime_thread();
    std::unique_lock lock(mutex_);
    while (true) {
        posted_.wait(lock, [this] { return stopping_ || !callbacks_.empty(); });
        if (callbacks_.empty()) break;
        auto callback = std::move(callbacks_.front());
        callbacks_.pop_front();
        lock.unlock();
        callback();
        callback = nullptr;  // what it holds may be the last handle of something
        lock.lock();
    }
    ended_ = true;
}

void Notifier::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    posted_.notify_one();
}

}  // namespace clmm::runtime
