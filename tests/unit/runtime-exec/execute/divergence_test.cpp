// Lanes that branch apart, wait for one another, and do not meet.
#include <numeric>

#include "run_kernel.h"

namespace clmm::runtime::test {
namespace {

TEST(Divergence, NestedLoopsWithBreakAndContinue) {
    Kernels kernels(R"(
        kernel void k(global int* out) {
            int i = get_global_id(0), sum = 0;
            for (int a = 0; a < i % 7; ++a) {
                if (a == 3) continue;
                int b = 0;
                do {
                    if ((a + b + i) % 5 == 4) break;
                    sum += a * b + 1;
                    switch (b % 4) { case 0: sum += 10; case 1: sum += 1; break; default: sum -= 2; }
                } while (++b < i % 11);
                while (b > 0) { b -= 2; if (b == 1) { sum *= 2; } else sum += b; }
            }
            out[i] = sum;
        })");
    std::vector<int> out(500);
    kernels.run("k", {out.size()}, {125}, {buffer(out)});
    for (int i = 0; i < 500; ++i) {
        int sum = 0;
        for (int a = 0; a < i % 7; ++a) {
            if (a == 3) continue;
            int b = 0;
            do {
                if ((a + b + i) % 5 == 4) break;
                sum += a * b + 1;
                switch (b % 4) {
                    case 0:
                        sum += 10;
                        [[fallthrough]];
                    case 1:
                        sum += 1;
                        break;
                    default:
                        sum -= 2;
                }
            } while (++b < i % 11);
            while (b > 0) {
                b -= 2;
                if (b == 1)
                    sum *= 2;
                else
                    sum += b;
            }
        }
        ASSERT_EQ(out[static_cast<std::size_t>(i)], sum) << i;
    }
}

TEST(Divergence, CallsWithEarlyReturns) {
    Kernels kernels(R"(
        int collatz(uint n) {
            int steps = 0;
            while (true) {
                if (n == 1) return steps;
                n = n % 2 ? 3 * n + 1 : n / 2;
                if (++steps > 50) return -1;
            }
        }
        kernel void k(global int* out) {
            uint i = get_global_id(0);
            if (i == 0) return;
            out[i] = collatz(i) + collatz(i + 1);
        })");
    std::vector<int> out(300, -7);
    kernels.run("k", {300}, {300}, {buffer(out)});
    const auto collatz = [](unsigned n) {
        int steps = 0;
        while (true) {
            if (n == 1) return steps;
            n = n % 2 != 0 ? 3 * n + 1 : n / 2;
            if (++steps > 50) return -1;
        }
    };
    EXPECT_EQ(out[0], -7);
    for (unsigned i = 1; i < 300; ++i) ASSERT_EQ(out[i], collatz(i) + collatz(i + 1)) << i;
}

TEST(Divergence, LocksOfLanesOfOneGroup) {
    Kernels kernels(R"(
        kernel void k(global atomic_int* lock, global int* count) {
            for (int i = 0; i < 3; ++i) {
                int expected;
                do { expected = 0; }
                while (!atomic_compare_exchange_weak_explicit(lock, &expected, 1,
                       memory_order_acquire, memory_order_relaxed, memory_scope_device));
                *count += 1;
                atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
            }
        })");
    for (const std::size_t size : {1U, 64U, 300U}) {
        std::vector<int> lock(1);
        std::vector<int> count(1);
        kernels.run("k", {size}, {size}, {buffer(lock), buffer(count)});
        EXPECT_EQ(count[0], static_cast<int>(3 * size));
    }
}

TEST(Divergence, LanesThatWaitForALaterOne) {
    Kernels kernels(R"(
        kernel void k(global atomic_int* turn, global int* out) {
            int i = get_global_id(0), n = get_global_size(0);
            while (atomic_load_explicit(turn, memory_order_acquire) != n - 1 - i);
            out[i] = atomic_fetch_add_explicit(turn, 1, memory_order_acq_rel);
        })");
    std::vector<int> turn(1);
    std::vector<int> out(270);
    kernels.run("k", {270}, {270}, {buffer(turn), buffer(out)});
    for (int i = 0; i < 270; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)], 269 - i);
}

TEST(Divergence, BarrierThatSomeDoNotReach) {
    Kernels kernels(
        "kernel void k(global int* out) {\n"
        "  if (get_local_id(0) == 3) return;\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  out[0] = 1;\n"
        "}");
    std::vector<int> out(1);
    for (const std::size_t size : {8U, 300U}) {
        kernels.environment.findings.clear();
        EXPECT_THROW(kernels.run("k", {size}, {size}, {buffer(out)}), Error);
        ASSERT_EQ(kernels.environment.findings.size(), 1U);
        const Finding& finding = kernels.environment.findings[0];
        EXPECT_EQ(finding.kind, FindingKind::divergence);
        ASSERT_EQ(finding.sites.size(), 2U);
        EXPECT_EQ(finding.sites[0].source->written(finding.sites[0].span).position().line, 3U);
        EXPECT_EQ(finding.sites[0].global_id[0], 0U);
        EXPECT_EQ(finding.sites[1].what, "has ended");
        EXPECT_EQ(finding.sites[1].global_id[0], 3U);
    }
}

TEST(Divergence, TwoBarriersAtOnce) {
    Kernels kernels(
        "kernel void k() {\n"
        "  if (get_local_id(0) < 2)\n"
        "    barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  else\n"
        "    barrier(CLK_LOCAL_MEM_FENCE);\n"
        "}");
    EXPECT_THROW(kernels.run("k", {8}, {8}, {}), Error);
    ASSERT_EQ(kernels.environment.findings.size(), 1U);
    const Finding& finding = kernels.environment.findings[0];
    ASSERT_EQ(finding.sites.size(), 2U);
    const auto line = [&](std::size_t i) {
        return finding.sites[i].source->written(finding.sites[i].span).position().line;
    };
    EXPECT_EQ(line(0), 3U);
    EXPECT_EQ(line(1), 5U);
}

TEST(Divergence, BarriersInLoopsOfLargeGroups) {
    Kernels kernels(R"(
        kernel void k(global int* out, local int* a) {
            int i = get_local_id(0), n = get_local_size(0);
            a[i] = i;
            for (int k = 0; k < 5; ++k) {
                barrier(CLK_LOCAL_MEM_FENCE);
                int next = a[(i + 1) % n];
                barrier(CLK_LOCAL_MEM_FENCE);
                a[i] = next;
            }
            out[i] = a[i];
        })");
    for (const std::size_t n : {1U, 5U, 256U, 700U}) {
        std::vector<int> out(n);
        kernels.run("k", {n}, {n}, {buffer(out), local(4 * n)});
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(out[i], static_cast<int>((i + 5) % n));
    }
}

}  // namespace
}  // namespace clmm::runtime::test
