#include "clmm/base/quoted_words.h"

#include <gtest/gtest.h>

namespace clmm {
namespace {

using Words = std::vector<std::string>;

TEST(QuotedWords, AreBetweenBlanks) {
    EXPECT_EQ(quoted_words("  --global 8\n\t-D N=4 "), (Words{"--global", "8", "-D", "N=4"}));
    EXPECT_EQ(quoted_words(" \n"), Words{});
}

TEST(QuotedWords, HaveBlanksBetweenMarks) {
    EXPECT_EQ(quoted_words("--args \"a[4] n='\" x'y z'"), (Words{"--args", "a[4] n='", "xy z"}));
    EXPECT_EQ(quoted_words("'' \"\""), (Words{"", ""}));
    EXPECT_EQ(quoted_words("'not closed "), (Words{"not closed "}));
}

}  // namespace
}  // namespace clmm
