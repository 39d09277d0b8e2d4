// Races between work-items of a kernel, as they come out of a run of it.
#include "checks_run.h"

namespace clmm::runtime::test {
namespace {

std::size_t races(const std::string& body, std::uint64_t global = 8, std::uint64_t local = 4) {
    const Checked run = run_checked(
        "kernel void k(global int* a, global atomic_int* flag) { int i = get_global_id(0);"
        " int l = get_local_id(0); local int t[8]; " +
            body + " }",
        global, local, {Ints(64), Ints(4)}, kRaces);
    EXPECT_TRUE(run.completed);
    for (const Finding& each : run.findings) {
        EXPECT_EQ(each.kind, FindingKind::race);
        EXPECT_GE(each.sites.size(), 2U);
    }
    return run.findings.size();
}

TEST(Races, WorkItemsWithMemoryOfTheirOwn) { EXPECT_EQ(races("a[i] = i; a[i] += 1;"), 0U); }

TEST(Races, AllWriteOnePlace) { EXPECT_EQ(races("a[0] = i;"), 1U); }

TEST(Races, BarriersOrderAGroup) {
    EXPECT_EQ(races("t[l] = i; barrier(CLK_LOCAL_MEM_FENCE); a[i] = t[3 - l];"), 0U);
    EXPECT_EQ(races("t[l] = i; a[i] = t[3 - l];"), 1U);
    EXPECT_EQ(races("t[l] = i; barrier(CLK_GLOBAL_MEM_FENCE); a[i] = t[3 - l];"), 1U);
    EXPECT_EQ(races("a[i] = i; barrier(CLK_GLOBAL_MEM_FENCE); a[i + 8] = a[i ^ 1];"), 0U);
}

TEST(Races, BarriersDoNotOrderGroups) {
    EXPECT_EQ(races("a[i] = i; barrier(CLK_GLOBAL_MEM_FENCE); a[i + 8] = a[i ^ 4];"), 1U);
}

TEST(Races, ReleaseAndAcquireOrderGroups) {
    const auto handshake = [](const std::string& order, const std::string& scope) {
        return "if (i == 0) { a[0] = 1; atomic_store_explicit(flag, 1, memory_order_" + order +
               ", memory_scope_" + scope +
               "); } if (i == 4) { while (atomic_load_explicit(flag, memory_order_acquire, "
               "memory_scope_" +
               scope + ") == 0) ; a[1] = a[0]; }";
    };
    EXPECT_EQ(races(handshake("release", "device")), 0U);
    EXPECT_EQ(races(handshake("relaxed", "device")), 1U);
    EXPECT_GE(races(handshake("release", "work_group")), 1U);
}

TEST(Races, AtomicOperationsDoNotRace) {
    EXPECT_EQ(races("atomic_fetch_add_explicit(flag, 1, memory_order_relaxed, "
                    "memory_scope_device);"),
              0U);
}

TEST(Races, FindingsNameBothPlacesAndWhatIsMissing) {
    const Checked run = run_checked(
        "kernel void k(global int* a) {\n local int t[4];\n int l = get_local_id(0);\n"
        " t[l] = l;\n a[l] = t[3 - l];\n}",
        4, 4, {Ints(4)}, kRaces);
    ASSERT_EQ(run.findings.size(), 1U) << run.text();
    const Finding& finding = run.findings[0];
    EXPECT_EQ(finding.message, "data race on local memory");
    EXPECT_EQ(finding.explanation, "no barrier is between them");
    ASSERT_GE(finding.sites.size(), 2U);
    EXPECT_EQ(finding.sites[0].what, "read of 4 bytes of t[3 - l]");
    EXPECT_EQ(finding.sites[1].what, "write of 4 bytes to t[l]");
    EXPECT_NE(finding.sites[0].global_id, finding.sites[1].global_id);
    EXPECT_GE(finding.count, 1U);
}

TEST(Races, ChildrenAfterTheirParent) {
    const auto enqueues = [](const std::string& flag) {
        return "kernel void k(global int* a) { a[0] = 1; global int* p = a;"
               " enqueue_kernel(get_default_queue(), " +
               flag + ", ndrange_1D(1), ^{ p[1] = p[0]; }); }";
    };
    const Checked after =
        run_checked(enqueues("CLK_ENQUEUE_FLAGS_WAIT_KERNEL"), 1, 1, {Ints(4)}, kRaces);
    EXPECT_EQ(after.text(), "");
    EXPECT_EQ(after.buffers[0][1], 1);
    // Enqueuing alone makes nothing on plain buffers visible.
    const Checked at_once =
        run_checked(enqueues("CLK_ENQUEUE_FLAGS_NO_WAIT"), 1, 1, {Ints(4)}, kRaces);
    EXPECT_EQ(at_once.findings.size(), 1U) << at_once.text();
}

}  // namespace
}  // namespace clmm::runtime::test
