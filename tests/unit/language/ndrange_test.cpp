#include "clmm/language/ndrange.h"

#include <gtest/gtest.h>

namespace clmm::language {
namespace {

constexpr Index kGlobal = {7, 3, 2};
constexpr Index kLocal = {4, 2, 2};

TEST(NdRange, TheLastGroupOfADimensionMayBeSmaller) {
    EXPECT_EQ(number_of_groups(kGlobal, kLocal), (Index{2, 2, 1}));
    EXPECT_EQ(size_of_group(kGlobal, kLocal, {0, 0, 0}), (Index{4, 2, 2}));
    EXPECT_EQ(size_of_group(kGlobal, kLocal, {1, 1, 0}), (Index{3, 1, 2}));
    EXPECT_EQ(number_of_groups({0, 1, 1}, {4, 1, 1}), (Index{0, 1, 1}));
}

TEST(NdRange, LinearIdsGoThroughAllPlaces) {
    for (std::uint64_t i = 0; i < product(kGlobal); ++i)
        EXPECT_EQ(linear_id(from_linear(i, kGlobal), kGlobal), i);
    EXPECT_EQ(linear_id({1, 2, 1}, kGlobal), 1 + 7 * (2 + 3 * 1));
}

TEST(NdRange, GlobalIdsCountFromTheOffset) {
    EXPECT_EQ(global_id({1, 1, 0}, kLocal, {2, 0, 1}, {10, 20, 30}), (Index{16, 22, 31}));
}

TEST(NdRange, OnlyTheLastSubGroupIsShorter) {
    const SubGroups groups{.items = 10, .largest = 4};
    EXPECT_EQ(groups.count(), 3);
    EXPECT_EQ(groups.of(9), 2);
    EXPECT_EQ(groups.local_id(9), 1);
    EXPECT_EQ(groups.size_of(1), 4);
    EXPECT_EQ(groups.size_of(2), 2);
}

}  // namespace
}  // namespace clmm::language
