#include "clmm/base/edit_distance.h"

#include <gtest/gtest.h>

#include <string>

namespace clmm {
namespace {

TEST(EditDistance, CountsWhatIsInsertedDeletedAndReplaced) {
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
    EXPECT_EQ(edit_distance("", "abc"), 3U);
    EXPECT_EQ(edit_distance("abc", "abc"), 0U);
    const std::string word(63, 'x');
    EXPECT_EQ(edit_distance(word + "y", word + "z"), 1U);
}

TEST(EditDistance, TakesNoTimeForNamesOfMegabytes) {
    const std::string some(3'000'000, 'x'), other = some.substr(1) + "y";
    EXPECT_EQ(edit_distance(some, other), some.size());
    EXPECT_EQ(edit_distance("x", some), some.size());
    EXPECT_EQ(edit_distance(some, some), 0U);
}

}  // namespace
}  // namespace clmm
