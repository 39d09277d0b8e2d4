#include <gtest/gtest.h>

#include "litmus_test_support.h"

namespace clmm::syntax::test {
namespace {

TEST(LitmusHeader, DialectAndName) {
    EXPECT_EQ(tree_of("OPENCL WRC[x]_0||1|2+a.b-c\n{}"), "opencl WRC[x]_0||1|2+a.b-c\n");
    EXPECT_EQ(tree_of("OpenCL  2+2W \r\n{}\r\n"), "opencl 2+2W\n");
    EXPECT_EQ(tree_of("\n\xef\xbb\xbf"), errors_of("\n\xef\xbb\xbf"));
    EXPECT_EQ(tree_of("\xef\xbb\xbf"
                      "C imm-E3.1\n{}"),
              "c imm-E3.1\n");
}

TEST(LitmusHeader, MetadataAndDocumentation) {
    const std::string text =
        "OPENCL SB\n\"over\ntwo lines\"\nPrefetch=0:x=F,0:y=W\nCom = Rf Fr\nExpect=Never\n\n{}\n";
    EXPECT_EQ(tree_of(text),
              "opencl SB\ndocumentation \"over\ntwo lines\"\nmetadata Prefetch = 0:x=F,0:y=W\n"
              "metadata Com = Rf Fr\nmetadata Expect = Never\n");
    const Result<LitmusTree> tree = parse(text);
    const Metadata& entry = tree->metadata.at(1);
    EXPECT_EQ(text.substr(entry.span.begin, entry.span.end - entry.span.begin), "Com = Rf Fr");
    EXPECT_EQ(text.substr(entry.value_span.begin, entry.value_span.end - entry.value_span.begin),
              "Rf Fr");
}

TEST(LitmusHeader, Comments) {
    EXPECT_EQ(tree_of("C t\n(* a (* nested *)\n remark \xe2\x88\xa7 *)\n// line\n/* block "
                      "*/\nCom=Rf\n(**)\n{}"),
              "c t\nmetadata Com = Rf\n");
}

TEST(LitmusInitialState, Entries) {
    EXPECT_EQ(tree_of("OPENCL t\n{ [x]=0; y = -1; int z; int* p = &x; global atomic_int g = 1;\n"
                      "0:r = 7; int 1:s = x; a[4] = {1, 2,}; int b[2][3]; [c[1]] = 0x10; q=p }\n"),
              "opencl t\ninit x = 0\ninit y = (-1)\ninit int z\ninit int* p = (&x)\n"
              "init global atomic_int g = 1\ninit 0:r = 7\ninit int 1:s = x\ninit a[4] = {1, 2}\n"
              "init int b[2][3]\ninit c[1] = 16\ninit q = p\n");
    EXPECT_EQ(tree_of("C t\n{}"), "c t\n");
    EXPECT_EQ(tree_of("C t\n{;;}"), "c t\n");
    EXPECT_EQ(tree_of("C t\n{ // x\n [x]=0; (* y *) }"), "c t\ninit x = 0\n");
}

TEST(LitmusThread, PlacementInAnyOrder) {
    EXPECT_EQ(tree_of("OPENCL t\n{}\nP0@wg 0, dev 1 (global atomic_int* x, __local int *y) {}\n"
                      "P1@sub_group 2, work_group 1, device 0 (void) {}\nP12@sg 0 () {}"),
              "opencl t\nthread 0 @wg 0 @dev 1 (global atomic_int* x, local int* y)\n"
              "thread 1 @sub_group 2 @work_group 1 @device 0 ()\nthread 12 @sg 0 ()\n");
}

TEST(LitmusThread, ParameterTypes) {
    EXPECT_EQ(tree_of("C t\n{}\nP0 (volatile int* const restrict x, int **y, int z[2]) {}"),
              "c t\nthread 0 (volatile int* const restrict x, int** y, int z[2])\n");
}

TEST(LitmusFunction, BeforeAndBetweenThreads) {
    EXPECT_EQ(
        tree_of("OPENCL t\n{}\nint f(int a);\nstatic inline int f(int a) { return a; }\nP0 () {}\n"
                "__kernel void k(global int* x) {}\nP1 () {}\nvoid g(void) {}"),
        "opencl t\nfunction int f (int a)\n  return a\nkernel void k (global int* x)\n"
        "function void g ()\nthread 0 ()\nthread 1 ()\n");
}

TEST(LitmusScopeTree, ExtraParenthesesVanish) {
    const std::string expected =
        "scope system\n  scope device\n    scope work_group P0 P1\n    scope work_group P2\n";
    EXPECT_EQ(condition_of("scopeTree (device (work_group P0 P1) (work_group P2))"), expected);
    EXPECT_EQ(condition_of("scopeTree\n((device (work_group P0 P1) (work_group P2)))"), expected);
    EXPECT_EQ(condition_of("scopeTree (system (device ((work_group P0 P1)) (work_group P2)))"),
              expected);
    EXPECT_EQ(
        condition_of("scopeTree (device (kernel (wg (sg P0)))) (device P1)"),
        "scope system\n  scope device\n    scope kernel\n      scope wg\n        scope sg P0\n"
        "  scope device P1\n");
}

TEST(LitmusCondition, Quantifiers) {
    EXPECT_EQ(condition_of("exists x=1"), "exists x == 1\n");
    EXPECT_EQ(condition_of("exists(x=1)"), "exists x == 1\n");
    EXPECT_EQ(condition_of("~exists (x=1)"), "~exists x == 1\n");
    EXPECT_EQ(condition_of("~ exists (x=1)"), "~exists x == 1\n");
    EXPECT_EQ(condition_of("not exists (x=1)"), "~exists x == 1\n");
    EXPECT_EQ(condition_of("forall (x=1)"), "forall x == 1\n");
    EXPECT_EQ(condition_of("exists 0==0"), "exists 0 == 0\n");
    EXPECT_EQ(condition_of("exists true"), "exists true\n");
}

TEST(LitmusCondition, Connectives) {
    EXPECT_EQ(condition_of("exists a=1 /\\ b=2 \\/ c=3 /\\ d=4"),
              "exists ((a == 1 /\\ b == 2) \\/ (c == 3 /\\ d == 4))\n");
    EXPECT_EQ(condition_of("exists a=1 => b=1 => c=1"), "exists (a == 1 => (b == 1 => c == 1))\n");
    EXPECT_EQ(condition_of("exists a=1 \\/ b=1 => c=1 <=> d=1"),
              "exists (((a == 1 \\/ b == 1) => c == 1) <=> d == 1)\n");
    EXPECT_EQ(condition_of("exists ~a=1 /\\ not (b=1 \\/ false)"),
              "exists (~(a == 1) /\\ ~((b == 1 \\/ false)))\n");
    EXPECT_EQ(condition_of("exists (a=1/\\b=2)//end"), "exists (a == 1 /\\ b == 2)\n");
}

TEST(LitmusCondition, RelationsAndOperands) {
    EXPECT_EQ(condition_of("exists a=1 /\\ a==1"), "exists (a == 1 /\\ a == 1)\n");
    EXPECT_EQ(condition_of("exists a!=1 /\\ a<>1"), "exists (a != 1 /\\ a != 1)\n");
    EXPECT_EQ(condition_of("exists a<1 /\\ a<=1 /\\ a>1 /\\ a>=1"),
              "exists (((a < 1 /\\ a <= 1) /\\ a > 1) /\\ a >= 1)\n");
    EXPECT_EQ(condition_of("exists [x]=-1"), "exists x == -1\n");
    EXPECT_EQ(condition_of("exists *x=0xff"), "exists x == 255\n");
    EXPECT_EQ(condition_of("exists (*x=1)"), "exists x == 1\n");
    EXPECT_EQ(condition_of("exists x[2]=+3"), "exists x[2] == 3\n");
    EXPECT_EQ(condition_of("exists [x[2]]=3"), "exists x[2] == 3\n");
    EXPECT_EQ(condition_of("exists 0:r0=1:r1"), "exists 0:r0 == 1:r1\n");
    EXPECT_EQ(condition_of("exists P1:r0=0"), "exists 1:r0 == 0\n");
    EXPECT_EQ(condition_of("exists 0:p=&x"), "exists 0:p == &x\n");
    EXPECT_EQ(condition_of("exists 0:a[1]=0xffffffffffffffff"), "exists 0:a[1] == -1\n");
}

TEST(LitmusCondition, LocationsAndFilter) {
    EXPECT_EQ(condition_of("locations [x; 1:r0; y[2];]\nfilter (x=1)\nexists (y=2) (* end *)"),
              "observe x\nobserve 1:r0\nobserve y[2]\nfilter x == 1\nexists y == 2\n");
    EXPECT_EQ(condition_of("locations [x int; [y]]\nfilter x=1\nforall y=2"),
              "observe x\nobserve y\nfilter x == 1\nforall y == 2\n");
}

}  // namespace
}  // namespace clmm::syntax::test
