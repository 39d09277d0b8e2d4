#include "clmm/hardware/score.h"

#include <gtest/gtest.h>

#include <cmath>

namespace clmm::hardware {
namespace {

TEST(Score, IsTheChanceThatARunOfTheStandardLengthShowsIt) {
    EXPECT_EQ(reproducibility(0, kStandardInstances), 0);
    EXPECT_EQ(reproducibility(0, 0), 0);
    EXPECT_NEAR(reproducibility(1, kStandardInstances), 1 - std::exp(-1.0), 1e-12);
    EXPECT_NEAR(reproducibility(5, kStandardInstances), 0.99326, 1e-5);
    EXPECT_EQ(reproducibility(kStandardInstances, kStandardInstances), 1);
}

TEST(Score, DoesNotDependOnTheLengthOfTheRun) {
    EXPECT_DOUBLE_EQ(reproducibility(3, 3 * kStandardInstances),
                     reproducibility(1, kStandardInstances));
    EXPECT_NEAR(reproducibility(1, 1'000'000'000), 1e-3, 1e-6);
}

}  // namespace
}  // namespace clmm::hardware
