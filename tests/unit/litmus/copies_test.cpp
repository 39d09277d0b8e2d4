// Asynchronous copies: what they are made of. What follows of them, tests/golden/kernels says.
#include "reading.h"

namespace clmm::litmus {
namespace {

using testing::kinds;
using testing::reported;
using testing::unfolded;

/// A work-item of a group that has these, in an only work-group.
std::string item(const std::string& number, const std::string& body) {
    return "P" + number + "@wg 0, dev 0 (global int* in, local int* tile) {" + body + "}\n";
}

const std::string kHead = "OPENCL t\n{ global int in[2]; local int tile[2]; }\n";
const std::string kBegin = "event_t e = async_work_group_copy(tile, in, 2, 0);";
const std::string kWait = "wait_group_events(1, &e);";

TEST(Copies, are_units_that_begin_behind_any_call_and_end_before_each_wait) {
    const auto s = unfolded(kHead + item("0", kBegin + kWait) + item("1", kBegin + kWait));
    ASSERT_EQ(s.units.size(), 3U);
    EXPECT_EQ(s.units[2].kind, UnitKind::copy);
    EXPECT_EQ(s.units[2].name, "async copy 1 of work-group 0");
    EXPECT_TRUE(same_work_group(s.units[0], s.units[2]));
    EXPECT_FALSE(same_sub_group(s.units[0], s.units[2]));
    ASSERT_EQ(s.barriers.size(), 4U);
    EXPECT_EQ(s.terms.to_text(s.barriers[0].when), "!choice0");
    EXPECT_EQ(s.terms.to_text(s.barriers[1].when), "choice0");
    EXPECT_TRUE(s.terms.is_true(s.barriers[2].when));
    EXPECT_TRUE(s.terms.is_true(s.barriers[3].when));
    EXPECT_EQ(label(s, s.barriers[2].entry), "Bentry GL async_work_group_copy");
    EXPECT_EQ(label(s, s.barriers[2].exit), "Bexit GL wait_group_events");
    EXPECT_EQ(kinds(s), "");
}

TEST(Copies, end_before_waits_for_their_own_event) {
    const std::string second = "event_t f = async_work_group_copy(in, tile, 1, ";
    const auto apart = unfolded(kHead + item("0", kBegin + second + "0);" + kWait));
    EXPECT_EQ(apart.barriers.size(), 3U);  // two begin, one ends
    EXPECT_EQ(kinds(apart), "async-copy");
    const auto shared = unfolded(kHead + item("0", kBegin + second + "e);" + kWait));
    EXPECT_EQ(shared.barriers.size(), 4U);
    EXPECT_EQ(kinds(shared), "");
}

TEST(Copies, are_not_ended_by_waits_before_their_call) {
    const auto s =
        unfolded(kHead + item("0", kBegin + kWait + "e = async_work_group_copy(in, tile, 1, e);"));
    EXPECT_EQ(s.barriers.size(), 3U);
    EXPECT_EQ(kinds(s), "async-copy");
}

TEST(Copies, are_made_where_all_have_called) {
    const auto s = unfolded(kHead + item("0", kBegin + kWait) + item("1", ""));
    EXPECT_EQ(s.units.size(), 2U);
    EXPECT_NE(kinds(s).find("barrier-divergence"), std::string::npos);
}

TEST(Copies, have_arguments_that_are_known) {
    EXPECT_EQ(reported(kHead + item("0", "async_work_group_copy(tile, in, in[0], 0);")),
              "E-UNSUPPORTED");
    EXPECT_EQ(reported(kHead + item("0", "event_t e = 0; wait_group_events(in[0], &e);")),
              "E-UNSUPPORTED");
}

}  // namespace
}  // namespace clmm::litmus
