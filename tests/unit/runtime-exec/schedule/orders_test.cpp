// Orders that are values of the run, in controlled runs: each access has its own.
#include "controlled.h"

namespace clmm::runtime::test {
namespace {

using Memories = std::set<std::vector<int>>;

/// Store buffering whose order stands in memory.
constexpr const char* kBuffering = R"(
kernel void k(global int* m) {
  size_t i = get_global_id(0);
  memory_order order = m[4] + ORDER;
  atomic_store_explicit((global atomic_int*)&m[i], 1, order, memory_scope_device);
  m[2 + i] = atomic_load_explicit((global atomic_int*)&m[1 - i], order, memory_scope_device);
})";

Memories outcomes(const std::string& order, bool weak) {
    CompileOptions options;
    options.watched = weak;
    options.definitions = {"ORDER=" + order};
    ControlledKernelRuns runs(kBuffering, options);
    runs.options.weak_memory = weak;
    return runs.explore(5, 2, 1).memories;
}

const std::vector<int> kBothOld = {1, 1, 0, 0, 0};

TEST(OrdersUnderControl, InterleavingsAreThoseOfConstants) {
    const Memories expected = {{1, 1, 0, 1, 0}, {1, 1, 1, 0, 0}, {1, 1, 1, 1, 0}};
    EXPECT_EQ(outcomes("memory_order_relaxed", false), expected);
    EXPECT_EQ(outcomes("memory_order_seq_cst", false), expected);
}

TEST(OrdersUnderControl, OnlySequentialConsistencyForbidsTheWeakOutcome) {
    EXPECT_TRUE(outcomes("memory_order_relaxed", true).contains(kBothOld));
    EXPECT_FALSE(outcomes("memory_order_seq_cst", true).contains(kBothOld));
}

TEST(OrdersUnderControl, FloatsAreUpdatedInOneStep) {
    ControlledKernelRuns runs(
        "kernel void k(global int* m) { atomic_fetch_add((global atomic_float*)m, 1.0f);"
        " if (get_global_id(0) == 0) m[1] = atomic_load((global atomic_float*)m); }");
    EXPECT_EQ(runs.explore(2, 2, 1).memories, (Memories{{0x40000000, 1}, {0x40000000, 2}}));
}

}  // namespace
}  // namespace clmm::runtime::test
