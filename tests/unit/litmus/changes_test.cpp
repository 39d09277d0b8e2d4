#include <gtest/gtest.h>

#include "changes_subject.h"
#include "clmm/litmus/opencl_changes.h"

namespace clmm::litmus {
namespace {

TEST(Strength, OrdersAreALattice) {
    const auto below = [](Order a, Order b) {
        return weaker_or_equal(Strength{.order = a}, Strength{.order = b});
    };
    EXPECT_TRUE(below(Order::relaxed, Order::acquire));
    EXPECT_TRUE(below(Order::acquire, Order::acq_rel));
    EXPECT_TRUE(below(Order::release, Order::acq_rel));
    EXPECT_TRUE(below(Order::acq_rel, Order::seq_cst));
    EXPECT_FALSE(below(Order::acquire, Order::release));
    EXPECT_FALSE(below(Order::release, Order::acquire));
    EXPECT_FALSE(below(Order::seq_cst, Order::acq_rel));
}

TEST(Strength, EveryMemberCounts) {
    const Strength weak{Order::acquire, Scope::work_group, {.global = true}};
    EXPECT_TRUE(weaker_or_equal(weak, weak));
    EXPECT_TRUE(weaker_or_equal(weak, {Order::acq_rel, Scope::device, {true, true, false}}));
    EXPECT_FALSE(weaker_or_equal(weak, {Order::acq_rel, Scope::sub_group, {true, true, false}}));
    EXPECT_FALSE(weaker_or_equal(weak, {Order::acq_rel, Scope::device, {false, true, false}}));
    EXPECT_LT(rank(weak), rank({Order::acq_rel, Scope::device, {true, true, false}}));
}

TEST(Places, AnOperationGetsTheOrdersThatItMayHave) {
    EXPECT_EQ(Subject(two_units("atomic_store_explicit(x, 1, memory_order_relaxed);"))
                  .told(PlaceKind::order),
              "memory_order_relaxed -> memory_order_release memory_order_seq_cst");
    EXPECT_EQ(Subject(two_units("int r = atomic_load_explicit(x, memory_order_relaxed);"))
                  .told(PlaceKind::order),
              "memory_order_relaxed -> memory_order_acquire memory_order_seq_cst");
    EXPECT_EQ(Subject(two_units("atomic_fetch_add_explicit(x, 1, memory_order_release);"))
                  .told(PlaceKind::order),
              "memory_order_release -> memory_order_acq_rel memory_order_seq_cst");
    EXPECT_EQ(Subject(two_units("atomic_store(x, 1);")).told(PlaceKind::order), "");
}

TEST(Places, AnOrderThatTheOperationCannotHaveCountsAsRelaxed) {
    EXPECT_EQ(Subject(two_units("int r = atomic_load_explicit(x, memory_order_release);"))
                  .told(PlaceKind::order),
              "memory_order_release -> memory_order_acquire memory_order_seq_cst");
}

TEST(Places, NoScopeIsWiderThanWhatTheTestHas) {
    const std::string body = "atomic_store_explicit(x, 1, memory_order_relaxed, SCOPE);";
    const auto scopes = [&](const std::string& scope, const std::string& place) {
        std::string text = body;
        text.replace(text.find("SCOPE"), 5, scope);
        text = two_units(text, place);
        // The other unit's plain call names memory_scope_device, if silently.
        const std::size_t plain = text.find("atomic_store(x, 2)");
        text.replace(plain, 18, "x = x");
        return Subject(text).told(PlaceKind::scope);
    };
    EXPECT_EQ(scopes("memory_scope_work_group", "@wg 0, dev 0"), "");
    EXPECT_EQ(scopes("memory_scope_work_group", "@wg 1, dev 0"),
              "memory_scope_work_group -> memory_scope_device");
    EXPECT_EQ(scopes("memory_scope_sub_group", "@wg 0, dev 1"),
              "memory_scope_sub_group -> memory_scope_work_group memory_scope_device "
              "memory_scope_all_svm_devices");
}

TEST(Places, WhatNoUnitReachesIsNoPlace) {
    const Subject s(two_units("if (0) atomic_store_explicit(x, 1, memory_order_relaxed);"));
    EXPECT_EQ(s.told(PlaceKind::order), "");
}

TEST(Places, ArgumentsThatAreNoConstantsAreLeftAlone) {
    const Subject s(
        "OPENCL t\n{ [x]=0; }\n"
        "void put(global atomic_int* x, memory_order how) { atomic_store_explicit(x, 1, how); }\n"
        "P0@wg 0, dev 0 (global atomic_int* x) { put(x, memory_order_relaxed); }\n"
        "exists (x=0)\n");
    EXPECT_EQ(s.told(PlaceKind::order), "");
}

TEST(Changes, AnImpliedScopeIsWrittenOut) {
    const std::string other = "@wg 0, dev 1";
    const auto widened = [&](const std::string& body) {
        const std::string text = Subject(two_units(body, other))
                                     .changed(PlaceKind::scope, "memory_scope_all_svm_devices");
        const std::size_t begin = text.find("z) {\n") + 5;
        return text.substr(begin, text.find('\n', begin) - begin);
    };
    EXPECT_EQ(widened("atomic_store(x, 1);"),
              "atomic_store_explicit(x, 1, memory_order_seq_cst, memory_scope_all_svm_devices);");
    EXPECT_EQ(
        widened("int r = atomic_load_explicit(x, memory_order_acquire);"),
        "int r = atomic_load_explicit(x, memory_order_acquire, memory_scope_all_svm_devices);");
    EXPECT_EQ(widened("int e; atomic_compare_exchange_weak(x, &e, 1);"),
              "int e; atomic_compare_exchange_weak_explicit(x, &e, 1, memory_order_seq_cst, "
              "memory_order_seq_cst, memory_scope_all_svm_devices);");
    EXPECT_EQ(widened("mem_fence(CLK_GLOBAL_MEM_FENCE);"),
              "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, "
              "memory_scope_all_svm_devices);");
    EXPECT_EQ(widened("barrier(CLK_GLOBAL_MEM_FENCE);"),
              "work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_all_svm_devices);");
}

TEST(Changes, LegacyFencesChangeTheirNames) {
    const Subject s(two_units("read_mem_fence(CLK_GLOBAL_MEM_FENCE);"));
    EXPECT_NE(s.changed(PlaceKind::order, "memory_order_acq_rel")
                  .find("\nmem_fence(CLK_GLOBAL_MEM_FENCE);"),
              std::string::npos);
    EXPECT_NE(s.changed(PlaceKind::order, "memory_order_seq_cst")
                  .find("\natomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, "
                        "memory_scope_work_group);"),
              std::string::npos);
}

TEST(Changes, SeveralArgumentsOfOneCallChangeTogether) {
    const Subject s(two_units("mem_fence(CLK_GLOBAL_MEM_FENCE);"));
    Changes both{s.change(PlaceKind::order, "memory_order_seq_cst"),
                 s.change(PlaceKind::scope, "memory_scope_device")};
    std::ranges::sort(both);
    EXPECT_NE(s.space.apply(both).text.find(
                  "\natomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, "
                  "memory_scope_device);"),
              std::string::npos);
}

TEST(Changes, AFailureIsNoStrongerThanASuccess) {
    const Subject s(
        two_units("int e; atomic_compare_exchange_strong_explicit(x, &e, 1, memory_order_relaxed, "
                  "memory_order_relaxed);"));
    const Change failure = s.change(PlaceKind::failure_order, "memory_order_acquire");
    const Change success = s.change(PlaceKind::order, "memory_order_acquire");
    const Change release = s.change(PlaceKind::order, "memory_order_release");
    EXPECT_FALSE(s.space.admissible({failure}));
    EXPECT_TRUE(s.space.admissible({success}));
    EXPECT_TRUE(s.space.admissible({success, failure}));
    EXPECT_FALSE(s.space.admissible({release, failure}));
    EXPECT_TRUE(s.space.weaker_or_equal({success}, {success, failure}));
    EXPECT_FALSE(s.space.weaker_or_equal({success, failure}, {success}));
    EXPECT_FALSE(s.space.weaker_or_equal({release}, {success, failure}));
}

/// Every change reads, and changes nothing but what it says.
TEST(Changes, SayWhatTheyDo) {
    const Subject s(
        two_units("  atomic_store_explicit(x, 1, memory_order_relaxed, memory_scope_work_group);\n"
                  "  *z = atomic_fetch_or_explicit(x, 4, memory_order_relaxed);\n"
                  "  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, "
                  "memory_scope_work_group);\n"
                  "  work_group_barrier(CLK_GLOBAL_MEM_FENCE);\n"
                  "  if (*z) write_mem_fence(CLK_GLOBAL_MEM_FENCE);",
                  "@wg 0, dev 1"));
    std::size_t tried = 0;
    for (std::size_t p = 0; p < s.space.known().size(); ++p)
        for (std::size_t level = 0; level < s.space.known()[p].stronger.size(); ++level) {
            const ChangedText changed = s.space.apply({{p, level}});
            const EventStructure after = testing::unfolded(changed.text);
            const Strength& to = s.space.known()[p].stronger[level];
            const PlaceKind kind = s.space.known()[p].kind;
            const std::size_t inserted = kind == PlaceKind::inserted_fence ? 1 : 0;
            ASSERT_EQ(after.size(), s.structure.size() + inserted) << changed.text;
            ASSERT_EQ(changed.fences.size(), inserted);
            std::size_t different = 0;
            for (std::size_t i = 0, j = 0; j < after.size(); ++j) {
                const OpenClEvent now = with_attributes(after, EventId(j));
                if (inserted == 1 && now.kind == EventKind::fence &&
                    now.span.begin == changed.fences[0].span.begin) {
                    EXPECT_EQ((Strength{now.order, now.scope, now.regions}), to) << changed.text;
                    ++different;
                    continue;
                }
                const OpenClEvent was = with_attributes(s.structure, EventId(i++));
                ASSERT_EQ(now.kind, was.kind);
                EXPECT_EQ(now.unit, was.unit);
                if (now.order == was.order && now.scope == was.scope && now.regions == was.regions)
                    continue;
                ++different;
                if (kind == PlaceKind::order) EXPECT_TRUE(now.order == to.order);
                if (kind == PlaceKind::scope) EXPECT_EQ(now.scope, to.scope);
                if (kind == PlaceKind::flags) EXPECT_EQ(now.regions, to.flags);
            }
            EXPECT_GE(different, 1U) << changed.text;
            EXPECT_LE(different, 2U)
                << changed.text;  // the halves of a read-modify-write, a barrier
            ++tried;
        }
    EXPECT_GT(tried, 100U);
}

TEST(Changes, AllFencesOfSomePlacesStandInOneText) {
    const Subject s(two_units("  *z = 1;"));
    std::vector<std::size_t> places;
    std::size_t fences = 0;
    for (std::size_t i = 0; i < s.space.known().size(); ++i)
        if (s.space.known()[i].kind == PlaceKind::inserted_fence) {
            places.push_back(i);
            fences += s.space.known()[i].stronger.size();
        }
    const ChangedText all = s.space.superpose({}, places);
    EXPECT_EQ(all.fences.size(), fences);
    EXPECT_EQ(testing::unfolded(all.text).size(), s.structure.size() + fences);
    for (const ChangedText::Fence& fence : all.fences)
        EXPECT_EQ(all.text.substr(fence.span.begin, fence.span.end - fence.span.begin),
                  s.space.known()[fence.change.place].texts[fence.change.level]);
}

}  // namespace
}  // namespace clmm::litmus
