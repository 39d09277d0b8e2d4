#include "reading.h"

namespace clmm::litmus {
namespace {

using testing::kinds;
using testing::last;
using testing::one_unit;
using testing::pairs;
using testing::reported;
using testing::run;
using testing::trace;
using testing::value;

const std::string kRelaxed = ", memory_order_relaxed)";

TEST(Events, plain_accesses) {
    const auto s = run("*z = 1; int r = *z; a[1] = r;");
    EXPECT_EQ(trace(s), "Wna z=1; Rna z; Wna a[1]=v(e7)");
    EXPECT_EQ(pairs(s, s.sb), "0-1 0-2 1-2");
    EXPECT_EQ(pairs(s, s.data), "1-2");
    EXPECT_EQ(s.initial_count, 6U);
    EXPECT_FALSE(last(s).atomic);
}

TEST(Events, a_plain_access_to_an_atomic_location_is_not_atomic) {
    const auto s = run("*x = 1;");
    EXPECT_EQ(trace(s), "Wna x=1");
    EXPECT_TRUE(last(s).atomic_location);
}

TEST(Events, atomics_have_order_and_scope) {
    EXPECT_EQ(trace(run("atomic_store(x, 1); atomic_load(y);")), "Wsc.dev x=1; Rsc.dev y");
    EXPECT_EQ(
        trace(run("atomic_store_explicit(x, 1, memory_order_release, memory_scope_work_group);"
                  "atomic_load_explicit(y, memory_order_consume);")),
        "Wrel.wg x=1; Racq.dev y");
    EXPECT_EQ(trace(run("atomic_init(x, 4);")), "Wna x=4");
    EXPECT_EQ(trace(run("atomic_flag_clear_explicit(x, memory_order_release);")), "Wrel.dev x=0");
}

TEST(Events, in_c_atomics_and_fences_act_at_all) {
    const auto s = testing::unfolded(
        "C t\n{}\nP0 (atomic_int* x) { atomic_store(x, 1);"
        " atomic_thread_fence(memory_order_seq_cst); atomic_signal_fence(memory_order_seq_cst); "
        "}\n");
    EXPECT_EQ(trace(s), "Wsc.all x=1; Fsc.all GL");
}

TEST(Scopes, are_normalised_on_local_memory) {
    const auto s = testing::unfolded(
        "OPENCL t\n{}\nP0@wg 0, dev 0 (local atomic_int* x) { atomic_store(x, 1);"
        " atomic_store_explicit(x, 2, memory_order_relaxed, memory_scope_sub_group); }\n");
    EXPECT_EQ(trace(s), "Wsc.wg x=1; Wrlx.sg x=2");
    EXPECT_EQ(last(s).regions, (Regions{.local = true}));
}

TEST(Scopes, work_item_is_for_image_fences) {
    const std::string load =
        one_unit("atomic_load_explicit(x, memory_order_relaxed, memory_scope_work_item);");
    EXPECT_EQ(reported(load), "W-SCOPE");
    EXPECT_EQ(reported(load, {.inert_work_item_scope = false}), "E-SCOPE");
    EXPECT_EQ(reported(one_unit("atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, "
                                "memory_scope_work_item);"),
                       {.inert_work_item_scope = false}),
              "");
}

TEST(Orders, that_a_builtin_forbids_are_relaxed) {
    const std::string body =
        "atomic_load_explicit(x, memory_order_release); atomic_store_explicit(x, 1, "
        "memory_order_acquire);";
    EXPECT_EQ(trace(run(body)), "Rrlx.dev x; Wrlx.dev x=1");
    EXPECT_EQ(reported(one_unit(body)), "W-ORDER W-ORDER");
    EXPECT_EQ(reported(one_unit("atomic_load_explicit(x, memory_scope_device);")), "E-TYPE");
}

TEST(Modifications, have_two_halves) {
    const auto s =
        run("int r = atomic_fetch_add_explicit(x, 2, memory_order_acq_rel);", "exists (0:r=0)");
    EXPECT_EQ(trace(s), "Rar.dev x; War.dev x=v(e6) + 2");
    EXPECT_EQ(pairs(s, s.rmw), "0-1");
    EXPECT_EQ(pairs(s, s.data), "0-1");
    EXPECT_EQ(value(s, "0:r"), "v(e6)");
    EXPECT_EQ(trace(run("atomic_exchange(x, 5);")), "Rsc.dev x; Wsc.dev x=5");
    EXPECT_EQ(trace(run("atomic_fetch_min(x, 5);")),
              "Rsc.dev x; Wsc.dev x=(5 < v(e6)) ? 5 : v(e6)");
    EXPECT_EQ(trace(run("atomic_inc(z); atom_xchg(z, 3);")),
              "Rrlx.dev z; Wrlx.dev z=v(e6) + 1; Rrlx.dev z; Wrlx.dev z=3");
    const auto flag = run("int r = atomic_flag_test_and_set(x);", "exists (0:r=1)");
    EXPECT_EQ(trace(flag), "Rsc.dev x; Wsc.dev x=1");
    EXPECT_EQ(flag.terms.to_text(flag.condition), "v(e6) != 0");
}

TEST(CompareExchange, with_one_order_reads_once) {
    const auto s = run("int e = 3; int r = atomic_compare_exchange_strong(x, &e, 1);",
                       "exists (0:r=1 /\\ 0:e=3)");
    EXPECT_EQ(trace(s), "Rsc.dev x; Wsc.dev x=1 if v(e6) == 3");
    EXPECT_EQ(pairs(s, s.rmw), "0-1");
    EXPECT_EQ(pairs(s, s.ctrl), "0-1");
    EXPECT_EQ(value(s, "0:e"), "(v(e6) == 3) ? 3 : v(e6)");
    EXPECT_TRUE(s.constraints.empty());
}

TEST(CompareExchange, with_two_orders_chooses_a_read) {
    const auto s =
        run("int e = 3; int r = atomic_compare_exchange_strong_explicit(x, &e, 1, "
            "memory_order_acquire, memory_order_relaxed);",
            "exists (0:r=1)");
    EXPECT_EQ(trace(s), "Racq.dev x if choice0; Wacq.dev x=1 if choice0; Rrlx.dev x if !choice0");
    ASSERT_EQ(s.constraints.size(), 2U);
    EXPECT_EQ(s.terms.to_text(s.constraints[0]), "!choice0 || (v(e6) == 3)");
    EXPECT_EQ(s.terms.to_text(s.constraints[1]), "choice0 || (v(e8) != 3)");
    EXPECT_EQ(s.terms.to_text(s.condition), "choice0");
}

TEST(CompareExchange, weak_may_fail) {
    const auto s = run("int e = 3; atomic_compare_exchange_weak(x, &e, 1);");
    EXPECT_EQ(trace(s), "Rsc.dev x; Wsc.dev x=1 if (v(e6) == 3) && choice0");
}

TEST(CompareExchange, expected_in_memory_is_accessed) {
    EXPECT_EQ(trace(run("atomic_compare_exchange_strong(x, z, 1);")),
              "Rna z; Rsc.dev x; Wsc.dev x=1 if v(e6) == v(e7); Wna z=v(e7) if v(e6) != v(e7)");
    EXPECT_EQ(trace(run("int r = atomic_cmpxchg(z, 0, 1);")),
              "Rrlx.dev z; Wrlx.dev z=1 if v(e6) == 0");
}

TEST(Fences, carry_flags) {
    EXPECT_EQ(trace(run("atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, "
                        "memory_order_acquire, memory_scope_device);")),
              "Facq.dev GL");
    EXPECT_EQ(
        trace(run("fence(CLK_LOCAL_MEM_FENCE, memory_order_relaxed, memory_scope_work_group);")),
        "Frlx.wg L");
    EXPECT_EQ(trace(run("mem_fence(CLK_GLOBAL_MEM_FENCE); read_mem_fence(1); write_mem_fence(2);")),
              "Far.wg G; Facq.wg L; Frel.wg G");
    EXPECT_EQ(reported(one_unit("mem_fence(0);")), "W-FLAGS");
    EXPECT_EQ(reported(one_unit("mem_fence(*z);")), "E-TYPE");
}

// ---- sequencing and dependencies ----

TEST(Sequencing, operands_have_no_order) {
    const auto s = run("int r = *y + *z; *z = r;");
    EXPECT_EQ(pairs(s, s.sb), "0-2 1-2");
    EXPECT_EQ(pairs(s, s.data), "0-2 1-2");
}

TEST(Sequencing, logical_operators_and_comma_have) {
    EXPECT_EQ(pairs(run("int r = (*z, *y);"), run("int r = (*z, *y);").sb), "0-1");
    const auto s = run("int r = *z && *y;", "exists (0:r=1)");
    EXPECT_EQ(trace(s), "Rna z; Rna y if v(e6) != 0");
    EXPECT_EQ(pairs(s, s.sb), "0-1");
    EXPECT_EQ(pairs(s, s.ctrl), "0-1");
    EXPECT_EQ(s.terms.to_text(s.condition), "(v(e6) != 0) && (v(e7) != 0)");
}

TEST(Sequencing, a_side_effect_waits_for_the_end_of_the_expression) {
    const auto s = run("int r = (*z)++ + *y; *x = r;");
    EXPECT_EQ(trace(s), "Rna z; Wna z=v(e6) + 1; Rna y; Wna x=v(e6) + v(e8)");
    EXPECT_EQ(pairs(s, s.sb), "0-1 0-3 1-3 2-3");
    const auto inner = run("*x = (*z = 1);");
    EXPECT_EQ(pairs(inner, inner.sb), "");
}

TEST(Sequencing, calls_come_in_either_order) {
    const auto s = run("int r = atomic_load(x) + *z;");
    EXPECT_EQ(pairs(s, s.sb), "0-1 2-3");
    const std::string text =
        "OPENCL t\n{}\nint get(global int* p) { return *p; }\n"
        "P0@wg 0, dev 0 (global int* x, global int* y) { int r = get(x) + get(y); }\n";
    const auto calls = testing::unfolded(text);
    EXPECT_EQ(trace(calls),
              "Rna x if choice0; Rna y if choice0; Rna y if !choice0; Rna x if !choice0");
    EXPECT_EQ(pairs(calls, calls.sb), "0-1 2-3");
}

TEST(Dependencies, survive_folding) {
    const auto s = run("int r = *z; *y = r ^ r; a[r & 0] = 1;");
    EXPECT_EQ(trace(s), "Rna z; Wna y=0; Wna a[0]=1");
    EXPECT_EQ(pairs(s, s.data), "0-1");
    EXPECT_EQ(pairs(s, s.addr), "0-2");
}

TEST(Dependencies, control_lasts_beyond_the_branch) {
    const auto s = run("int r = *z; if (r) { *y = 1; } *x = 2;");
    EXPECT_EQ(trace(s), "Rna z; Wna y=1 if v(e6) != 0; Wna x=2");
    EXPECT_EQ(pairs(s, s.ctrl), "0-1 0-2");
    EXPECT_EQ(pairs(s, s.ctrl_until_join), "0-1");
}

TEST(Dependencies, control_until_the_join_is_also_that_of_values_and_paths) {
    const auto of = [](const std::string& body) {
        const auto s = run(body);
        return pairs(s, s.ctrl_until_join);
    };
    EXPECT_EQ(of("int r = *z; int n = 0; if (r) n = 1; *x = n; *y = 2;"), "0-1");
    EXPECT_EQ(of("int r = *z; int n = 0; if (r) n = 1; else n = 1; *x = n;"), "");
    EXPECT_EQ(of("int r = *z; if (r) return; *x = 1;"), "0-1");
    EXPECT_EQ(of("int r = *z; if (r) return; else return; *x = 1;"), "");
    EXPECT_EQ(of("int r = *z; switch (r) { case 1: *y = 1; break; default: ; } *x = 1;"), "0-1");
    EXPECT_EQ(of("int r = *z; if (r) { if (*y) *x = 1; *x = 2; } *x = 3;"), "0-1 0-2 0-3 1-2");
    EXPECT_EQ(of("while (*z == 0) ; *x = 1;"), "0-1 0-2 1-2");
    EXPECT_EQ(of("int r = *z; int n = r ? 1 : 2; *x = n;"), "");  // by data
}

TEST(Dependencies, values_that_differ_with_the_path_are_no_data) {
    const auto s = run("int r = *z; int n = 0; if (r) n = 1; *x = n; a[n] = 1;");
    EXPECT_EQ(pairs(s, s.data), "");
    EXPECT_EQ(pairs(s, s.addr), "");
    EXPECT_EQ(pairs(s, s.ctrl), "0-1 0-2");
}

// ---- registers and control flow ----

TEST(Registers, join_after_branches) {
    const auto s =
        run("int r = 1; if (*z == 2) { r = 5; } else { int q = 6; }", "exists (0:r=5 /\\ 0:q=6)");
    EXPECT_EQ(value(s, "0:r"), "(v(e6) == 2) ? 5 : 1");
    EXPECT_EQ(value(s, "0:q"), "(v(e6) == 2) ? 0 : 6");
}

TEST(Registers, start_as_the_initial_state_says) {
    const auto s = testing::unfolded(
        "C t\n{ [x]=0; 0:n=5; 0:r=7; 0:p=&x; }\nP0 (int* p, int n) { int r; *p = n; }\n"
        "exists (0:r=7 /\\ 0:p=&x)");
    EXPECT_EQ(trace(s), "Wna x=5");
    EXPECT_TRUE(s.terms.is_true(s.condition));
}

TEST(Registers, a_parameter_holds_an_address) {
    const auto s = run("", "exists (0:x=0)");
    EXPECT_TRUE(s.terms.is_false(s.condition));
    EXPECT_TRUE(s.observables.front().is_pointer);
    EXPECT_TRUE(run("", "exists (0:x=x)").terms.is_true(run("", "exists (0:x=x)").condition));
}

TEST(Arithmetic, follows_the_types) {
    const auto s =
        run("uchar c = 250; c += 10; short h = -1; uint u = h; long l = u; int q = -7 / 2;"
            "int b = -1 < 1u; int w = 1 << 33; size_t n = sizeof(long); bool t = 5;",
            "exists (0:c=0 /\\ 0:h=0 /\\ 0:u=0 /\\ 0:l=0 /\\ 0:q=0 /\\ 0:b=0 /\\ 0:w=0 /\\ 0:n=0 "
            "/\\ 0:t=0)");
    EXPECT_EQ(value(s, "0:c"), "4");
    EXPECT_EQ(value(s, "0:u"), "-1");
    EXPECT_EQ(value(s, "0:l"), "4294967295");
    EXPECT_EQ(value(s, "0:q"), "-3");
    EXPECT_EQ(value(s, "0:b"), "0");
    EXPECT_EQ(value(s, "0:w"), "2");
    EXPECT_EQ(value(s, "0:n"), "8");
    EXPECT_EQ(value(s, "0:t"), "1");
}

TEST(Private, objects_make_no_events) {
    const auto s =
        run("int b[3] = {1, 2}; int* p = b; p[2] = *z; int* q = &b[1]; *q = 9; int r = b[0] + b[1] "
            "+ p[2];"
            "int i = *y; int t = b[i];",
            "exists (0:r=0 /\\ 0:t=9)");
    EXPECT_EQ(trace(s), "Rna z; Rna y");
    EXPECT_EQ(value(s, "0:r"), "v(e6) + 10");
    EXPECT_EQ(kinds(s), "out-of-bounds");
}

TEST(Private, pointers_do_not_escape) {
    EXPECT_EQ(reported("C t\n{}\nP0 (int** p) { int v = 0; *p = &v; }\n"), "E-UNSUPPORTED");
    EXPECT_EQ(reported(one_unit("int v = 0; int w = 0; int* p = &v; if (*z) p = &w; *p = 1;")),
              "E-UNSUPPORTED");
}

TEST(ControlFlow, switch_falls_through) {
    const auto s =
        run("int r = 0; switch (*z) { case 1: r += 1; case 2: r += 2; break; default: r = 9; } ",
            "exists (0:r=3)");
    EXPECT_EQ(s.terms.to_text(s.condition), "v(e6) == 1");
}

TEST(ControlFlow, return_ends_the_unit) {
    const auto s = run("if (*z) return; *y = 1;");
    EXPECT_EQ(trace(s), "Rna z; Wna y=1 if v(e6) == 0");
}

TEST(ControlFlow, conditional_expressions_guard_their_events) {
    EXPECT_EQ(trace(run("int r = *z ? *x : *y;")),
              "Rna z; Rna x if v(e6) != 0; Rna y if v(e6) == 0");
}

TEST(Loops, with_constant_ends_are_unrolled_to_the_end) {
    const auto s =
        run("int s = 0; for (int i = 0; i < 100; i++) { if (i == 50) continue; s += i; }",
            "exists (0:s=4900)");
    EXPECT_TRUE(s.terms.is_true(s.condition));
    EXPECT_TRUE(s.bounds.empty());
    EXPECT_EQ(trace(run("int i = 3; do { *z = i; } while (--i);")), "Wna z=3; Wna z=2; Wna z=1");
}

TEST(Loops, that_wait_get_the_iterations_they_need) {
    const auto s = testing::unfolded(
        "C t\n{}\nP0 (atomic_int* x, int* y) { while (atomic_load(x) == 0) {} *y = 1; }\n"
        "P1 (atomic_int* x) { atomic_store(x, 1); }\n");
    ASSERT_EQ(s.bounds.size(), 1U);
    EXPECT_TRUE(s.bounds[0].exhaustive);
    EXPECT_EQ(s.terms.to_text(s.bounds[0].reached), "(v(e2) == 0) && (v(e3) == 0)");
    EXPECT_EQ(
        trace(s),
        "Rsc.all x; Rsc.all x if v(e2) == 0; Wna y=1 if (v(e2) != 0) || (v(e3) != 0); Wsc.all x=1");
}

TEST(Loops, that_carry_something_are_bounded) {
    const auto bounds = [](const std::string& body) { return run(body).bounds; };
    for (const char* body :
         {"int n = 0; while (atomic_load(x) == 0) n++;", "while (atomic_load(x) == 0) *z = 1;",
          "while (atomic_load(x) == 0) mem_fence(CLK_GLOBAL_MEM_FENCE);",
          "int seen = 0; while (atomic_load(x) == 0) { if (*y) seen = 1; }",
          "while (atomic_flag_test_and_set(x)) {}"}) {
        ASSERT_EQ(bounds(body).size(), 1U) << body;
        EXPECT_FALSE(bounds(body)[0].exhaustive) << body;
    }
    for (const char* body :
         {"int r; do { r = atomic_load(x); } while (r == 0);",
          "while (1) { int r = atomic_load(x); if (r) break; }",
          "int e = 0; while (!atomic_compare_exchange_strong(x, &e, 1)) { e = 0; }"}) {
        ASSERT_EQ(bounds(body).size(), 1U) << body;
        EXPECT_TRUE(bounds(body)[0].exhaustive) << body;
    }
}

TEST(Loops, respect_the_limit_of_events) {
    EXPECT_EQ(reported(one_unit("for (int i = 0; i < 1000; i++) *z = i;"), {.event_limit = 100}),
              "E-LIMIT");
    EXPECT_EQ(run("while (*z) { *y = 1; }", "exists (x=0)", {.unroll = 2}).size(), 6U + 5U);
}

TEST(Functions, are_inlined) {
    const std::string head =
        "OPENCL t\n{ [x]=0; }\nint fact(int n) { if (n <= 1) return 1; return n * fact(n - 1); }\n"
        "void put(global int* p, int v) { *p = v; }\nvoid swap(int* a, int* b) { int t = *a; *a = "
        "*b; *b = t; }\n";
    const auto s = testing::unfolded(
        head +
        "P0@wg 0, dev 0 (global int* x) { put(x, fact(5)); int u = 1; int v = 2; swap(&u, &v); }\n"
        "exists (0:u=2 /\\ 0:v=1)");
    EXPECT_EQ(trace(s), "Wna x=120");
    EXPECT_TRUE(s.terms.is_true(s.condition));
    const auto bounded =
        testing::unfolded(head + "P0@wg 0, dev 0 (global int* x) { int r = fact(*x); }\n");
    ASSERT_EQ(bounded.bounds.size(), 1U);
}

// ---- addresses ----

TEST(Addresses, symbolic_ones_have_several_targets) {
    const auto s = run("int i = *z; a[i] = 1;");
    EXPECT_EQ(s.events.back().targets.size(), 3U);
    EXPECT_EQ(pairs(s, s.addr), "0-1");
    EXPECT_EQ(kinds(s), "out-of-bounds");
    EXPECT_EQ(kinds(run("a[*z & 1] = 1;")), "out-of-bounds");
    EXPECT_EQ(kinds(run("a[*z ? 1 : 2] = 1;")), "");
    EXPECT_EQ(run("a[3] = 1;").size(), 6U);
    EXPECT_EQ(kinds(run("a[3] = 1;")), "out-of-bounds");
}

TEST(Addresses, of_different_regions_split_an_access) {
    const auto s = testing::unfolded(
        "OPENCL t\n{}\nP0@wg 0, dev 0 (global int* x, local int* y, global int* z) {"
        " int* p = x; if (*z) p = y; *p = 1; }\n");
    EXPECT_EQ(trace(s), "Rna z; Wna x=1 if v(e3) == 0; Wna y=1 if v(e3) != 0");
}

TEST(Addresses, in_memory) {
    const auto s = testing::unfolded(
        "C t\n{ p=&x; [x]=0; [y]=0; }\nP0 (int** p, int* x) { int* q = *p; *q = 1; }\nexists "
        "(p=&y)");
    EXPECT_EQ(s.events.back().targets.size(), 2U);
    EXPECT_EQ(s.terms.to_text(s.condition), "final(l0) == 12288");
}

// ---- barriers ----

TEST(Barriers, pair_units_of_a_group) {
    const std::string b = " { barrier(CLK_GLOBAL_MEM_FENCE); }\n";
    const auto s = testing::unfolded("OPENCL t\n{}\nP0@wg 0, dev 0 ()" + b + "P1@wg 0, dev 0 ()" +
                                     b + "P2@wg 1, dev 0 ()" + b);
    EXPECT_EQ(trace(s),
              "Bentry.wg G; Bexit.wg G; Bentry.wg G; Bexit.wg G; Bentry.wg G; Bexit.wg G");
    ASSERT_EQ(s.barriers.size(), 2U);
    EXPECT_EQ(s.barriers[0].entry, EventId(0));
    EXPECT_EQ(s.barriers[0].exit, EventId(3));
    EXPECT_EQ(attributes(s, EventId(0)).order, Order::release);
    EXPECT_EQ(attributes(s, EventId(1)).order, Order::acquire);
    EXPECT_EQ(kinds(s), "");
}

TEST(Barriers, match_by_label_or_by_count) {
    const auto s = testing::unfolded(
        "OPENCL t\n{ [x]=0; }\n"
        "P0@wg 0, dev 0 (global int* x) { if (*x) barrier(CLK_LOCAL_MEM_FENCE); "
        "barrier(CLK_LOCAL_MEM_FENCE); }\n"
        "P1@wg 0, dev 0 () { barrier(CLK_LOCAL_MEM_FENCE); }\n");
    EXPECT_EQ(kinds(s), "barrier-divergence");
    ASSERT_EQ(s.barriers.size(), 4U);
    EXPECT_EQ(s.terms.to_text(s.barriers[1].when), "v(e1) == 0");
    const auto labelled = testing::unfolded(
        "OPENCL t\n{}\nP0@wg 0, dev 0 () { B1: barrier(1); B2: barrier(1); }\n"
        "P1@wg 0, dev 0 () { B2: barrier(1); B1: barrier(1); }\n");
    EXPECT_EQ(labelled.barriers.size(), 4U);
    EXPECT_EQ(labelled.barriers[0].entry, EventId(0));
    EXPECT_EQ(labelled.barriers[0].exit, EventId(7));
    EXPECT_EQ(label(labelled, EventId(0)), "Bentry.wg L B1");
}

TEST(Barriers, of_sub_groups) {
    const auto s = testing::unfolded(
        "OPENCL t\n{}\nP0@wg 0, dev 0, sg 0 () { sub_group_barrier(1); }\n"
        "P1@wg 0, dev 0, sg 0 () { sub_group_barrier(1); }\nP2@wg 0, dev 0, sg 1 () { "
        "sub_group_barrier(1); }\n");
    EXPECT_EQ(s.barriers.size(), 2U);
    EXPECT_EQ(label(s, EventId(0)), "Bentry.sg L");
}

TEST(Barriers, that_only_one_unit_reaches_diverge) {
    const auto s = testing::unfolded(
        "OPENCL t\n{ [x]=0; }\nP0@wg 0, dev 0 (global int* x) { if (*x) barrier(1); }\nP1@wg 0, "
        "dev 0 () { }\n");
    ASSERT_EQ(s.undefined.size(), 1U);
    EXPECT_EQ(s.undefined[0].kind, "barrier-divergence");
    EXPECT_EQ(s.terms.to_text(s.undefined[0].when), "v(e1) != 0");
}

// ---- the rest ----

TEST(Observables, are_registers_then_locations) {
    const auto s =
        run("int r1 = 1; int r0 = 2;", "locations [z; a; 0:r1;]\nexists (y=0 /\\ 0:r0=0 /\\ y=1)");
    std::string names;
    for (const Observable& observable : s.observables) names += observable.name + " ";
    EXPECT_EQ(names, "0:r0 0:r1 a[0] a[1] a[2] y z ");
}

TEST(Undefined, division_by_zero) {
    const auto s = run("int r = 5 / *z;");
    ASSERT_EQ(kinds(s), "division-by-zero");
    EXPECT_EQ(s.terms.to_text(s.undefined[0].when), "v(e6) == 0");
}

TEST(Mistakes, in_bodies) {
    EXPECT_EQ(reported(one_unit("int r = q; int s = *r;")), "E-NAME E-TYPE");
    EXPECT_EQ(reported(one_unit("atomic_lod(x);")), "E-NAME");
    EXPECT_EQ(reported(one_unit("int i = get_global_id(0);")), "E-UNSUPPORTED");
    EXPECT_EQ(reported(one_unit("int r = z;")), "E-TYPE");
    EXPECT_EQ(reported(one_unit("break;")), "E-SYNTAX");
    EXPECT_EQ(reported(one_unit("int r; int r;")), "E-NAME");
    EXPECT_EQ(reported(one_unit("local int* p = z;")), "E-ADDRESS");
    EXPECT_EQ(reported("OPENCL t\n{}\nP0@wg 0, dev 0 (constant int* c) { *c = 1; }\n"),
              "E-ADDRESS");
    EXPECT_EQ(reported(one_unit("atomic_store(x);")), "E-TYPE");
    EXPECT_EQ(reported("C t\n{ [Ab]=0; }\nP0 (int* Ab) { *ab = 1; }\n"), "W-NAME");
}

TEST(Text, of_a_structure) {
    const auto s = run("int r = atomic_load(x); if (r) *z = r;");
    const std::string text = to_text(s);
    EXPECT_NE(text.find("e7 P0 Wna z=v(e6) (global) if v(e6) != 0 sb<e6> data<e6> ctrl<e6>\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("e0 init Winit x=0 (global)\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace clmm::litmus
