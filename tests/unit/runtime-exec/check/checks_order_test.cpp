// Orders and scopes that are values of the run: each access has those that it is given.
#include "checks_run.h"

namespace clmm::runtime::test {
namespace {

/// Races of a hand-over between work-groups whose orders and scope are arguments.
std::size_t races_of_hand_over(int stored, int loaded, int scope) {
    const Checked run = run_checked(R"(
        kernel void k(global int* a, global atomic_int* flag, int stored, int loaded, int scope) {
            int i = get_global_id(0);
            if (i == 0) { a[0] = 1; atomic_store_explicit(flag, 1, stored, scope); }
            if (i == 4) {
                while (atomic_load_explicit(flag, loaded, (memory_scope)scope) == 0) ;
                a[1] = a[0];
            }
        })",
                                    8, 4, {Ints(8), Ints(1), stored, loaded, scope}, kRaces);
    EXPECT_TRUE(run.completed);
    return run.findings.size();
}

TEST(OrdersOfTheRun, DecideWhetherThereIsARace) {
    EXPECT_EQ(races_of_hand_over(3, 2, 2), 0U);
    EXPECT_EQ(races_of_hand_over(5, 5, 3), 0U);
    EXPECT_EQ(races_of_hand_over(0, 2, 2), 1U);
    EXPECT_EQ(races_of_hand_over(3, 0, 2), 1U);
    EXPECT_GE(races_of_hand_over(3, 2, 1), 1U);
}

TEST(OrdersOfTheRun, AreThoseOfEachWorkItem) {
    const auto run = [](const std::string& order) {
        return run_checked(R"(
            kernel void k(global int* a, global atomic_int* flag) {
                int i = get_global_id(0); memory_order o = )" +
                               order + R"(;
                if (i == 1) a[0] = 1;
                int before = atomic_fetch_or_explicit(flag, 1 << i, o, memory_scope_device);
                if (i == 0 && (before & 2)) a[1] = a[0];
            })",
                           2, 1, {Ints(4), Ints(1)}, kRaces)
            .findings.size();
    };
    EXPECT_EQ(run("i == 1 ? memory_order_release : memory_order_acquire"), 0U);
}

/// Races of two groups that meet by relaxed accesses and fences of such flags and order.
std::size_t races_with_fences(int flags, int order) {
    const Checked run = run_checked(R"(
        kernel void k(global int* a, global atomic_int* flag, int flags, int order) {
            int i = get_global_id(0);
            if (i == 0) {
                a[0] = 1; atomic_work_item_fence(flags, order, memory_scope_device);
                atomic_store_explicit(flag, 1, memory_order_relaxed);
            }
            if (i == 4) {
                while (atomic_load_explicit(flag, memory_order_relaxed) == 0) ;
                atomic_work_item_fence(flags, order, memory_scope_device); a[1] = a[0];
            }
        })",
                                    8, 4, {Ints(8), Ints(1), flags, order}, kRaces);
    EXPECT_TRUE(run.completed);
    return run.findings.size();
}

TEST(OrdersOfTheRun, OfFences) {
    EXPECT_EQ(races_with_fences(2, 4), 0U);
    EXPECT_EQ(races_with_fences(3, 5), 0U);
    EXPECT_EQ(races_with_fences(1, 4), 1U);
    EXPECT_EQ(races_with_fences(2, 0), 1U);
}

TEST(OrdersOfTheRun, FloatsCountAsAtomics) {
    const auto run = [](const std::string& how) {
        return run_checked("kernel void k(global atomic_float* a) { " + how + "; }", 16, 4,
                           {Ints(1)}, kRaces)
            .findings.size();
    };
    EXPECT_EQ(run("atomic_fetch_add(a, 1.0f)"), 0U);
    EXPECT_GE(run("*(global float*)a += 1.0f"), 1U);
}

TEST(OrdersOfTheRun, FloatsAreComputedUnderTheChecks) {
    const Checked run = run_checked(
        "kernel void k(global atomic_float* a) { atomic_fetch_add(a, 0.5f);"
        " atomic_fetch_max(a + 1, (float)get_global_id(0)); }",
        16, 4, {Ints(2)}, kRaces);
    EXPECT_EQ(run.buffers.at(0), (Ints{0x41000000, 0x41700000}));  // 8 and 15
}

}  // namespace
}  // namespace clmm::runtime::test
