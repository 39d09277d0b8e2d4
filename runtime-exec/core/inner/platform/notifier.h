#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

namespace clmm::runtime {

/// Calls callbacks of the host, one after the other, on one thread.
///
/// Threads  any thread posts; one runs.
class Notifier {
public:
    /// Must not throw. Once the thread has ended, it is called at once.
    void post(std::function<void()> callback);
    /// The thread's body: returns after stop(), when nothing is left.
    void run();
    void stop();

private:
    [[nodiscard]] bool append(std::function<void()>& callback);

    std::mutex mutex_;
    std::condition_variable posted_;
    std::deque<std::function<void()>> callbacks_;
    bool stopping_ = false;
    bool ended_ = false;
};

}  // namespace clmm::runtime
