// Kernels with weak memory, and kernels that enqueue kernels.
#include <algorithm>

#include "controlled.h"

namespace clmm::runtime::test {
namespace {

/// Message passing between two work-groups; m[2] is the flag that was seen, m[3] the data.
std::string message_passing(const std::string& writes, const std::string& reads) {
    return R"(
kernel void k(global int* m) {
  global atomic_int* data = (global atomic_int*)m;
  global atomic_int* flag = data + 1;
  if (get_global_id(0) == 0) {
    atomic_store_explicit(data, 1, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(flag, 1, )" +
           writes + R"(, memory_scope_device);
  } else {
    m[2] = atomic_load_explicit(flag, )" +
           reads + R"(, memory_scope_device);
    m[3] = atomic_load_explicit(data, memory_order_relaxed, memory_scope_device);
  }
})";
}

bool shows_old_data(const std::string& text, bool weak_memory) {
    ControlledKernelRuns runs(text, {.watched = true});
    runs.options.weak_memory = weak_memory;
    const auto explored = runs.explore(4, 2, 1);
    EXPECT_TRUE(runs.findings.empty());
    return explored.memories.contains({1, 1, 1, 0});
}

TEST(WeakMemoryTest, LoadsOfKernelsReadOlderWritesThatTheModelAllows) {
    const std::string relaxed = message_passing("memory_order_relaxed", "memory_order_relaxed");
    EXPECT_TRUE(shows_old_data(relaxed, true));
    EXPECT_FALSE(shows_old_data(relaxed, false));
    EXPECT_TRUE(
        shows_old_data(message_passing("memory_order_release", "memory_order_relaxed"), true));
    EXPECT_FALSE(
        shows_old_data(message_passing("memory_order_release", "memory_order_acquire"), true));
}

TEST(WeakMemoryTest, MoreWritesThanAreKeptStayInTheirOrder) {
    ControlledKernelRuns runs(R"(
kernel void k(global int* m) {
  global atomic_int* x = (global atomic_int*)m;
  if (get_global_id(0) == 0) {
    for (int i = 1; i <= 500; ++i)
      atomic_store_explicit(x, i, memory_order_relaxed, memory_scope_device);
  } else {
    int last = 0;
    for (int i = 0; i < 500; ++i) {
      int now = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);
      if (now < last) m[1] = 1;
      last = now;
    }
  }
})",
                              {.watched = true});
    runs.options.weak_memory = true;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        std::vector<int> memory(2);
        const auto schedule = random_schedule(seed);
        ASSERT_EQ(runs.run(*schedule, memory, 2, 1), RunEnd::finished) << runs.failure;
        EXPECT_EQ(memory, (std::vector<int>{500, 0})) << seed;
    }
}

std::set<std::vector<int>> shown_by_child(
    const std::string& flag,
    ExhaustiveSchedule::Reduction reduction = ExhaustiveSchedule::Reduction::conflicts) {
    ControlledKernelRuns runs(R"(
kernel void k(global int* m) {
  int i = (int)get_global_id(0);
  m[i] = 1;
  if (i == 0)
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_)" +
                              flag + R"(, ndrange_1D(1), ^{ m[2] = m[0] * 10 + m[1]; });
  m[i] = 2;
})");
    return runs.explore(3, 2, 1, reduction).memories;
}

TEST(ControlledChildTest, StartsWhenItsFlagSays) {
    using Memories = std::set<std::vector<int>>;
    EXPECT_EQ(shown_by_child("WAIT_KERNEL"), (Memories{{2, 2, 22}}));
    // The other work-group may be anywhere.
    EXPECT_EQ(shown_by_child("WAIT_WORK_GROUP"), (Memories{{2, 2, 20}, {2, 2, 21}, {2, 2, 22}}));
    EXPECT_EQ(shown_by_child("NO_WAIT"),
              (Memories{{2, 2, 10}, {2, 2, 11}, {2, 2, 12}, {2, 2, 20}, {2, 2, 21}, {2, 2, 22}}));
}

TEST(ControlledChildTest, ReductionLosesNothing) {
    for (const char* flag : {"NO_WAIT", "WAIT_KERNEL", "WAIT_WORK_GROUP"})
        EXPECT_EQ(shown_by_child(flag), shown_by_child(flag, ExhaustiveSchedule::Reduction::none))
            << flag;
}

}  // namespace
}  // namespace clmm::runtime::test
