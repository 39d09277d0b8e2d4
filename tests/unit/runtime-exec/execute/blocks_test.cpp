// Blocks: calls, what they take with them, what they may not do.
#include "run_kernel.h"

namespace clmm::runtime::test {
namespace {

TEST(Blocks, AreCalled) {
    EXPECT_EQ(results<int>("int", 5, R"(
        int (^twice)(int) = ^(int i) { return 2 * i; };
        void (^store)(global int*, int) = ^(global int* p, int v) { if (v > 100) return; *p = v; };
        float (^half_of)(int) = ^(int i) { return i / 2.0f; };
        out[0] = twice(twice(5)); store(out + 1, 7); store(out + 1, 101); out[2] = 10 * half_of(3);
        int s = 0; for (int i = 0; i < 4; ++i) s += twice(i); out[3] = s;
        int2 (^both)(int2) = ^(int2 v) { v.x++; return v.yx; }; out[4] = both((int2)(1, 5)).y;)"),
              (std::vector<int>{20, 7, 15, 12, 2}));
}

TEST(Blocks, TakeCopiesOfVariables) {
    EXPECT_EQ(results<int>("int", 6, R"(
        int x = 1; struct pair { int a; int b[2]; } p = {1, {2, 3}}; int* to = &x;
        int (^b)(void) = ^{ return x + p.b[1]; };
        int (^through)(void) = ^{ return *to; };
        x = 10; p.b[1] = 30; out[0] = b(); out[1] = x; out[2] = through();
        int (^c)(int) = ^(int x) { return x + b(); }; x = 20; out[3] = c(100);
        int s = 0; for (int i = 0; i < 3; ++i) { int (^d)(void) = ^{ return i * i; }; s += d(); }
        out[4] = s; int (^e)(void) = b; out[5] = e();)"),
              (std::vector<int>{4, 10, 10, 104, 5, 4}));
}

TEST(Blocks, AtProgramScopeAndOfNamedTypes) {
    EXPECT_EQ(results<int>("int", 4, R"(
        op add = ^(int i) { return i + 1; }; out[0] = add(4) + f(3); out[1] = square(5);
        int (^const fixed)(int) = ^(int i) { return square(i) + 1; }; out[2] = fixed(2);
        typedef float (^to_float)(int); to_float half_of = ^(int i) { return i / 2.0f; };
        out[3] = 10 * half_of(5);)",
                           R"(
        typedef int (^op)(int);
        int (^const square)(int) = ^(int i) { return i * i; };
        int f(int x) { return square(x) * 10; })"),
              (std::vector<int>{95, 25, 5, 25}));
}

TEST(Blocks, ShareLocalAndProgramMemory) {
    Kernels kernels(R"(
        global int total;
        kernel void k(global int* out) {
            local int list[4]; local int sum; int i = get_local_id(0);
            void (^put)(int) = ^(int v) { list[i] = v; barrier(CLK_LOCAL_MEM_FENCE); };
            put(10 * i); void (^add)(void) = ^{ atomic_add(&total, list[3 - i]); };
            add(); barrier(CLK_GLOBAL_MEM_FENCE); out[i] = list[3 - i] + total;
        })");
    std::vector<int> out(4);
    kernels.run("k", {4}, {4}, {buffer(out)});
    EXPECT_EQ(out, (std::vector<int>{90, 80, 70, 60}));
}

/// Runs the one child that the kernel enqueues.
std::vector<int> after_child(const std::string& body) {
    std::vector<int> out(4);
    Kernels kernels(
        "global int total = 100;\nkernel void k(global int* out) { queue_t q = "
        "get_default_queue(); " +
        body + " }");
    kernels.run("k", {1}, {1}, {buffer(out)});
    EXPECT_EQ(kernels.environment.children.size(), 1U);
    const ChildLaunch child = kernels.environment.children.at(0);
    const auto instance =
        child.kernel->instantiate(child.range, child.arguments, kernels.environment);
    WorkerScratch scratch{0};
    instance->run(work_group(child.range, 0), scratch);
    return out;
}

TEST(Blocks, EnqueuedOnesSeeWhatWasThereWhenTheyWereWritten) {
    EXPECT_EQ(after_child(R"(
        int x = 1; void (^b)(void) = ^{ out[0] = x; total += 1; out[1] = total; }; x = 2;
        enqueue_kernel(q, 0, ndrange_1D(1), b);)"),
              (std::vector<int>{1, 101, 0, 0}));
}

TEST(Blocks, EnqueuedOnesCallOthers) {
    EXPECT_EQ(after_child(R"(
        int x = 1; int (^f)(int) = ^(int i) { return i + x; }; x = 5;
        int (^g)(void) = ^{ return f(10) * 2 + x; };
        enqueue_kernel(q, 0, ndrange_1D(1), ^{ out[0] = g(); out[1] = f(x); });)"),
              (std::vector<int>{27, 6, 0, 0}));
}

TEST(Blocks, Mistakes) {
    const auto error = [](const std::string& body, const std::string& before = "") {
        return first_error(before + "kernel void k(global int* out) { " + body + " }");
    };
    const auto says = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos ? std::string() : "no: " + text;
    };
    EXPECT_EQ(
        says(error("int (^b)(int) = ^(int i) { return i; }; b(1, 2);"), "takes 1 argument, not 2"),
        "");
    EXPECT_EQ(says(error("f(^{ return 1; });", "int f(int (^b)(void)) { return b(); }\n"),
                   "takes no block"),
              "");
    EXPECT_EQ(says(error("int (^b)(int);"), "has to be given its block"), "");
    EXPECT_EQ(says(error("int (^b)(void) = ^{ return 1; }; b = ^{ return 2; };"), "no object"), "");
    EXPECT_EQ(says(error("int x = 1; void (^b)(void) = ^{ x = 2; }; b();"), "const"), "");
    EXPECT_EQ(says(error("int a[2]; int (^b)(void) = ^{ return a[0]; };"), "cannot take 'a'"), "");
    EXPECT_EQ(says(error("int (^b)(int) = ^(int i) { return b(i); }; b(1);"), "no function 'b'"),
              "");
    EXPECT_EQ(says(error("out[0] = f(1);", "int (^const f)(int) = ^(int i) { return f(i); };\n"),
                   "calls itself"),
              "");
    EXPECT_EQ(says(error("int (^a)(void) = ^{ return 1; }; int (^b)(void) = ^{ return 2; };"
                         "int (^c)(void) = out[0] ? a : b;"),
                   "does not choose"),
              "");
    EXPECT_EQ(says(error("void (^b)(void) = ^{ return 1; }; b();"), "returns nothing"), "");
    EXPECT_EQ(says(error("int (^b)(void) = ^{ return 1; }; enqueue_kernel(get_default_queue(), 0, "
                         "ndrange_1D(1), b);"),
                   "a block that is enqueued returns nothing"),
              "");
    EXPECT_EQ(says(error("float (^b)(void) = ^{ return 1.0f; }; int (^c)(void) = b;"),
                   "does not convert"),
              "");
}

}  // namespace
}  // namespace clmm::runtime::test
