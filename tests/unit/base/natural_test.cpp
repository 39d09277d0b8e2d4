#include "clmm/base/natural.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "clmm/base/internal_error.h"

namespace clmm {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

TEST(Natural, AgreesWithMachineNumbersWhereTheySuffice) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 10'000; ++i) {
        const std::uint64_t a = random() >> (random() % 64 + 1) % 64;
        const std::uint64_t b = random() >> (random() % 64 + 1) % 64;
        EXPECT_EQ(Natural(a).to_string(), std::to_string(a));
        EXPECT_EQ(Natural(a).small(), a);
        EXPECT_EQ(Natural(a) <=> Natural(b), a <=> b);
        EXPECT_EQ(Natural(a) + Natural(b) - Natural(b), Natural(a));
        if (a <= kMost - b) EXPECT_EQ(Natural(a) + b, Natural(a + b));
        if (b <= a) EXPECT_EQ(Natural(a) - b, Natural(a - b));
    }
}

TEST(Natural, GrowsBeyondThem) {
    EXPECT_EQ((Natural(kMost) + 1).to_string(), "18446744073709551616");
    EXPECT_EQ((Natural(kMost) + 1).small(), std::nullopt);
    EXPECT_EQ((Natural(kMost) + 1 - 1).small(), kMost);
    Natural power = 1;
    for (int i = 0; i < 130; ++i) power += Natural(power);
    EXPECT_EQ(power.to_string(), "1361129467683753853853498429727072845824");
    EXPECT_TRUE((power - power).is_zero());
    EXPECT_EQ((power - power).to_string(), "0");
    EXPECT_LT(Natural(kMost), power);
}

TEST(Natural, HasNothingBelowZero) { EXPECT_THROW(Natural(1) - Natural(2), InternalError); }

}  // namespace
}  // namespace clmm
