// Work-groups come to a place in any order; what is told of it is of the first group.
#include "check/findings.h"

#include <gtest/gtest.h>

namespace clmm::runtime::check {
namespace {

void add(Findings& all, GroupPlace by, const std::string& message) {
    all.add(FindingKind::bounds, nullptr, {}, by, [&] {
        Finding out;
        out.message = message;
        return out;
    });
}

TEST(Findings, TheFirstGroupIsToldWhicheverCameFirst) {
    Findings all;
    add(all, {.launch = 0, .group = 3}, "group 3");
    add(all, {.launch = 1, .group = 0}, "a later launch");
    add(all, {.launch = 0, .group = 1}, "group 1");
    add(all, {.launch = 0, .group = 1}, "group 1 again");
    add(all, {.launch = 0, .group = 2}, "group 2");
    ASSERT_EQ(all.all().size(), 1U);
    EXPECT_EQ(all.all().front().message, "group 1");
    EXPECT_EQ(all.all().front().count, 5U);
}

}  // namespace
}  // namespace clmm::runtime::check
