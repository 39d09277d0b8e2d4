#include "clmm/base/odd_inverse.h"

#include <gtest/gtest.h>

#include <random>

namespace clmm {
namespace {

TEST(OddInverse, OfEachOddNumberGivesOne) {
    std::mt19937_64 random(1);
    for (std::uint64_t odd : {std::uint64_t{1}, std::uint64_t{3}, ~std::uint64_t{0}})
        EXPECT_EQ(odd * inverse_of_odd(odd), 1U) << odd;
    for (int drawn = 0; drawn < 1000; ++drawn) {
        const std::uint64_t odd = random() | 1U;
        EXPECT_EQ(odd * inverse_of_odd(odd), 1U) << odd;
    }
}

}  // namespace
}  // namespace clmm
