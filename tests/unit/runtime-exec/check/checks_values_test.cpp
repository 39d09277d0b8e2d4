// Values that were never written, and addresses that are not aligned.
#include "checks_run.h"

namespace clmm::runtime::test {
namespace {

std::size_t values(const std::string& body, const std::vector<CheckedArgument>& arguments = {},
                   const std::string& parameters = "") {
    std::vector<CheckedArgument> all = {Ints(64)};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Checked run =
        run_checked("typedef struct { int a; int b; } Pair;\nkernel void k(global int* out" +
                        parameters + ") { int i = get_global_id(0); " + body + " }",
                    8, 4, all, kValues);
    EXPECT_TRUE(run.completed);
    for (const Finding& each : run.findings) EXPECT_EQ(each.kind, FindingKind::uninitialised);
    return run.findings.size();
}

TEST(Values, OfBuffersWithoutContents) {
    const std::vector<CheckedArgument> unwritten = {Unwritten{64}};
    EXPECT_EQ(values("out[i] = in[i];", unwritten, ", global int* in"), 1U);
    EXPECT_EQ(values("in[i] = 3; out[i] = in[i];", unwritten, ", global int* in"), 0U);
    EXPECT_EQ(values("out[i] = in[i];", {Ints(16)}, ", global int* in"), 0U);
}

TEST(Values, OfLocalMemory) {
    EXPECT_EQ(values("local int t[8]; int l = get_local_id(0); t[l] = i;"
                     "barrier(CLK_LOCAL_MEM_FENCE); out[i] = t[3 - l];"),
              0U);
    EXPECT_EQ(values("local int t[8]; int l = get_local_id(0); t[l] = i;"
                     "barrier(CLK_LOCAL_MEM_FENCE); out[i] = t[4 + l];"),
              1U);
}

TEST(Values, OfArraysInPrivateMemory) {
    EXPECT_EQ(values("int a[2]; a[0] = 1; out[i] = a[i & 1];"), 1U);
    EXPECT_EQ(values("int a[2]; a[0] = 1; a[1] = 2; out[i] = a[i & 1];"), 0U);
    EXPECT_EQ(values("int a[2] = {1}; out[i] = a[i & 1];"), 0U);
}

TEST(Values, AVariableOfALoopBodyIsANewOneEachTime) {
    EXPECT_EQ(values("for (int k = 0; k < 2; ++k) { int a[1]; if (k == 0) a[0] = 1;"
                     "  out[i] = a[0]; }"),
              1U);
    EXPECT_EQ(values("for (int k = 0; k < 2; ++k) { int x; if (k == 0) x = 1; out[i] = x; }"), 1U);
    EXPECT_EQ(values("int x; for (int k = 0; k < 2; ++k) { if (k == 0) x = 1; out[i] = x; }"), 0U);
}

TEST(Values, OfVariablesInRegisters) {
    EXPECT_EQ(values("int x; out[i] = x;"), 1U);
    EXPECT_EQ(values("int x; x = 1; out[i] = x;"), 0U);
    EXPECT_EQ(values("int x; if (i < 4) x = 1; else x = 2; out[i] = x;"), 0U);
    EXPECT_EQ(values("int x; if (i < 4) x = 1; out[i] = i < 4 ? x : 0;"), 0U);
    EXPECT_EQ(values("int x; if (i < 4) x = 1; if (i < 5) out[i] = x;"), 1U);
    EXPECT_EQ(values("int x; switch (i & 1) { case 0: x = 1; break; default: x = 2; } out[i] = x;"),
              0U);
    EXPECT_EQ(values("int x; switch (i & 1) { case 0: x = 1; break; } out[i] = x;"), 1U);
    EXPECT_EQ(values("int x; int k = 0; while (k < 2) { x = k; ++k; } out[i] = x;"), 0U);
    EXPECT_EQ(values("int x; int y = (i < 9) && ((x = 3) > 0); out[i] = x + y;"), 0U);
    EXPECT_EQ(values("int x; int y = (i < 4) && ((x = 3) > 0); out[i] = x + y;"), 1U);
}

TEST(Values, ComponentsOfVectors) {
    EXPECT_EQ(values("int4 v; v.xy = (int2)(1, 2); out[i] = v.x + v.y;"), 0U);
    EXPECT_EQ(values("int4 v; v.xy = (int2)(1, 2); out[i] = v.z;"), 1U);
}

TEST(Values, WholeStructsMayBeCopied) {
    EXPECT_EQ(values("Pair p; p.a = 1; Pair q = p; out[i] = q.a;"), 0U);
    EXPECT_EQ(values("Pair p; out[i] = p.b;"), 1U);
    EXPECT_EQ(values("Pair p[2]; p[0].a = 1; p[1] = p[0]; out[i] = p[1].a;"), 0U);
}

std::size_t misaligned(const std::string& body) {
    const Checked run = run_checked(
        "typedef struct __attribute__((packed)) { char c; int i; } Packed;\n"
        "kernel void k(global int* out) { global char* bytes = (global char*)out; " +
            body + " }",
        4, 4, {Ints(64)}, kAlignment);
    EXPECT_TRUE(run.completed);
    for (const Finding& each : run.findings) EXPECT_EQ(each.kind, FindingKind::alignment);
    return run.findings.size();
}

TEST(Alignment, OfScalarsAndVectors) {
    EXPECT_EQ(misaligned("*(global int*)(bytes + 4) = 1;"), 0U);
    EXPECT_EQ(misaligned("*(global int*)(bytes + 2) = 1;"), 1U);
    EXPECT_EQ(misaligned("*(global int4*)(out + 4) = 1;"), 0U);
    EXPECT_EQ(misaligned("*(global int4*)(out + 1) = 1;"), 1U);
}

TEST(Alignment, OfVloadAndVstoreIsThatOfElements) {
    EXPECT_EQ(misaligned("vstore4((int4)1, 0, out + 1);"), 0U);
    EXPECT_EQ(misaligned("vstore4((int4)1, 0, (global int*)(bytes + 2));"), 1U);
    EXPECT_EQ(misaligned("out[0] = vload4(0, out + 1).x;"), 0U);
}

TEST(Alignment, MembersOfPackedStructsStandAnywhere) {
    EXPECT_EQ(misaligned("global Packed* p = (global Packed*)bytes; p[1].i = 3; out[9] = p->i;"),
              0U);
}

}  // namespace
}  // namespace clmm::runtime::test
