#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace clmm::lsp {

/// One thread that does what takes long, in the order in which it was asked for.
///
/// Shape    of the tasks of one key, the last one counts: it takes the place of one that waits, and
///          interrupts one that runs.
/// Errors   a task that throws is dropped.
/// Threads  all members may be called by any thread but the destructor, which waits for the task
///          that runs.
class Worker {
public:
    using Interrupted = std::shared_ptr<const std::atomic<bool>>;
    using Task = std::function<void(const Interrupted& interrupted)>;

    Worker();
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    void submit(const std::string& key, Task task);
    /// Without another one in its place.
    void cancel(const std::string& key);
    /// Waits until nothing is left to do.
    void finish();

private:
    struct Job {
        std::string key;
        Task task;
        std::shared_ptr<std::atomic<bool>> interrupted;
    };
    void drop(const std::string& key);  ///< mutex_ is held
    void work();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> waiting_;
    Job running_;
    bool is_running_ = false;
    bool ends_ = false;
    std::thread thread_;
};

}  // namespace clmm::lsp
