#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>

namespace clmm::runtime::check {

/// The lock under which watched code runs. Work-groups are short, and to hand the lock over after
/// each would cost more than they do: who gives it up may take it again at once, until somebody
/// has waited for some milliseconds. `pass` hands it over to whoever has waited longest.
///
/// Threads  any; the thread that holds it may lock it again.
/// Tests    tests/unit/runtime-exec/check/run_lock_test.cpp
class RunLock {
public:
    void lock();
    void unlock();
    /// Of the thread that holds it: lets those that wait go first.
    void pass();

private:
    void wait_in_line(std::unique_lock<std::mutex>& guard);
    void hand_over();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::thread::id owner_;  ///< default: nobody
    unsigned depth_ = 0;
    std::deque<std::uint64_t> line_;  ///< tickets of those that wait
    std::uint64_t next_ticket_ = 1;
    std::uint64_t turn_ = 0;  ///< the ticket that it was handed to; 0: none
    bool urgent_ = false;
};

}  // namespace clmm::runtime::check
