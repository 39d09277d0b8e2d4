// What the code of a test does on a device: the meaning is the checker's.

#include "harness_subject.h"

namespace clmm::hardware {
namespace {

using namespace test;

using Texts = std::vector<std::string>;

/// The only final state, in both styles.
void expect_one(const std::string& test, const std::string& state) {
    const Subject given = subject(test);
    for (const Tuning& tuning : both())
        EXPECT_EQ(texts(given, seen(given, tuning)), Texts{state}) << test;
}

TEST(Harness, ExecutesStatements) {
    expect_one(R"(OPENCL statements
{ int a[3] = {5, 6, 7}; [x]=2; }
int twice(int v) { if (v > 100) return 0; return v + v; }
P0 (global int* a, global int* x) {
  int r0 = 0;
  for (int i = 0; i < 3; ++i) { if (i == 1) continue; r0 += a[i]; }
  int r1 = twice(r0) - 1;
  switch (r1) { case 23: r1 = 40; break; default: r1 = 50; }
  int r2 = 0;
  while (r2 < 5) { r2++; if (r2 == 3) break; }
  do { r2 = r2 * 2; } while (r2 < 20);
  *x = (r1 > 3 ? r2 : 0) - 1;
  a[1] = sizeof(int) << 2;
  { int r0 = 9; a[2] = r0; }
}
locations [a; x;]
exists (x=23)
)",
               "a[0]=5 a[1]=16 a[2]=9 x=23 *");
}

TEST(Harness, ExecutesAtomics) {
    expect_one(R"(OPENCL atomics
{ [x]=5; [f]=0; }
P0 (global atomic_int* x, global atomic_flag* f) {
  int r0 = atomic_fetch_add_explicit(x, 3, memory_order_relaxed, memory_scope_device);
  int r1 = atomic_exchange(x, 20);
  int e = 7;
  int r2 = atomic_compare_exchange_strong(x, &e, 1);
  int r3 = e;
  int r4 = atomic_compare_exchange_strong(x, &e, 1);
  int r5 = atomic_flag_test_and_set(f);
  int r6 = atomic_flag_test_and_set(f);
}
exists (0:r0=5 /\ 0:r1=8 /\ 0:r2=0 /\ 0:r3=20 /\ 0:r4=1 /\ 0:r5=0 /\ 0:r6=1 /\ x=1)
)",
               "0:r0=5 0:r1=8 0:r2=0 0:r3=20 0:r4=1 0:r5=0 0:r6=1 x=1 *");
}

TEST(Harness, KeepsWidthsAndSigns) {
    expect_one(R"(OPENCL widths
{ char c = -1; ulong l = 5; short s; uchar u = 200; }
P0 (global char* c, global ulong* l, global short* s, global uchar* u) {
  *s = *c - 1;
  *l = *l - 6;
  uchar r0 = *u + 100;
  long r1 = *c;
}
exists (0:r0=44 /\ 0:r1=-1 /\ c=-1 /\ l=-1 /\ s=-2)
)",
               "0:r0=44 0:r1=18446744073709551615 c=255 l=18446744073709551615 s=65534 *");
}

TEST(Harness, EncodesAddresses) {
    const Subject given = subject(R"(OPENCL addresses
{ int a[2] = {1, 2}; [x]=0; atomic_intptr_t box=&x; }
P0 (global int* a, global atomic_intptr_t* box, global int* x) {
  global int* p = a + 1;
  global int* q = (global int*)atomic_exchange(box, (intptr_t)p);
  int r0 = *p;
  int r1 = q == x;
}
locations [0:p; box;]
exists (0:q=&x /\ 0:r0=2 /\ 0:r1=1)
)");
    const auto second = std::ranges::find(given.test.locations, "a[1]", &litmus::Location::name);
    for (const Tuning& tuning : both()) {
        const Histogram histogram = seen(given, tuning);
        ASSERT_EQ(histogram.states.size(), 1U);
        EXPECT_TRUE(histogram.states[0].satisfies) << text(given, histogram.states[0]);
        // `0:p` is the first observable, `box` the last.
        EXPECT_EQ(histogram.states[0].values.front(), second->address);
        EXPECT_EQ(histogram.states[0].values.back(), second->address);
    }
}

TEST(Harness, GivesInstancesObjectsOfTheirOwn) {
    // Increments of all instances would add up if they shared x; a wrong place would be seen in y.
    expect_one(R"(OPENCL own
{ [x]=1; [y]=2; }
P0@wg 0, dev 0 (global atomic_int* x) { atomic_fetch_add(x, 1); }
P1@wg 1, dev 0 (global atomic_int* x) { atomic_fetch_add(x, 1); }
P2@wg 2, dev 0 (global atomic_int* y) { atomic_fetch_add(y, 1); }
exists (x=3 /\ y=3)
)",
               "x=3 y=3 *");
}

TEST(Harness, ExecutesVariablesOfFileScope) {
    expect_one(R"(OPENCL file-scope
{ }
typedef struct { int x, y; } point;
constant point table[2] = {{1, 2}, {3, 4}};
global point origin;
global int m[2][2] = {1, 2, 3};
int next(int i) { origin.x += i; return m[1][0] + origin.x; }
P0 () {
  int r0 = next(1);
  int r1 = next(table[1].y);
}
locations [origin;]
exists (0:r0=4 /\ 0:r1=8)
)",
               "0:r0=4 0:r1=8 origin.x=5 origin.y=0 *");
}

TEST(Harness, ExecutesEarlyReturns) {
    expect_one(R"(OPENCL return
{ [x]=0; }
P0 (global int* x) {
  int r0 = 1;
  for (int i = 0; i < 3; ++i) { if (i == 1) { r0 = 2; return; } }
  r0 = 3; *x = 1;
}
exists (0:r0=2 /\ x=0)
)",
               "0:r0=2 x=0 *");
}

TEST(Harness, TakesRegistersFromTheInitialState) {
    expect_one(R"(OPENCL registers
{ [x]=3; [y]=4; 0:p=&y; 0:n=7; }
P0 (global int* p, int n) { int r0 = *p + n; }
exists (0:r0=11)
)",
               "0:r0=11 *");
}

TEST(Harness, TellsStatesApartByTheFilter) {
    const Subject given = subject(R"(OPENCL filter
{ [x]=1; }
P0 (global int* x) { int r0 = *x; }
filter (0:r0=2)
exists (x=1)
)");
    const Histogram histogram = seen(given, looping());
    ASSERT_EQ(histogram.states.size(), 1U);
    EXPECT_TRUE(histogram.states[0].filtered);
    EXPECT_TRUE(histogram.states[0].satisfies);
}

TEST(Harness, CountsATestThatObservesNothing) {
    expect_one("OPENCL nothing\n{ [x]=0; }\nP0 (global int* x) { *x = 1; }\n", " *");
}

// ---- places ----

TEST(Harness, KeepsLocalObjectsApart) {
    expect_one(R"(OPENCL local
{ [g]=0; }
P0@wg 0, dev 0 (local atomic_int* y) {
  local int s[2];
  s[1] = 4;
  int r0 = s[0] + s[1] + atomic_fetch_add(y, 1);
}
P1@wg 0, dev 0 (local atomic_int* y) { atomic_fetch_add(y, 0); }
P2@wg 1, dev 0 (global int* g) { local int s[2]; s[0] = 8; int r0 = s[0] + s[1]; *g = r0; }
exists (0:r0=4 /\ 2:r0=8 /\ y=1 /\ g=8)
)",
               "0:r0=4 2:r0=8 g=8 y=1 *");
}

TEST(Harness, PassesMessagesThroughBarriers) {
    expect_one(R"(OPENCL barriers
{ [x]=0; }
P0@wg 0, dev 0 (global int* x, local int* y) {
  *x = 1;
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  *y = 7;
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
}
P1@wg 0, dev 0 (global int* x, local int* y) {
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  int r0 = *x;
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  int r1 = *y;
}
P2@wg 1, dev 0 (global int* z) { *z = 3; }
exists (1:r0=1 /\ 1:r1=7 /\ z=3)
)",
               "1:r0=1 1:r1=7 z=3 *");
}

TEST(Harness, ExecutesEqualLoopsWithBarriers) {
    expect_one(R"(OPENCL loops
{ int a[2] = {1, 2}; }
P0@wg 0, dev 0 (local int* a) {
  for (int i = 0; i < 3; ++i) {
    int seen = a[1];
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    a[0] += seen;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
  }
}
P1@wg 0, dev 0 (local int* a) {
  for (int i = 3; i > 0; i = i - 1) {
    int seen = a[0];
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    a[1] += seen;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
  }
}
locations [a;]
exists (a[0]=12 /\ a[1]=12)
)",
               "a[0]=12 a[1]=12 *");
}

TEST(Harness, ExecutesThreeRolesOfAGroupBesideOthers) {
    // Numbers of roles that divide no power of two: work-items are left over.
    expect_one(R"(OPENCL three
{ [x]=0; }
P0@wg 0, dev 0 (global atomic_int* x) { atomic_fetch_add(x, 1); barrier(CLK_GLOBAL_MEM_FENCE); }
P1@wg 0, dev 0 (global atomic_int* x) { atomic_fetch_add(x, 10); barrier(CLK_GLOBAL_MEM_FENCE); }
P2@wg 0, dev 0 (global atomic_int* x) {
  barrier(CLK_GLOBAL_MEM_FENCE);
  int r0 = atomic_load(x);
}
P3@wg 1, dev 0 (global atomic_int* y) { atomic_fetch_add(y, 5); }
exists (2:r0=11 /\ y=5)
)",
               "2:r0=11 y=5 *");
}

// ---- amounts ----

TEST(Harness, RunsUntilALimitIsReached) {
    const Subject given = subject("OPENCL x\n{ [x]=0; }\nP0 (global int* x) { *x = 1; }\n");
    RunAmount amount;
    amount.instances = 1;
    const Histogram once = seen(given, looping(), amount);
    EXPECT_EQ(once.launches, 1U);
    amount.instances = 3 * once.instances;
    std::uint64_t calls = 0;
    amount.progress = [&](const Histogram& so_far) { calls += so_far.launches; };
    EXPECT_EQ(seen(given, looping(), amount).launches, 3U);
    EXPECT_EQ(calls, 1U + 2U + 3U);
    amount.time = std::chrono::milliseconds(0);
    EXPECT_EQ(seen(given, looping(), amount).launches, 1U);
}

TEST(Harness, AddsHistograms) {
    Histogram a{.states = {{{1}, 2}, {{3}, 4}}, .instances = 6, .launches = 1};
    a.add({.states = {{{0}, 1}, {{3}, 5}}, .instances = 6, .launches = 2});
    ASSERT_EQ(a.states.size(), 3U);
    EXPECT_EQ(a.states[0].values, std::vector<std::uint64_t>{0});
    EXPECT_EQ(a.states[2].count, 9U);
    EXPECT_EQ(a.instances, 12U);
    EXPECT_EQ(a.launches, 3U);
}

}  // namespace
}  // namespace clmm::hardware
