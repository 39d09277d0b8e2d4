#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace clmm::cli {

/// Works on 0 … count-1 in several threads and hands the results out in order.
///
/// Errors   `work` must not throw.
/// Threads  one thread consumes: it calls next() and wait_for().
template <class T>
class OrderedPool {
public:
    using Work = std::function<T(std::size_t index)>;
    using Stop = std::function<bool()>;

    /// Where `stop` says so, indices not begun yet stay undone.
    OrderedPool(std::size_t count, unsigned jobs, Work work, Stop stop)
        : work_(std::move(work)), stop_(std::move(stop)), results_(count) {
        const std::size_t threads = std::min<std::size_t>(std::max(jobs, 1U), count);
        running_ = threads;
        for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
    }
    ~OrderedPool() {
        for (std::thread& thread : threads_) thread.join();
    }
    OrderedPool(const OrderedPool&) = delete;
    OrderedPool& operator=(const OrderedPool&) = delete;

    /// Waits a while; true when next() has an answer.
    template <class Duration>
    [[nodiscard]] bool wait_for(Duration patience) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, patience, [this] { return ready(); });
    }

    /// The next result in order, or nullopt where there will be none; blocks until that is known.
    [[nodiscard]] std::optional<T> next() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return ready(); });
        if (delivered_ == results_.size()) return std::nullopt;
        std::optional<T> result = std::move(results_[delivered_]);
        results_[delivered_].reset();
        if (result) ++delivered_;
        return result;
    }

    [[nodiscard]] std::size_t done() const { return done_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::size_t size() const { return results_.size(); }

private:
    [[nodiscard]] bool ready() const {
        return delivered_ == results_.size() || results_[delivered_].has_value() || running_ == 0;
    }

    void run() {
        while (!stop_()) {
            const std::size_t index = taken_.fetch_add(1, std::memory_order_relaxed);
            if (index >= results_.size()) break;
            T result = work_(index);
            const std::lock_guard lock(mutex_);
            results_[index] = std::move(result);
            done_.fetch_add(1, std::memory_order_relaxed);
            changed_.notify_all();
        }
        const std::lock_guard lock(mutex_);
        --running_;
        changed_.notify_all();
    }

    Work work_;
    Stop stop_;
    std::vector<std::optional<T>> results_;
    std::size_t delivered_ = 0;
    std::size_t running_ = 0;
    std::atomic<std::size_t> taken_{0};
    std::atomic<std::size_t> done_{0};
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::thread> threads_;
};

}  // namespace clmm::cli
