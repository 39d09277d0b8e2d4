// Atomic operations on floating-point objects, orders and scopes that are values of the run.
#include <cmath>
#include <limits>

#include "clmm/base/features.h"
#include "clmm/runtime/error.h"
#include "run_kernel.h"

namespace clmm::runtime::test {
namespace {

constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();

template <class T>
std::vector<T> after(const std::string& text, std::vector<T> memory, std::uint64_t items = 1) {
    Kernels kernels(text);
    kernels.run("k", {items}, {items}, {buffer(memory)});
    return memory;
}

TEST(Atomics, FloatArithmetic) {
    EXPECT_EQ(after<float>(R"(kernel void k(global atomic_float* a) {
        atomic_fetch_add(a, 0.5f);
        atomic_fetch_sub_explicit(a + 1, 0.25f, memory_order_relaxed, memory_scope_work_group);
        atomic_fetch_min_explicit(a + 2, (float)get_global_id(0), memory_order_relaxed);
        atomic_fetch_max(a + 3, (float)get_global_id(0)); })",
                           {1, 2, 3, -4}, 64),
              (std::vector<float>{33, -14, 0, 63}));
}

TEST(Atomics, DoubleArithmeticYieldsTheOldValue) {
    EXPECT_EQ(after<double>(R"(kernel void k(global atomic_double* a, local int* unused) {
        global double* out = (global double*)(a + 2);
        out[0] = atomic_fetch_add(a, 1e-9); out[1] = atomic_fetch_max(a + 1, 7.5); })",
                            {1, 2, 0, 0})
                  .size(),
              4U);
}

TEST(Atomics, HalvesInMemory) {
    std::vector<std::uint16_t> memory = {float_to_half(1), float_to_half(2), float_to_half(3), 0};
    Kernels kernels(R"(kernel void k(global atomic_half* a) {
        atomic_fetch_add(a, 0.5h); atomic_fetch_min(a + 1, -2.0h);
        atomic_store(a + 3, atomic_exchange(a + 2, 9.0h) + atomic_load(a)); })");
    kernels.run("k", {1}, {1}, {buffer(memory)});
    EXPECT_EQ(half_to_float(memory[0]), 1.5F);
    EXPECT_EQ(half_to_float(memory[1]), -2.0F);
    EXPECT_EQ(half_to_float(memory[2]), 9.0F);
    EXPECT_EQ(half_to_float(memory[3]), 4.5F);
}

TEST(Atomics, OfTwoOperandsTheOneThatIsANumberWins) {
    const auto memory = after<float>(R"(kernel void k(global atomic_float* a) {
        atomic_fetch_min(a, 5.0f); atomic_fetch_max(a + 1, NAN);
        atomic_fetch_max(a + 2, NAN); atomic_fetch_add(a + 3, NAN); })",
                                     {kNotANumber, 2, kNotANumber, 1});
    EXPECT_EQ(memory[0], 5);
    EXPECT_EQ(memory[1], 2);
    EXPECT_TRUE(std::isnan(memory[2]));
    EXPECT_TRUE(std::isnan(memory[3]));
}

TEST(Atomics, FloatsInLocalMemory) {
    EXPECT_EQ(after<float>(R"(kernel void k(global float* out) {
        local atomic_float sum, least; int i = get_local_id(0);
        if (i == 0) { atomic_init(&sum, 1.0f); atomic_init(&least, 100.0f); }
        barrier(CLK_LOCAL_MEM_FENCE);
        atomic_fetch_add_explicit(&sum, (float)i, memory_order_relaxed, memory_scope_work_group);
        atomic_fetch_min_explicit(&least, (float)-i, memory_order_relaxed, memory_scope_work_group);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == 0) { out[0] = atomic_load(&sum); out[1] = atomic_load(&least); } })",
                           {0, 0}, 16),
              (std::vector<float>{121, -15}));
}

TEST(Atomics, FeatureMacrosOfFloats) {
    if (!info(Feature::wave).present) GTEST_SKIP() << "macros need the preprocessor";
    EXPECT_EQ(results<int>("int", 2, R"(
        out[0] = cl_ext_float_atomics + __opencl_c_ext_fp32_global_atomic_add +
            __opencl_c_ext_fp64_local_atomic_min_max + __opencl_c_ext_fp16_global_atomic_load_store;
        out[1] = 1;)"),
              (std::vector<int>{4, 1}));
}

TEST(Atomics, WhatFloatsLack) {
    const auto error = [](const std::string& body) {
        return first_error("kernel void k(global atomic_float* f, global atomic_half* h) { " +
                           body + " }");
    };
    EXPECT_EQ(error("atomic_fetch_add(f, 1.0f); atomic_exchange(h, 1.0h);"), "");
    EXPECT_NE(error("atomic_fetch_or(f, 1.0f);").find("not there for 'float'"), std::string::npos);
    EXPECT_NE(error("half e = 0; atomic_compare_exchange_strong(h, &e, 1.0h);")
                  .find("not there for 'half'"),
              std::string::npos);
    EXPECT_NE(error("atomic_add((global float*)f, 1);").find("takes integers"), std::string::npos);
}

// ---- orders and scopes ----

constexpr const char* kAnyOrder = R"(kernel void k(global atomic_int* a) {
    int i = get_global_id(0);
    memory_order order = i; memory_scope scope = (memory_scope)(4 - i);
    atomic_fetch_add_explicit(a, 1 << (4 * i), order, scope);
    atomic_work_item_fence(i, order, scope);
    int e = 0;
    order = i == 1 ? memory_order_acquire : i == 0 ? memory_order_relaxed : memory_order_seq_cst;
    if (atomic_compare_exchange_strong_explicit(a + 1 + i, &e, 7, (memory_order)i, order, scope))
        atomic_store_explicit(a + 6 + i,
            atomic_load_explicit(a + 1 + i, order, scope), i & 2 ? memory_order_release : memory_order_relaxed, scope); })";

TEST(Atomics, OrdersOfTheRun) {
    const std::vector<int> expected = {0x11111, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7};
    EXPECT_EQ(after<int>(kAnyOrder, std::vector<int>(11), 5), expected);
}

TEST(Atomics, OrdersOfTheRunInWatchedCode) {
    const auto compiled = compile(source(kAnyOrder), {.watched = true});
    ASSERT_TRUE(compiled.ok()) << render(compiled.diagnostics());
}

std::string failure(const std::string& body, int value) {
    Kernels kernels("kernel void k(global atomic_int* a, int v) {\n " + body + " }");
    std::vector<int> memory(4);
    try {
        kernels.run("k", {2}, {2}, {buffer(memory), test::value(value)});
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_operation);
        return error.sentence();
    }
    return {};
}

TEST(Atomics, OrdersOfTheRunThatAreNone) {
    const std::string load = "atomic_load_explicit(a, v);";
    EXPECT_EQ(failure(load, 1), "");
    EXPECT_EQ(failure(load, 2), "");
    EXPECT_EQ(failure(load, 3), "test.cl:2:26: 3 is no memory_order of a load");
    EXPECT_EQ(failure(load, 5), "");
    EXPECT_EQ(failure(load, 6), "test.cl:2:26: 6 is no memory_order of a load");
    const std::string store = "atomic_store_explicit(a, 1, v);";
    EXPECT_EQ(failure(store, 3), "");
    EXPECT_EQ(failure(store, 2), "test.cl:2:30: 2 is no memory_order of a store");
    const std::string flag = "atomic_flag_clear_explicit((global atomic_flag*)a, v);";
    EXPECT_EQ(failure(flag, 0), "");
    EXPECT_NE(failure(flag, 1).find("1 is no memory_order of a store"), std::string::npos);
    const std::string exchange =
        "int e = 0; atomic_compare_exchange_weak_explicit(a, &e, 1, memory_order_seq_cst, v);";
    EXPECT_EQ(failure(exchange, 5), "");
    EXPECT_NE(failure(exchange, 3).find("3 is no memory_order of a compare-exchange that fails"),
              std::string::npos);
    const std::string add = "atomic_fetch_add_explicit(a, 1, memory_order_relaxed, v);";
    EXPECT_EQ(failure(add, 4), "");
    EXPECT_NE(failure(add, -1).find("-1 is no memory_scope"), std::string::npos);
    EXPECT_EQ(failure("work_group_barrier(CLK_LOCAL_MEM_FENCE, v);", 2), "");
    EXPECT_NE(failure("work_group_barrier(CLK_LOCAL_MEM_FENCE, v);", 9).find("no memory_scope"),
              std::string::npos);
    const std::string fence =
        "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, v, memory_scope_device);";
    EXPECT_NE(failure(fence, 7).find("7 is no"), std::string::npos);
}

TEST(Atomics, ConstantOrdersThatAreNone) {
    const auto error = [](const std::string& call) {
        return first_error("kernel void k(global atomic_int* a, global atomic_flag* f) { " + call +
                           "; }");
    };
    // Undefined, but published: taken as relaxed, with a warning.
    EXPECT_EQ(error("atomic_load_explicit(a, memory_order_acq_rel)"), "");
    EXPECT_EQ(error("atomic_store_explicit(a, 1, memory_order_acq_rel)"), "");
    EXPECT_EQ(error("atomic_flag_clear_explicit(f, memory_order_acquire)"), "");
    EXPECT_NE(error("atomic_load_explicit(a, 9)").find("memory_order is needed"),
              std::string::npos);
    EXPECT_NE(
        error("atomic_load_explicit(a, memory_order_relaxed, 9)").find("memory_scope is needed"),
        std::string::npos);
    EXPECT_NE(error("atomic_load_explicit(a, 1.5f)").find("memory_order is needed"),
              std::string::npos);
}

// ---- what a generic pointer points to ----

constexpr const char* kSpaces = R"(
    int of(int* p) {
        return (to_global(p) == p) + 2 * (to_local(p) == p) + 4 * (to_private(p) == p) +
            8 * get_fence(p);
    }
    kernel void k(global int* g, local int* given) {
        local int l[4]; int mine[2]; int i = get_local_id(0);
        g[0] = of(g + 1); g[1] = of(&l[i]); g[2] = of(given + i); g[3] = of(mine + 1);
        g[4] = get_fence(g) + get_fence(l); g[5] = to_local(g) == 0; g[6] = to_global(g + 3) == g + 3;
        int* p = i & 1 ? mine : g + 7 + i; *p = 5;
        global int* q = to_global(p); if (q) *q += 1;
    })";

TEST(GenericPointers, SayWhatTheyPointTo) {
    std::vector<int> memory(16);
    Kernels kernels(kSpaces);
    kernels.run("k", {8}, {8}, {buffer(memory), local(64)});
    EXPECT_EQ(memory, (std::vector<int>{17, 10, 10, 4, 3, 1, 1, 6, 0, 6, 0, 6, 0, 6, 0, 0}));
}

TEST(GenericPointers, AreNotOfConstantMemory) {
    const auto error = [](const std::string& body) {
        return first_error("kernel void k(constant int* c, global int* g) { " + body + " }");
    };
    EXPECT_EQ(error("int* p = g; local int* l = to_local(p);"), "");
    EXPECT_NE(error("to_global(c);").find("[E-ADDRESS]"), std::string::npos);
    EXPECT_NE(error("local int* l = to_global(g);").find("[E-ADDRESS]"), std::string::npos);
    EXPECT_NE(error("get_fence(*g);").find("takes a pointer"), std::string::npos);
}

}  // namespace
}  // namespace clmm::runtime::test
