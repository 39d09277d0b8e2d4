#include "process/process.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace clmm::cli {
namespace {

using namespace std::chrono_literals;

TEST(InterruptWatch, HearsASignalAndIsQuietOtherwise) {
    for (const int number : {SIGINT, SIGTERM}) {
        const InterruptWatch watch;
        EXPECT_FALSE(*watch.flag());
        kill(getpid(), number);
        for (int i = 0; i < 1000 && !*watch.flag(); ++i) std::this_thread::sleep_for(1ms);
        EXPECT_TRUE(*watch.flag());
    }
}

TEST(InterruptWatch, ASecondSignalEndsTheProcess) {
    const auto signalled_twice = [] {
        const InterruptWatch watch;
        kill(getpid(), SIGINT);
        while (!*watch.flag()) std::this_thread::yield();
        kill(getpid(), SIGINT);
        std::this_thread::sleep_for(10s);
    };
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_EXIT(signalled_twice(), testing::KilledBySignal(SIGINT), "");
}

TEST(ResidentBytes, IsPlausible) {
    EXPECT_GT(resident_bytes(), 100'000U);
    EXPECT_LT(resident_bytes(), std::uint64_t{1} << 40U);
}

}  // namespace
}  // namespace clmm::cli
