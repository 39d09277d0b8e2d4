// The lock of watched code: one holder at a time, who may lock it again; those that wait get it.
#include "check/run_lock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>
#include <vector>

namespace clmm::runtime::check {
namespace {

TEST(RunLock, ExcludesAllOthers) {
    constexpr int kThreads = 4;
    constexpr int kRounds = 2000;
    RunLock lock;
    int inside = 0;
    int most = 0;
    int total = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t)
        threads.emplace_back([&] {
            for (int i = 0; i < kRounds; ++i) {
                lock.lock();
                most = std::max(most, ++inside);
                ++total;
                --inside;
                // Hands it over in the middle of what it does, too.
                if (i % 7 == 0) lock.pass();
                lock.unlock();
            }
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(most, 1);
    EXPECT_EQ(total, kThreads * kRounds);
}

TEST(RunLock, TheHolderMayLockItAgain) {
    RunLock lock;
    std::atomic<bool> entered = false;
    lock.lock();
    lock.lock();
    lock.unlock();
    std::thread other([&] {
        lock.lock();
        entered = true;
        lock.unlock();
    });
    // Unlocked once of twice, it is still held.
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(entered);
    lock.unlock();
    other.join();
    EXPECT_TRUE(entered);
}

TEST(RunLock, PassWithoutOthersKeepsIt) {
    RunLock lock;
    lock.lock();
    lock.lock();
    lock.pass();
    lock.unlock();
    std::atomic<bool> entered = false;
    std::thread other([&] {
        lock.lock();
        entered = true;
        lock.unlock();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(entered);
    lock.unlock();
    other.join();
}

/// Threads that hand the lock to one another have turns in a fixed order: who waits gets it after
/// as many hand-overs as others stand in line.
TEST(RunLock, PassGoesToWhoeverHasWaitedLongest) {
    constexpr std::size_t kThreads = 4;
    constexpr std::size_t kTurns = 200;
    RunLock lock;
    std::size_t entered = 0;
    std::vector<std::size_t> turns;
    const auto take_turns = [&](std::size_t self) {
        lock.lock();
        ++entered;
        while (entered < kThreads) lock.pass();
        for (std::size_t i = 0; i < kTurns; ++i) {
            turns.push_back(self);
            lock.pass();
        }
        lock.unlock();
    };
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < kThreads; ++t) threads.emplace_back(take_turns, t);
    for (std::thread& thread : threads) thread.join();
    ASSERT_EQ(turns.size(), kThreads * kTurns);
    EXPECT_EQ(std::set<std::size_t>(turns.begin(), turns.begin() + kThreads).size(), kThreads);
    for (std::size_t i = kThreads; i < turns.size(); ++i)
        EXPECT_EQ(turns[i], turns[i - kThreads]) << i;
}

/// A thread that takes the lock again and again does not keep another from it: without being asked
/// to pass it, it gives it up once the other has waited for long.
TEST(RunLock, WhoWaitsGetsItInTheEnd) {
    RunLock lock;
    std::atomic<bool> waiting = false;
    std::atomic<int> got = 0;
    lock.lock();
    std::thread other([&] {
        waiting = true;
        for (int i = 0; i < 5; ++i) {
            lock.lock();
            ++got;
            lock.unlock();
        }
    });
    while (!waiting) std::this_thread::yield();
    lock.unlock();
    // Ends only if the other thread is let in; free for no longer than between two statements.
    while (got < 5) {
        lock.lock();
        std::this_thread::sleep_for(std::chrono::microseconds(100));
        lock.unlock();
    }
    other.join();
    EXPECT_EQ(got, 5);
}

}  // namespace
}  // namespace clmm::runtime::check
