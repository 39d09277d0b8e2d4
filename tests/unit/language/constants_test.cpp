#include "clmm/language/constants.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "clmm/language/names.h"

namespace clmm::language {
namespace {

std::int64_t number(std::string_view name) {
    const Constant* constant = find_constant(name);
    EXPECT_NE(constant, nullptr) << name;
    return constant == nullptr ? -1 : static_cast<std::int64_t>(constant->integer);
}

// opencl-c-base.h: memory_order_* are the compiler's own.
TEST(Constants, OrdersAreThoseOfTheCompiler) {
    EXPECT_EQ(number("memory_order_relaxed"), __ATOMIC_RELAXED);
    EXPECT_EQ(number("memory_order_consume"), __ATOMIC_CONSUME);
    EXPECT_EQ(number("memory_order_acquire"), __ATOMIC_ACQUIRE);
    EXPECT_EQ(number("memory_order_release"), __ATOMIC_RELEASE);
    EXPECT_EQ(number("memory_order_acq_rel"), __ATOMIC_ACQ_REL);
    EXPECT_EQ(number("memory_order_seq_cst"), __ATOMIC_SEQ_CST);
}

// The values that clang predefines as __OPENCL_MEMORY_SCOPE_*.
TEST(Constants, ScopesAreThoseOfTheHeader) {
    EXPECT_EQ(number("memory_scope_work_item"), 0);
    EXPECT_EQ(number("memory_scope_work_group"), 1);
    EXPECT_EQ(number("memory_scope_device"), 2);
    EXPECT_EQ(number("memory_scope_all_svm_devices"), 3);
    EXPECT_EQ(number("memory_scope_all_devices"), 3);
    EXPECT_EQ(number("memory_scope_sub_group"), 4);
}

TEST(Constants, OthersAreThoseOfTheHeaders) {
    EXPECT_EQ(number("CLK_LOCAL_MEM_FENCE"), 1);
    EXPECT_EQ(number("CLK_GLOBAL_MEM_FENCE"), 2);
    EXPECT_EQ(number("CLK_IMAGE_MEM_FENCE"), 4);
    EXPECT_EQ(number("CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP"), 2);
    EXPECT_EQ(number("CLK_ENQUEUE_FAILURE"), -101);
    EXPECT_EQ(number("CLK_FILTER_NEAREST"), 0x10);
    EXPECT_EQ(number("CLK_FILTER_LINEAR"), 0x20);
    EXPECT_EQ(number("CLK_ABGR"), 0x10C3);
    EXPECT_EQ(number("CL_MAP_WRITE_INVALIDATE_REGION"), 4);
    EXPECT_EQ(number("INT_MIN"), -2147483648LL);
    ASSERT_NE(find_constant("M_PI_F"), nullptr);
    EXPECT_EQ(find_constant("M_PI_F")->type, Constant::Type::f32);
    EXPECT_EQ(find_constant("M_PI_F")->floating, find_constant("M_PI")->floating);
    EXPECT_EQ(find_constant("memory_order"), nullptr);
}

TEST(Constants, EachNameStandsForOne) {
    std::set<std::string_view> names;
    for (const Constant& each : constants())
        EXPECT_TRUE(names.insert(each.name).second) << each.name;
    EXPECT_EQ(constant_names().size(), names.size());
}

TEST(Constants, NumbersMeanWhatTheirNamesDo) {
    for (const Constant& each : constants()) {
        const auto value = static_cast<std::int64_t>(each.integer);
        if (each.enumeration == "memory_order") {
            ASSERT_TRUE(memory_order(value)) << each.name;
            if (each.name != "memory_order_consume") {
                EXPECT_EQ(spelling(*memory_order(value)), each.name);
            }
        }
        if (each.enumeration == "memory_scope") {
            ASSERT_TRUE(memory_scope(value)) << each.name;
            if (each.name != "memory_scope_all_devices") {
                EXPECT_EQ(spelling(*memory_scope(value)), each.name);
            }
        }
    }
    EXPECT_EQ(memory_order(number("memory_order_consume")), MemoryOrder::acquire);
    for (const std::int64_t bad : {-1, 6}) EXPECT_FALSE(memory_order(bad));
    for (const std::int64_t bad : {-1, 5}) EXPECT_FALSE(memory_scope(bad));
}

TEST(Constants, FlagsAreBits) {
    const auto flags = fence_flags(5);
    ASSERT_TRUE(flags);
    EXPECT_TRUE(flags->local && !flags->global && flags->image);
    EXPECT_FALSE(fence_flags(8));
    EXPECT_FALSE(fence_flags(-1));
}

TEST(Names, TheNearestIsMeant) {
    EXPECT_EQ(did_you_mean("memory_order_aquire", constant_names()),
              "did you mean 'memory_order_acquire'?");
    EXPECT_EQ(did_you_mean("X", {"x"}), "did you mean 'x'?");
    EXPECT_EQ(did_you_mean("nothing", {"like", "it"}), "");
}

}  // namespace
}  // namespace clmm::language
