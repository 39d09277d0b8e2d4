// Tests whose types compilers take differently: plain accesses to atomic objects, atomic functions
// on plain ones, compare-exchanges with `expected` in shared memory.

#include "clmm/engines/built_in.h"
#include "clmm/hardware/comparison.h"
#include "harness_subject.h"

namespace clmm::hardware {
namespace {

using namespace test;

std::string code(const Subject& given, const DeviceInfo& device = host().info()) {
    const auto harness = Harness::prepare(given.test, given.structure, device, looping());
    return harness ? std::string(harness->source()->text()) : render(harness.diagnostics());
}

void expect_lines(const std::string& code, const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
        EXPECT_NE(code.find(line), std::string::npos) << line << "\n" << code;
}

/// The only outcome, under the model and on the device.
void expect_as_checked(const std::string& test, const std::string& state) {
    const Subject given = subject(test);
    const auto model = model::shipped_model("opencl-3.0");
    ASSERT_TRUE(model.ok());
    const auto checked =
        enumerator::check(given.test.source, *model, {.engines = engines::built_in()});
    ASSERT_TRUE(checked.ok()) << render(checked.diagnostics());
    for (const Tuning& tuning : both()) {
        const Histogram histogram = seen(given, tuning);
        EXPECT_EQ(texts(given, histogram), std::vector<std::string>{state}) << code(given);
        const Comparison comparison = compare(histogram, *checked);
        EXPECT_EQ(comparison.verdict, RunVerdict::consistent) << comparison.reason;
        ASSERT_EQ(comparison.states.size(), 1U);
        EXPECT_EQ(comparison.states.front().verdict, StateVerdict::allowed_seen);
    }
}

constexpr std::string_view kPlain = R"(OPENCL plain
{ [x]=3; [y]=4; atomic_int a[2] = {5, 6}; [s]=0; }
typedef struct { int n; atomic_int c; } pair;
typedef atomic_uint counter;
global atomic_int g = 9;
global pair q;
void bump(global volatile atomic_int* p) { *p += 2; ++p[0]; }
P0 (global atomic_int* x, volatile global atomic_int* y, global atomic_int* a) {
  int r0 = *x;
  *x = 7;
  (*y)++;
  a[1] = a[0] + *(a + 1);
  g = g + 1;
  q.c = 8;
  global pair* p = &q;
  int r1 = p->c;
  bump(y);
  counter own = 2;
  own += 1;
  int r2 = own;
  int r3 = sizeof(*x);
  local atomic_int l[2];
  l[1] = 4;
  int r4 = l[1];
}
locations [x; y; a; g;]
exists (0:r0=3 /\ 0:r1=8 /\ 0:r2=3 /\ 0:r3=4 /\ 0:r4=4)
)";

TEST(HarnessTypes, AccessesAtomicObjectsAsPlainOnes) {
    expect_lines(
        code(subject(std::string(kPlain))),
        {"r0 = *(global int*)x;", "(*(global int*)x) = 7;", "(*(global volatile int*)y)++;",
         "(*(global int*)&a[1]) = ", " + (*(global int*)(a + 1)))",
         "(*(global int*)&(clmm_v5->v).c) = 8;", "r1 = (*(global int*)&p->c);",
         "(*(global volatile int*)p) += 2;", "++(*(global volatile int*)&p[0]);", "uint own = 2;",
         "sizeof(*x)", "r4 = (*(local int*)&(clmm_l_l->v)[1]);",
         "(*(global int*)&(clmm_v4->v)) = ((*(global int*)&(clmm_v4->v)) + 1);"});
}

TEST(HarnessTypes, PlainAccessesMeanTheSame) {
    expect_as_checked(std::string(kPlain),
                      "0:r0=3 0:r1=8 0:r2=3 0:r3=4 0:r4=4 a[0]=5 a[1]=11 g=10 x=7 y=8 *");
}

constexpr std::string_view kObjects = R"(OPENCL objects
{ [x]=3; [f]=0; int a[2]; }
typedef uint word;
int twice(global int* p) { return atomic_load(p) * 2; }
P0 (global int* x, local word* w, global int* a, global int* f, global atomic_int* z) {
  atomic_store_explicit(x, 1, memory_order_release);
  atomic_store(&a[1], 6);
  int r0 = atomic_fetch_add(w, 2u);
  int r1 = atomic_load(w);
  int r2 = twice(a + 1);
  atomic_store(z, 5);
}
locations [x; a; z;]
exists (0:r0=0 /\ 0:r1=2 /\ 0:r2=12)
)";

TEST(HarnessTypes, GivesAtomicFunctionsAtomicObjects) {
    expect_lines(code(subject(std::string(kObjects))),
                 {"atomic_store_explicit((global atomic_int*)x, 1, memory_order_release);",
                  "atomic_store((global atomic_int*)(&a[1]), 6);",
                  "atomic_fetch_add((local atomic_uint*)w, 2u)",
                  "atomic_load((global atomic_int*)p)", "atomic_store(z, 5);"});
}

TEST(HarnessTypes, AtomicFunctionsOnPlainObjectsMeanTheSame) {
    expect_as_checked(std::string(kObjects), "0:r0=0 0:r1=2 0:r2=12 a[0]=0 a[1]=6 x=1 z=5 *");
}

/// The second succeeds: `one` must not be written, or P1's plain read would race with it.
constexpr std::string_view kExchanges = R"(OPENCL exchanges
{ [x]=5; [one]=1; [y]=1; [t]=7; }
P0@wg 0, dev 0 (global atomic_int* x, global atomic_int* t, global int* one, volatile global int* y) {
  int r0 = atomic_compare_exchange_strong_explicit(x, t, 2, memory_order_acquire,
                                                   memory_order_relaxed);
  int r1 = atomic_compare_exchange_strong_explicit(y, one, 3, memory_order_acquire,
                                                   memory_order_relaxed);
  int e = 5;
  int r2 = atomic_compare_exchange_strong(x, &e, 9);
  int r3 = atomic_compare_exchange_strong_explicit(x, t, 4, memory_order_acquire,
                                                   memory_order_relaxed);
}
P1@wg 1, dev 0 (global int* one) { int r4 = *one; }
locations [x; y; one; t;]
exists (0:r0=0 /\ 0:r1=1 /\ 0:r2=1 /\ 0:r3=0 /\ 1:r4=1)
)";

TEST(HarnessTypes, ExchangesWithExpectedInSharedMemoryByAFunction) {
    const std::string text = code(subject(std::string(kExchanges)));
    expect_lines(
        text, {"int clmm_exchange0(global atomic_int* object, global int* expected, int "
               "desired) {\n    int seen = *expected;\n",
               "atomic_compare_exchange_strong_explicit(object, &seen, desired, "
               "memory_order_acquire, memory_order_relaxed);\n"
               "    if (!done) *expected = seen;\n",
               "clmm_exchange0(x, (global int*)t, 2)",
               "clmm_exchange1((global volatile atomic_int*)y, (global int*)one, 3)",
               "clmm_exchange0(x, (global int*)t, 4)", "atomic_compare_exchange_strong(x, &e, 9)"});
    EXPECT_EQ(text.find("clmm_exchange2"), std::string::npos);  // equal ones are one
}

TEST(HarnessTypes, ExchangesWithExpectedInSharedMemoryMeanTheSame) {
    expect_as_checked(std::string(kExchanges),
                      "0:r0=0 0:r1=1 0:r2=1 0:r3=0 1:r4=1 one=1 t=9 x=9 y=3 *");
}

TEST(HarnessTypes, ExchangesOnOldDevicesWriteOnFailureOnly) {
    DeviceInfo old = host().info();
    old.c11_atomics = old.generic_address_space = false;
    const Subject given = subject(R"(OPENCL old
{ [x]=5; [t]=7; }
P0 (global atomic_uint* x, global uint* t) {
  int r0 = atomic_compare_exchange_strong_explicit(x, t, 2, memory_order_relaxed,
               memory_order_relaxed, memory_scope_device);
  int r1 = atomic_compare_exchange_strong_explicit(x, t, 2, memory_order_relaxed,
               memory_order_relaxed, memory_scope_device);
}
locations [x; t;]
exists (0:r0=0 /\ 0:r1=1)
)");
    expect_lines(code(given, old),
                 {"seen = atomic_cmpxchg(object, wanted, desired);\n"
                  "    if (seen != wanted) *expected = seen;\n    return seen == wanted;\n"});
    auto harness = Harness::prepare(given.test, given.structure, old, looping());
    ASSERT_TRUE(harness.ok()) << render(harness.diagnostics());
    const auto run = harness.value().run(host(), {});
    ASSERT_TRUE(run.ok()) << render(run.diagnostics());
    EXPECT_EQ(texts(given, *run), std::vector<std::string>{"0:r0=0 0:r1=1 t=5 x=2 *"});
}

TEST(HarnessTypes, KnowsTypeDefinitions) {
    expect_as_checked(R"(OPENCL definitions
{ [x]=3; [y]=4; }
typedef global atomic_int* place;
typedef struct { int e; int f[2]; } box;
P0 (global atomic_int* x, place y) {
  place p = y;
  *p = *p + 1;
  box b;
  b.f[1] = 9;
  int r0 = atomic_compare_exchange_strong(x, &b.f[1], 2);
  int r1 = b.f[1] + b.e;
  int r2 = (*y, *x);
}
locations [x; y;]
exists (0:r0=0 /\ 0:r1=3 /\ 0:r2=3)
)",
                      "0:r0=0 0:r1=3 0:r2=3 x=3 y=5 *");
}

/// A device whose compiler says one thing of every program.
class Complaining : public Device {
public:
    explicit Complaining(std::string message) : message_(std::move(message)) {}
    [[nodiscard]] const DeviceInfo& info() const override { return host().info(); }
    [[nodiscard]] Result<std::unique_ptr<DeviceProgram>> build(SourcePtr source) override {
        return Result<std::unique_ptr<DeviceProgram>>::failure(
            {Severity::error, "E-DEVICE", message_, "", std::move(source), Span{0, 1}});
    }
    [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t) override { return nullptr; }

private:
    std::string message_;
};

std::string complaint(const std::string& scope, const std::string& message) {
    const Subject given = subject(
        "OPENCL s\n{ [x]=0; }\nP0 (global atomic_int* x) {\n"
        "  int r0 = atomic_load_explicit(x, memory_order_relaxed, " +
        scope + ");\n}\n");
    auto harness = Harness::prepare(given.test, given.structure, host().info(), looping());
    if (!harness) return render(harness.diagnostics());
    Complaining device(message);
    const std::string text = render(harness.value().run(device, {}).diagnostics());
    return text.substr(0, text.find('\n'));
}

TEST(HarnessTypes, SaysWhereTheCompilerLacksAScope) {
    const std::string message = "use of undeclared identifier 'memory_scope_work_item'";
    EXPECT_EQ(complaint("memory_scope_work_item", message),
              "made.litmus:4:12: error: the device's compiler has no memory_scope_work_item for "
              "atomics [E-DEVICE]");
    // Other errors, and tests without that scope: the compiler's own words.
    EXPECT_EQ(complaint("memory_scope_work_item", "no space left"),
              "made.litmus.cl:1:1: error: no space left [E-DEVICE]");
    EXPECT_EQ(complaint("memory_scope_device", message),
              "made.litmus.cl:1:1: error: " + message + " [E-DEVICE]");
}

}  // namespace
}  // namespace clmm::hardware
