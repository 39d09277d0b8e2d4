#include "clmm/language/functions.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace clmm::language {
namespace {

TEST(Functions, AtomicsAreFoundWithAndWithoutExplicit) {
    const auto load = find_atomic("atomic_load");
    ASSERT_TRUE(load);
    EXPECT_FALSE(load->is_explicit);
    EXPECT_EQ(load->function->effect, AtomicEffect::load);
    EXPECT_EQ(load->function->operands, 1U);
    const auto weak = find_atomic("atomic_compare_exchange_weak_explicit");
    ASSERT_TRUE(weak);
    EXPECT_TRUE(weak->is_explicit && weak->function->is_weak);
    EXPECT_EQ(weak->function->operands + weak->function->orders, 5U);
    EXPECT_FALSE(find_atomic("atomic_init_explicit"));
    EXPECT_FALSE(find_atomic("atomic_add"));
}

TEST(Functions, OldAtomicsHaveTwoPrefixesAndOneMeaning) {
    EXPECT_EQ(find_legacy_atomic("atomic_inc"), find_legacy_atomic("atom_inc"));
    EXPECT_EQ(find_legacy_atomic("atom_cmpxchg")->modification, Modification::none);
    EXPECT_EQ(find_legacy_atomic("atomic_load"), nullptr);
    EXPECT_EQ(legacy_name(Modification::exchange), "atomic_xchg");
    EXPECT_FALSE(legacy_name(Modification::none));
    for (const AtomicFunction& each : atomic_functions())
        EXPECT_EQ(each.modification != Modification::none,
                  legacy_name(each.modification).has_value())
            << each.name;
}

TEST(Functions, FencesSayOrImplyOrderAndScope) {
    EXPECT_EQ(find_fence("atomic_work_item_fence")->order, 1U);
    EXPECT_TRUE(find_fence("read_mem_fence")->names_order());
    EXPECT_EQ(find_fence("read_mem_fence")->implied_order, MemoryOrder::acquire);
    EXPECT_TRUE(find_fence("sub_group_barrier")->is_barrier());
    EXPECT_EQ(find_fence("sub_group_barrier")->implied_scope, MemoryScope::sub_group);
    EXPECT_FALSE(find_fence("atomic_thread_fence")->names_order());
    EXPECT_EQ(find_fence("atomic_load"), nullptr);
}

TEST(Functions, LoadsAreNoReleasesAndStoresNoAcquires) {
    EXPECT_TRUE(is_order_of_load(MemoryOrder::acquire));
    EXPECT_FALSE(is_order_of_load(MemoryOrder::acq_rel));
    EXPECT_TRUE(is_order_of_store(MemoryOrder::release));
    EXPECT_FALSE(is_order_of_store(MemoryOrder::acquire));
}

TEST(Functions, NamesForSuggestionsAreFoundAgain) {
    for (const std::string& name : synchronisation_names())
        EXPECT_TRUE(find_atomic(name).has_value() || find_fence(name) != nullptr) << name;
}

}  // namespace
}  // namespace clmm::language
