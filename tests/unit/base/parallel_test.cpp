#include "clmm/base/parallel.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace clmm {
namespace {

TEST(InParallel, BeginsEachIndexOnce) {
    for (const unsigned jobs : {0U, 1U, 3U, 200U}) {
        std::vector<std::atomic<int>> calls(100);
        in_parallel(calls.size(), jobs, [&](std::size_t i, unsigned) { ++calls[i]; });
        for (const auto& each : calls) EXPECT_EQ(each, 1) << jobs;
    }
}

TEST(InParallel, NoWorkerDoesTwoThingsAtOnce) {
    constexpr unsigned kJobs = 4;
    std::vector<std::atomic<int>> at_work(kJobs);
    std::atomic<int> clashes{0};
    in_parallel(1000, kJobs, [&](std::size_t, unsigned worker) {
        if (++at_work.at(worker) != 1) ++clashes;
        --at_work[worker];
    });
    EXPECT_EQ(clashes, 0);
}

TEST(InParallel, PassesOnWhatIsThrown) {
    for (const unsigned jobs : {1U, 3U}) {
        std::atomic<std::size_t> begun{0};
        std::string message;
        try {
            in_parallel(10, jobs, [&](std::size_t i, unsigned) {
                ++begun;
                if (i == 5) throw std::runtime_error("the sixth");
            });
        } catch (const std::runtime_error& error) {
            message = error.what();
        }
        EXPECT_EQ(message, "the sixth");
        if (jobs == 1) EXPECT_EQ(begun, 6U) << "what was not begun is left out";
    }
}

TEST(InParallel, NothingToDo) {
    in_parallel(0, 3, [](std::size_t, unsigned) { FAIL(); });
}

}  // namespace
}  // namespace clmm
