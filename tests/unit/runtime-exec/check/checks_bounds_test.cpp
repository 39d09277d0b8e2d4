// Accesses outside of objects: found, named, harmless; and accesses inside that are not found.
#include "checks_run.h"

namespace clmm::runtime::test {
namespace {

TEST(Bounds, AnAccessWithinABufferIsRight) {
    const Checked run = run_checked("kernel void k(global int* out) { out[get_global_id(0)] = 7; }",
                                    8, 4, {Ints(8)}, kBounds);
    EXPECT_TRUE(run.completed);
    EXPECT_EQ(run.text(), "");
    EXPECT_EQ(run.buffers[0], Ints(8, 7));
}

TEST(Bounds, BehindTheEndOfABufferIsOneFindingAndWritesNothing) {
    const Checked run =
        run_checked("kernel void k(global int* out) { out[get_global_id(0) + 2] = 7; }", 8, 4,
                    {Ints(8)}, kBounds);
    EXPECT_TRUE(run.completed);
    ASSERT_EQ(run.findings.size(), 1U) << run.text();
    const Finding& finding = run.findings[0];
    EXPECT_EQ(finding.kind, FindingKind::bounds);
    EXPECT_EQ(finding.count, 2U);
    EXPECT_EQ(finding.sites.at(0).global_id, (Index3{6, 0, 0}));
    EXPECT_EQ(finding.sites[0].what,
              "write of 4 bytes to out[get_global_id(0) + 2], 0 bytes behind the end of 'out', "
              "which has 32 bytes");
    EXPECT_EQ(run.buffers[0], (Ints{0, 0, 7, 7, 7, 7, 7, 7}));
}

TEST(Bounds, BeforeTheStartReadsZero) {
    const Checked run = run_checked(
        "kernel void k(global int* a, global int* out) {"
        "  int i = get_global_id(0); out[i] = a[i - 1]; }",
        4, 4, {Ints{1, 2, 3, 4}, Ints(4, 9)}, kBounds);
    ASSERT_EQ(run.findings.size(), 1U) << run.text();
    EXPECT_EQ(run.findings[0].count, 1U);
    EXPECT_NE(run.text().find("4 bytes before the start of 'a'"), std::string::npos) << run.text();
    EXPECT_EQ(run.buffers[1], (Ints{0, 1, 2, 3}));
}

TEST(Bounds, FarAwayDoesNotCrash) {
    const Checked run =
        run_checked("kernel void k(global int* a) { a[get_global_id(0) * 1000000000L + 100] = 1; }",
                    8, 8, {Ints(4)}, kBounds);
    EXPECT_TRUE(run.completed);
    ASSERT_EQ(run.findings.size(), 1U) << run.text();
    EXPECT_EQ(run.findings[0].count, 8U);
}

TEST(Bounds, NullPointers) {
    const Checked run =
        run_checked("kernel void k(global int* out) { global int* p = 0; out[0] = *p; }", 1, 1,
                    {Ints(1)}, kBounds);
    ASSERT_EQ(run.findings.size(), 1U) << run.text();
    EXPECT_NE(run.text().find("through a null pointer"), std::string::npos) << run.text();
}

TEST(Bounds, AnotherBufferIsNotTheOneThatIsMeant) {
    // Whatever lies there: the pointer is a's.
    const Checked run = run_checked("kernel void k(global int* a, global int* b) { a[b - a] = 1; }",
                                    1, 1, {Ints(1), Ints(1)}, kBounds);
    ASSERT_EQ(run.findings.size(), 1U) << run.text();
    EXPECT_EQ(run.buffers[1], Ints(1));
}

TEST(Bounds, VariablesInPrivateMemory) {
    const char* text =
        "kernel void k(global int* out, int n) {"
        "  int before[2] = {1, 2}; int a[4] = {1, 2, 3, 4}; int after[2] = {3, 4};"
        "  a[n] = 9; out[0] = before[1] + a[3] + after[0]; }";
    EXPECT_EQ(run_checked(text, 1, 1, {Ints(1), 3}, kBounds).text(), "");
    const Checked behind = run_checked(text, 1, 1, {Ints(1), 4}, kBounds);
    EXPECT_EQ(behind.findings.size(), 1U) << behind.text();
    EXPECT_EQ(behind.buffers[0], Ints{2 + 4 + 3});
    EXPECT_EQ(run_checked(text, 1, 1, {Ints(1), -1}, kBounds).findings.size(), 1U);
}

TEST(Bounds, VariablesInLocalMemory) {
    const char* text =
        "kernel void k(global int* out, local int* part, int n) {"
        "  local int a[4]; local int b[4];"
        "  a[n] = 1; part[n] = 2; barrier(CLK_LOCAL_MEM_FENCE); out[0] = 1; }";
    EXPECT_EQ(run_checked(text, 1, 1, {Ints(1), Local{16}, 3}, kBounds).text(), "");
    const Checked run = run_checked(text, 1, 1, {Ints(1), Local{16}, 4}, kBounds);
    EXPECT_EQ(run.findings.size(), 2U) << run.text();
    EXPECT_NE(run.text().find("of 'part', which has 16 bytes"), std::string::npos) << run.text();
}

TEST(Bounds, PointersThroughMemoryMustPointIntoSomeObject) {
    const char* text =
        "kernel void k(global int* out, int n) {"
        "  int a[2] = {5, 6}; private int* ps[2] = {a, a + n}; out[0] = *ps[1]; }";
    const Checked right = run_checked(text, 1, 1, {Ints(1), 1}, kBounds);
    EXPECT_EQ(right.text(), "");
    EXPECT_EQ(right.buffers[0], Ints{6});
    EXPECT_EQ(run_checked(text, 1, 1, {Ints(1), 2}, kBounds).findings.size(), 1U);
}

TEST(Bounds, ConstantsOfTheProgram) {
    const char* text =
        "constant int table[4] = {1, 2, 3, 4};"
        "kernel void k(global int* out, int n) { out[0] = table[n]; }";
    EXPECT_EQ(run_checked(text, 1, 1, {Ints(1), 3}, kBounds).text(), "");
    EXPECT_EQ(run_checked(text, 1, 1, {Ints(1), 4}, kBounds).findings.size(), 1U);
}

TEST(Bounds, Atomics) {
    const char* text = "kernel void k(global int* a, int n) { atomic_add(&a[n], 1); }";
    EXPECT_EQ(run_checked(text, 4, 4, {Ints(2), 1}, kBounds).text(), "");
    const Checked run = run_checked(text, 4, 4, {Ints(2), 2}, kBounds);
    ASSERT_EQ(run.findings.size(), 1U) << run.text();
    EXPECT_EQ(run.findings[0].count, 4U);
}

TEST(Bounds, VectorsOfFunctionsAndAsyncCopies) {
    const char* vector_text =
        "kernel void k(global int* a, int n) { int4 v = vload4(n, a); vstore4(v + 1, n, a); }";
    EXPECT_EQ(run_checked(vector_text, 1, 1, {Ints(8), 1}, kBounds).text(), "");
    EXPECT_EQ(run_checked(vector_text, 1, 1, {Ints(7), 1}, kBounds).findings.size(), 2U);
    const char* copy_text =
        "kernel void k(global int* a, int n) { local int t[8];"
        "  event_t e = async_work_group_copy(t, a, n, 0); wait_group_events(1, &e); a[0] = t[1]; }";
    EXPECT_EQ(run_checked(copy_text, 4, 4, {Ints(8, 3), 8}, kBounds).text(), "");
    EXPECT_EQ(run_checked(copy_text, 4, 4, {Ints(8, 3), 9}, kBounds).findings.size(), 2U);
}

TEST(Bounds, AreNotLookedForUnlessWanted) {
    const Checked run =
        run_checked("kernel void k(global int* out) { out[get_global_id(0) + 2] = 7; }", 8, 4,
                    {Ints(8)}, {false, false, false, true});
    EXPECT_EQ(run.text(), "");
}

}  // namespace
}  // namespace clmm::runtime::test
