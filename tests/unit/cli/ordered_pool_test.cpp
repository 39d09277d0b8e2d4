#include "process/ordered_pool.h"

#include <gtest/gtest.h>

namespace clmm::cli {
namespace {

using namespace std::chrono_literals;

TEST(OrderedPool, HandsOutInOrderWhateverFinishesFirst) {
    const auto slow_at_first = [](std::size_t i) {
        std::this_thread::sleep_for(i == 0 ? 20ms : 0ms);
        return i * i;
    };
    OrderedPool<std::size_t> pool(50, 4, slow_at_first, [] { return false; });
    for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(pool.next(), i * i);
    EXPECT_EQ(pool.next(), std::nullopt);
    EXPECT_EQ(pool.done(), 50U);
}

TEST(OrderedPool, StopsBetweenTests) {
    std::atomic<bool> stop{false};
    const auto stop_at_three = [&](std::size_t i) {
        if (i == 3) stop = true;
        return i;
    };
    OrderedPool<std::size_t> pool(1000, 1, stop_at_three, [&] { return stop.load(); });
    std::size_t count = 0;
    while (pool.next()) ++count;
    EXPECT_EQ(count, 4U);
}

TEST(OrderedPool, NothingToDo) {
    OrderedPool<int> pool(
        0, 8, [](std::size_t) { return 1; }, [] { return false; });
    EXPECT_TRUE(pool.wait_for(0ms));
    EXPECT_EQ(pool.next(), std::nullopt);
}

TEST(OrderedPool, WaitingEndsWithPatience) {
    std::atomic<bool> go{false};
    OrderedPool<int> pool(
        1, 1,
        [&](std::size_t) {
            while (!go) std::this_thread::yield();
            return 1;
        },
        [] { return false; });
    EXPECT_FALSE(pool.wait_for(1ms));
    go = true;
    EXPECT_EQ(pool.next(), 1);
}

}  // namespace
}  // namespace clmm::cli
