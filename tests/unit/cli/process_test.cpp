#include "process/process.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

#include "process/hard_limit.h"
#include "process/interrupt_handlers.h"

namespace clmm::cli {
namespace {

using namespace std::chrono_literals;

template <class Watch>
class Interrupts : public testing::Test {};
using Watches = testing::Types<InterruptWatch, InterruptHandlers>;
TYPED_TEST_SUITE(Interrupts, Watches);

TYPED_TEST(Interrupts, HearASignalAndAreQuietOtherwise) {
    for (const int number : {SIGINT, SIGTERM}) {
        const TypeParam watch;
        EXPECT_FALSE(*watch.flag());
        kill(getpid(), number);
        for (int i = 0; i < 1000 && !*watch.flag(); ++i) std::this_thread::sleep_for(1ms);
        EXPECT_TRUE(*watch.flag());
    }
}

TYPED_TEST(Interrupts, ASecondSignalEndsTheProcess) {
    const auto signalled_twice = [] {
        const TypeParam watch;
        kill(getpid(), SIGINT);
        while (!*watch.flag()) std::this_thread::yield();
        kill(getpid(), SIGINT);
        std::this_thread::sleep_for(10s);
    };
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_EXIT(signalled_twice(), testing::KilledBySignal(SIGINT), "");
}

void be_deaf_for(std::chrono::steady_clock::duration time) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(1ms);
}

TYPED_TEST(Interrupts, WorkThatDoesNotAskIsEnded) {
    const auto deaf = [] {
        const TypeParam watch;
        kill(getpid(), SIGTERM);
        be_deaf_for(20s);
    };
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_EXIT(deaf(), testing::ExitedWithCode(3), "unknown: interrupted");
}

TYPED_TEST(Interrupts, WhatIsHeldIsNotEnded) {
    const TypeParam watch;
    watch.hold();
    kill(getpid(), SIGTERM);
    be_deaf_for(kSlowness * 500ms);
    EXPECT_TRUE(*watch.flag());
}

TYPED_TEST(Interrupts, WhatIsForkedMeanwhileDoesNotHear) {
    const TypeParam watch;
    pid_t child = 0;
    {
        const WithoutInterrupts of_the_child;
        child = fork();
        if (child == 0) {
            kill(getpid(), SIGINT);
            _exit(*watch.flag() ? 1 : 7);
        }
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7) << status;
    EXPECT_FALSE(*watch.flag());
}

TYPED_TEST(Interrupts, LeaveSignalsAsTheyWere) {
    struct sigaction before {
    }, after{};
    sigaction(SIGTERM, nullptr, &before);
    { const TypeParam watch; }
    sigaction(SIGTERM, nullptr, &after);
    EXPECT_EQ(before.sa_handler, after.sa_handler);
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    EXPECT_EQ(sigismember(&blocked, SIGTERM), 0);
}

TEST(ResidentBytes, IsPlausible) {
    EXPECT_GT(resident_bytes(), 100'000U);
    EXPECT_LT(resident_bytes(), std::uint64_t{1} << 40U);
}

}  // namespace
}  // namespace clmm::cli
