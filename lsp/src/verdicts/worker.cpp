#include "verdicts/worker.h"

#include <exception>
#include <utility>

namespace clmm::lsp {

Worker::Worker() : thread_([this] { work(); }) {}

Worker::~Worker() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
        waiting_.clear();
        if (is_running_) *running_.interrupted = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Worker::drop(const std::string& key) {
    std::erase_if(waiting_, [&](const Job& job) { return job.key == key; });
    if (is_running_ && running_.key == key) *running_.interrupted = true;
}

void Worker::submit(const std::string& key, Task task) {
    {
        const std::lock_guard lock(mutex_);
        drop(key);
        waiting_.push_back({key, std::move(task), std::make_shared<std::atomic<bool>>(false)});
    }
    changed_.notify_all();
}

void Worker::cancel(const std::string& key) {
    {
        const std::lock_guard lock(mutex_);
        drop(key);
    }
    changed_.notify_all();
}

void Worker::finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.empty() && !is_running_; });
}

void Worker::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
        if (ends_) return;
        running_ = std::move(waiting_.front());
        waiting_.pop_front();
        is_running_ = true;
        lock.unlock();
        try {
            running_.task(running_.interrupted);
        } catch (const std::exception&) {
            // Whoever asked has a newer version soon, or asks again.
        }
        lock.lock();
        is_running_ = false;
        changed_.notify_all();
    }
}

}  // namespace clmm::lsp
