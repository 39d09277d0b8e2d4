#include "clmm/language/builtins.h"

#include <gtest/gtest.h>

#include <set>

#include "clmm/language/api.h"
#include "clmm/language/functions.h"
#include "clmm/language/vectors.h"

namespace clmm::language {
namespace {

std::size_t arguments(std::string_view name) {
    const auto known = find_builtin(name);
    EXPECT_TRUE(known) << name;
    return known ? known->least : 99;
}

TEST(Builtins, EachNameStandsForOne) {
    std::set<std::string_view> names;
    for (const Builtin& each : builtins()) {
        EXPECT_TRUE(names.insert(each.name).second) << each.name;
        EXPECT_EQ(find_fence(each.name), nullptr) << each.name;
        EXPECT_FALSE(find_atomic(each.name)) << each.name;
        EXPECT_EQ(find_api_function(each.name), nullptr) << each.name;
    }
    EXPECT_GT(names.size(), 140);
}

TEST(Builtins, NamesWithATypeOrAPrefixAreFound) {
    EXPECT_EQ(arguments("fma"), 3);
    EXPECT_EQ(arguments("native_divide"), 2);
    EXPECT_EQ(arguments("half_sin"), 1);
    EXPECT_EQ(arguments("convert_uchar4_sat_rtz"), 1);
    EXPECT_EQ(arguments("vstore4"), 3);
    EXPECT_EQ(arguments("sub_group_reserve_read_pipe"), 2);
    EXPECT_FALSE(find_builtin("native_fma"));
    EXPECT_FALSE(find_builtin("divide"));
    EXPECT_FALSE(find_builtin("work_group_read_pipe"));
    EXPECT_FALSE(find_builtin("sinn"));
}

TEST(Builtins, SayWhatTheyGiveAndStore) {
    const auto result = [](std::string_view name) { return find_builtin(name)->result; };
    EXPECT_EQ(result("fma"), Builtin::Result::operand);
    EXPECT_EQ(result("cross"), Builtin::Result::operand);
    EXPECT_EQ(result("fast_distance"), Builtin::Result::component);
    EXPECT_EQ(result("ilogb"), Builtin::Result::integer);
    EXPECT_EQ(result("signbit"), Builtin::Result::truth);
    EXPECT_EQ(result("isunordered"), Builtin::Result::truth);
    const auto stored = [](std::string_view name) { return find_builtin(name)->stored; };
    EXPECT_EQ(stored("fmod"), Builtin::Stored::nothing);
    EXPECT_EQ(stored("modf"), Builtin::Stored::operand);
    EXPECT_EQ(stored("remquo"), Builtin::Stored::integer);
}

TEST(Builtins, GroupFunctionsAreOfBothGroups) {
    const auto reduce = find_group_function("sub_group_scan_inclusive_max");
    ASSERT_TRUE(reduce);
    EXPECT_TRUE(reduce->of_sub_group);
    EXPECT_EQ(reduce->kind, GroupFunction::Kind::scan_inclusive);
    EXPECT_EQ(reduce->combine, GroupFunction::Combine::max);
    EXPECT_EQ(find_builtin("work_group_broadcast")->most, 4);
    EXPECT_EQ(find_builtin("sub_group_broadcast")->most, 2);
    EXPECT_FALSE(find_group_function("work_group_barrier"));
}

TEST(Builtins, ShufflesNameTheOtherOne) {
    const auto up = find_shuffle("intel_sub_group_shuffle_up");
    ASSERT_TRUE(up);
    EXPECT_EQ(up->other, ShuffleFunction::Other::minus);
    EXPECT_TRUE(up->joins_two);
    EXPECT_FALSE(find_shuffle("sub_group_shuffle_up")->joins_two);
    EXPECT_EQ(find_builtin("intel_sub_group_shuffle_down")->least, 3);
    EXPECT_EQ(find_builtin("sub_group_shuffle_xor")->most, 2);
    EXPECT_FALSE(find_shuffle("intel_sub_group_broadcast"));
}

TEST(Builtins, BlocksAreAccessedByTypeAndComponents) {
    const auto shorts = find_block_access("intel_sub_group_block_read_us16");
    ASSERT_TRUE(shorts);
    EXPECT_EQ(shorts->scalar, Scalar::u16);
    EXPECT_EQ(shorts->lanes, 16);
    EXPECT_FALSE(shorts->stores);
    const auto words = find_block_access("intel_sub_group_block_write");
    ASSERT_TRUE(words);
    EXPECT_EQ(words->scalar, Scalar::u32);
    EXPECT_EQ(words->lanes, 1);
    EXPECT_TRUE(words->stores);
    EXPECT_EQ(words->alignment(false), 16);
    EXPECT_EQ(shorts->alignment(false), 4);
    EXPECT_EQ(shorts->alignment(true), 16);
    for (const char* none :
         {"intel_sub_group_block_read_ul16", "intel_sub_group_block_read16",
          "intel_sub_group_block_read_us3", "intel_sub_group_block_copy", "sub_group_block_read"})
        EXPECT_FALSE(find_block_access(none)) << none;
}

TEST(Builtins, PipesAreReadAndWritten) {
    const auto commit = find_pipe_function("work_group_commit_write_pipe");
    ASSERT_TRUE(commit);
    EXPECT_EQ(commit->kind, PipeFunction::Kind::commit);
    EXPECT_EQ(commit->reach, PipeFunction::Reach::work_group);
    EXPECT_FALSE(commit->reads);
    EXPECT_FALSE(find_pipe_function("work_group_read_pipe"));
}

TEST(Builtins, BeyondTheDimensionsSizesAreOne) {
    EXPECT_EQ(find_work_item_function("get_num_groups")->beyond, 1);
    EXPECT_EQ(find_work_item_function("get_global_offset")->beyond, 0);
    EXPECT_EQ(find_work_item_function("get_work_dimension"), nullptr);
}

}  // namespace
}  // namespace clmm::language
