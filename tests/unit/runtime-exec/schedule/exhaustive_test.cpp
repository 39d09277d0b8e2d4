// All schedules of small kernels: what they can leave in memory is known.
#include "controlled.h"

namespace clmm::runtime::test {
namespace {

using Memories = std::set<std::vector<int>>;

const std::string kStoreBuffering = R"(
kernel void k(global int* m) {
  size_t i = get_global_id(0);
  atomic_store_explicit((global atomic_int*)&m[i], 1, memory_order_relaxed);
  m[2 + i] = atomic_load_explicit((global atomic_int*)&m[1 - i], memory_order_relaxed);
})";

TEST(ExhaustiveTest, StoreBufferingHasThreeInterleavedOutcomes) {
    ControlledKernelRuns runs(kStoreBuffering);
    const auto seen = runs.explore(4, 2, 1);
    EXPECT_EQ(seen.memories, (Memories{{1, 1, 0, 1}, {1, 1, 1, 0}, {1, 1, 1, 1}}));
    // Two places where the order matters, of which one order is impossible together.
    EXPECT_EQ(seen.complete, 3U);
}

TEST(ExhaustiveTest, WorkItemsOfOneGroupAreInterleavedToo) {
    ControlledKernelRuns runs(kStoreBuffering);
    EXPECT_EQ(runs.explore(4, 2, 2).memories.size(), 3U);
}

TEST(ExhaustiveTest, FindsTheLostUpdate) {
    ControlledKernelRuns plain("kernel void k(global int* m) { m[0] = m[0] + 1; }");
    EXPECT_EQ(plain.explore(1, 3, 1).memories, (Memories{{1}, {2}, {3}}));
    ControlledKernelRuns atomic(
        "kernel void k(global int* m) { atomic_fetch_add((global atomic_int*)m, 1); }");
    EXPECT_EQ(atomic.explore(1, 3, 1).memories, (Memories{{3}}));
}

TEST(ExhaustiveTest, IndependentWorkItemsNeedOneRun) {
    ControlledKernelRuns runs(
        "kernel void k(global int* m) { size_t i = get_global_id(0); m[i] = 1; m[i] += 2; }");
    const auto seen = runs.explore(4, 4, 2);
    EXPECT_EQ(seen.memories, (Memories{{3, 3, 3, 3}}));
    EXPECT_EQ(seen.runs, 1U);
}

TEST(ExhaustiveTest, PrivateMemoryIsNoStep) {
    ControlledKernelRuns runs(R"(
kernel void k(global int* m) {
  int a[4];
  for (int i = 0; i < 4; ++i) a[i] = i + (int)get_global_id(0);
  m[get_global_id(0)] = a[m[2] & 3];
})");
    const auto seen = runs.explore(3, 2, 2, ExhaustiveSchedule::Reduction::none);
    EXPECT_EQ(seen.memories, (Memories{{0, 1, 0}}));
    // Two work-items of two steps each: 4! / (2! 2!).
    EXPECT_EQ(seen.runs, 6U);
}

TEST(ExhaustiveTest, BarriersOrderWhatIsBeforeAndBehind) {
    ControlledKernelRuns runs(R"(
kernel void k(global int* m) {
  size_t i = get_local_id(0);
  m[i] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  m[2 + i] = m[1 - i];
})");
    EXPECT_EQ(runs.explore(4, 2, 2).memories, (Memories{{1, 1, 1, 1}}));
}

TEST(ExhaustiveTest, SpinningEndsWithTheSearch) {
    ControlledKernelRuns runs(R"(
kernel void k(global int* m) {
  global atomic_int* flag = (global atomic_int*)&m[0];
  if (get_global_id(0) == 0) { m[1] = 7; atomic_store(flag, 1); }
  else { while (atomic_load(flag) == 0) ; m[2] = m[1]; }
})");
    const auto seen = runs.explore(3, 2, 1);
    EXPECT_EQ(seen.memories, (Memories{{1, 7, 7}}));
    EXPECT_EQ(seen.stuck, 0U);
    EXPECT_LE(seen.runs, 4U);
}

TEST(ExhaustiveTest, FindsTheDeadlockOfTwoLocks) {
    ControlledKernelRuns runs(R"(
kernel void k(global int* m) {
  size_t i = get_global_id(0);
  while (atomic_exchange((global atomic_int*)&m[i], 1) != 0) ;
  while (atomic_exchange((global atomic_int*)&m[1 - i], 1) != 0) ;
  atomic_store((global atomic_int*)&m[1 - i], 0);
  atomic_store((global atomic_int*)&m[i], 0);
})");
    const auto seen = runs.explore(2, 2, 1);
    EXPECT_EQ(seen.memories, (Memories{{0, 0}}));
    EXPECT_GE(seen.stuck, 1U);
}

TEST(ExhaustiveTest, ReportsWhereWorkItemsAreStuck) {
    ControlledKernelRuns runs(
        "kernel void k(global int* m) { while (atomic_load((global atomic_int*)m) == 0) ; }");
    std::vector<int> memory(1);
    const auto schedule = random_schedule(3);
    EXPECT_EQ(runs.run(*schedule, memory, 2, 1), RunEnd::stuck);
    ASSERT_EQ(runs.findings.size(), 1U);
    EXPECT_EQ(runs.findings[0].kind, FindingKind::divergence);
    ASSERT_EQ(runs.findings[0].sites.size(), 1U);
    EXPECT_EQ(runs.findings[0].sites[0].what, "waits in a loop for another value");
}

/// Small kernels made from random steps: the reduced search must see what the whole one sees.
std::string random_kernel(unsigned seed) {
    std::uint32_t state = seed * 2654435761U + 1;
    const auto below = [&](unsigned count) {
        state = state * 1664525U + 1013904223U;
        return (state >> 16U) % count;
    };
    std::string text =
        "kernel void k(global int* m) {\n  int r = 0;\n  switch (get_global_id(0)) {\n";
    for (unsigned item = 0; item < 3; ++item) {
        text += "  case " + std::to_string(item) + ":\n";
        const unsigned steps = item == 2 ? 1 + below(2) : 2;
        for (unsigned s = 0; s < steps; ++s) {
            const std::string at = "(global atomic_int*)&m[" + std::to_string(below(2)) + "]";
            const std::string value = std::to_string(1 + item * 2 + s);
            switch (below(4)) {
                case 0:
                    text += "    atomic_store(" + at + ", " + value + ");\n";
                    break;
                case 1:
                    text += "    r = r * 8 + atomic_load(" + at + ");\n";
                    break;
                case 2:
                    text += "    r = r * 8 + atomic_fetch_add(" + at + ", " + value + ");\n";
                    break;
                default:
                    text += "    if (atomic_load(" + at + ") == 0) atomic_store(" + at + ", " +
                            value + ");\n";
            }
        }
        text += "    break;\n";
    }
    return text + "  }\n  m[2 + get_global_id(0)] = r;\n}\n";
}

TEST(ExhaustiveTest, ReductionLosesNoOutcome) {
    std::size_t reduced = 0;
    std::size_t whole = 0;
    std::size_t several = 0;
    for (unsigned seed = 0; seed < 60; ++seed) {
        const std::string text = random_kernel(seed);
        ControlledKernelRuns runs(text);
        const auto few = runs.explore(5, 3, 1);
        const auto all = runs.explore(5, 3, 1, ExhaustiveSchedule::Reduction::none);
        EXPECT_EQ(few.memories, all.memories) << text;
        reduced += few.runs;
        whole += all.runs;
        several += all.memories.size() > 1 ? 1U : 0U;
    }
    EXPECT_LT(reduced * 4, whole);
    EXPECT_GT(several, 30U);
}

// What follows a run compares its steps with one another, which takes long where they are many.
TEST(ExhaustiveTest, IsOverWhereTheTimeIs) {
    ControlledKernelRuns runs("kernel void k(global int* m) { m[0] = m[0] + 1; }");
    std::vector<int> memory(1);
    ExhaustiveSchedule schedule;
    schedule.begin();
    runs.run(schedule, memory, 300, 1);
    Budget none;
    none.set_timeout(std::chrono::milliseconds(0));
    EXPECT_TRUE(schedule.next(none));
    EXPECT_TRUE(schedule.next());
}

}  // namespace
}  // namespace clmm::runtime::test
