#include <gtest/gtest.h>

#include "clmm/report/repair.h"

namespace clmm::report {
namespace {

TEST(UnifiedDiff, EqualTextsHaveNone) {
    EXPECT_EQ(unified_diff("f", "a\nb\n", "a\nb\n"), "");
    EXPECT_EQ(unified_diff("f", "", ""), "");
}

TEST(UnifiedDiff, HasThreeLinesAroundAChange) {
    EXPECT_EQ(unified_diff("f", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n"),
              "--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n");
}

TEST(UnifiedDiff, NearChangesShareAHunkAndDistantOnesDoNot) {
    const std::string before = "a\n1\n2\n3\n4\n5\n6\nb\n";
    EXPECT_EQ(unified_diff("f", before, "A\n1\n2\n3\n4\n5\n6\nB\n"),
              "--- f\n+++ f\n@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n");
    EXPECT_EQ(unified_diff("f", "a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n"),
              "--- f\n+++ f\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n"
              "@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n");
}

TEST(UnifiedDiff, TellsInsertedAndRemovedLines) {
    EXPECT_EQ(unified_diff("f", "1\n2\n", "1\nx\n2\n"),
              "--- f\n+++ f\n@@ -1,2 +1,3 @@\n 1\n+x\n 2\n");
    EXPECT_EQ(unified_diff("f", "1\nx\n2\n", "1\n2\n"),
              "--- f\n+++ f\n@@ -1,3 +1,2 @@\n 1\n-x\n 2\n");
    EXPECT_EQ(unified_diff("f", "", "1\n"), "--- f\n+++ f\n@@ -0,0 +1,1 @@\n+1\n");
}

TEST(UnifiedDiff, SaysWhereTheLastLineHasNoEnd) {
    EXPECT_EQ(unified_diff("f", "1\n2", "1\n3"),
              "--- f\n+++ f\n@@ -1,2 +1,2 @@\n 1\n-2\n\\ No newline at end of file\n"
              "+3\n\\ No newline at end of file\n");
}

}  // namespace
}  // namespace clmm::report
