#include "clmm/hardware/mutants.h"

#include <gtest/gtest.h>

#include "clmm/engines/built_in.h"
#include "clmm/model/memory_model.h"

namespace clmm::hardware {
namespace {

/// Message passing through an atomic flag, with plain or atomic data.
std::string message_passing(const std::string& write, const std::string& read,
                            const std::string& store, const std::string& load,
                            const std::string& type = "atomic_int") {
    return "OPENCL MP\n{ [x]=0; [y]=0; }\n"
           "P0@wg 0, dev 0 (global " +
           type + "* x, global atomic_int* y) {\n  " + write + "\n  atomic_store_explicit(y, 1, " +
           store +
           ");\n}\n"
           "P1@wg 1, dev 0 (global " +
           type +
           "* x, global atomic_int* y) {\n"
           "  int r0 = atomic_load_explicit(y, " +
           load + ");\n  " + read +
           "\n}\n"
           "exists (1:r0=1 /\\ 1:r1=0)\n";
}

const std::string kWrite = "atomic_store_explicit(x, 1, memory_order_relaxed);";
const std::string kRead = "int r1 = atomic_load_explicit(x, memory_order_relaxed);";

MutantSet mutants(const std::string& text,
                  const enumerator::CheckOptions& options = {.engines = engines::built_in()}) {
    const auto model = model::shipped_model("opencl-3.0");
    const auto result =
        enumerator::check(std::make_shared<Source>("mp.litmus", text), *model, options);
    EXPECT_TRUE(result) << render(result.diagnostics());
    return mutants_of(*result, *model, options);
}

std::string told(const MutantSet& set) {
    std::string text;
    for (const Mutant& mutant : set.mutants)
        text += mutant.kind + ": " + mutant.change +
                (mutant.result.racy.value_or(false) ? " (racy)\n" : "\n");
    return text;
}

TEST(Mutants, AreTheLeastWeakeningsThatAllowTheState) {
    const MutantSet set =
        mutants(message_passing(kWrite, kRead, "memory_order_seq_cst", "memory_order_seq_cst"));
    // Operations that do not include one another's scopes race.
    EXPECT_EQ(told(set),
              "scope: line 5: memory_scope_device -> memory_scope_work_group (racy)\n"
              "order: line 5: memory_order_seq_cst -> memory_order_relaxed\n"
              "scope: line 8: memory_scope_device -> memory_scope_work_group (racy)\n"
              "order: line 8: memory_order_seq_cst -> memory_order_relaxed\n");
    EXPECT_EQ(set.none_because, "");
    EXPECT_EQ(set.mutants[0].result.test.name, "MP+m1");
    EXPECT_EQ(set.mutants[3].result.test.name, "MP+m4");
}

TEST(Mutants, OfPlainDataRace) {
    const MutantSet set =
        mutants(message_passing("*x = 1;", "int r1 = 0; if (r0) r1 = *x;", "memory_order_release",
                                "memory_order_acquire", "int"));
    ASSERT_FALSE(set.mutants.empty());
    for (const Mutant& mutant : set.mutants) EXPECT_EQ(mutant.result.racy, true) << mutant.change;
}

TEST(Mutants, LeaveFencesOut) {
    const std::string fence =
        " atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, "
        "memory_scope_device);";
    const MutantSet set = mutants(
        message_passing(kWrite + fence, kRead, "memory_order_relaxed", "memory_order_acquire"));
    const std::string text = told(set);
    EXPECT_NE(text.find("fence: line 4: atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, "
                        "memory_order_acq_rel, memory_scope_device) left out\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("flags: line 4: CLK_GLOBAL_MEM_FENCE -> 0\n"), std::string::npos) << text;
    EXPECT_NE(text.find("order: line 4: memory_order_acq_rel -> memory_order_acquire\n"),
              std::string::npos)
        << text;
}

/// Two units of one work-group, with this call in the first and that in the second.
std::string through_a_barrier(const std::string& first, const std::string& second) {
    return "OPENCL BAR\n{ [x]=0; }\n"
           "P0@wg 0, dev 0 (global int* x) {\n  *x = 1;\n  " +
           first + "\n}\nP1@wg 0, dev 0 (global int* x) {\n  " + second +
           "\n  int r0 = *x;\n}\nexists (1:r0=0)\n";
}

TEST(Mutants, WeakenTheCallsOfABarrierTogether) {
    const std::string call = "work_group_barrier(CLK_GLOBAL_MEM_FENCE);";
    EXPECT_EQ(told(mutants(through_a_barrier(call, call))),
              "flags: line 5: CLK_GLOBAL_MEM_FENCE -> 0; line 8: CLK_GLOBAL_MEM_FENCE -> 0 "
              "(racy)\n");
    // The least that is enough, though the calls begin with different flags.
    const std::string more = "work_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);";
    EXPECT_EQ(told(mutants(through_a_barrier(call, more))),
              "flags: line 5: CLK_GLOBAL_MEM_FENCE -> 0; line 8: CLK_GLOBAL_MEM_FENCE | "
              "CLK_LOCAL_MEM_FENCE -> 0 (racy)\n");
    // Another barrier is another place.
    const MutantSet two = mutants(through_a_barrier(call + " barrier(CLK_LOCAL_MEM_FENCE);",
                                                    call + " barrier(CLK_LOCAL_MEM_FENCE);"));
    ASSERT_EQ(two.mutants.size(), 1U);
    EXPECT_EQ(two.mutants[0].kind, "flags");
    EXPECT_NE(two.mutants[0].result.test.source->text().find("barrier(CLK_LOCAL_MEM_FENCE)"),
              std::string_view::npos);
}

TEST(Mutants, TakeTwoWhereOneIsNotEnough) {
    // The flag's release and the fence do the same.
    const std::string fence =
        " atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, "
        "memory_scope_device);";
    const MutantSet set = mutants(
        message_passing(kWrite + fence, kRead, "memory_order_release", "memory_order_acquire")
            .replace(0, 9, "OPENCL MP"));
    ASSERT_FALSE(set.mutants.empty());
    // The reader's places are enough alone; so no pair is tried.
    for (const Mutant& mutant : set.mutants)
        EXPECT_EQ(mutant.change.find(';'), std::string::npos) << mutant.change;
    // In one work-group no scope is too narrow but a sub-group's, and each side has two ways.
    std::string both_fenced =
        message_passing(kWrite + fence,
                        "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, "
                        "memory_scope_device); " +
                            kRead,
                        "memory_order_release", "memory_order_acquire");
    for (const std::string unit : {"P0@wg 0", "P1@wg 1"})
        both_fenced.replace(both_fenced.find(unit), unit.size(), unit.substr(0, 2) + "@sg 0, wg 0");
    const MutantSet pairs = mutants(both_fenced);
    ASSERT_FALSE(pairs.mutants.empty());
    for (const Mutant& mutant : pairs.mutants)
        EXPECT_NE(mutant.change.find("; line "), std::string::npos) << mutant.change;
}

TEST(Mutants, AreOnlyOfWhatIsForbidden) {
    EXPECT_EQ(
        mutants(message_passing(kWrite, kRead, "memory_order_relaxed", "memory_order_acquire"))
            .none_because,
        "the condition's state is allowed");
    const MutantSet racy = mutants(message_passing(
        "*x = 1;", "int r1 = *x;", "memory_order_release", "memory_order_acquire", "int"));
    EXPECT_EQ(racy.none_because, "the test has undefined behaviour (data-race)");
    EXPECT_EQ(racy.tried, 0U);
    std::string text =
        message_passing(kWrite, kRead, "memory_order_release", "memory_order_acquire");
    text.resize(text.find("exists"));
    EXPECT_EQ(mutants(text).none_because, "the test has no condition");
}

TEST(Mutants, SayThatNoWeakeningIsEnough) {
    const MutantSet set = mutants(
        "OPENCL CoRR\n{ [x]=0; }\n"
        "P0@wg 0, dev 0 (global atomic_int* x) { atomic_store_explicit(x, 1, "
        "memory_order_seq_cst); }\n"
        "P1@wg 1, dev 0 (global atomic_int* x) { int r0 = atomic_load(x); }\n"
        "exists (1:r0=2)\n");
    EXPECT_TRUE(set.mutants.empty());
    EXPECT_GT(set.tried, 4U);
    EXPECT_EQ(set.none_because, "no weakening of one or two places allows the condition's state");
}

TEST(Mutants, TheSearchEndsWithItsBudget) {
    enumerator::CheckOptions options{.engines = engines::built_in()};
    const auto model = model::shipped_model("opencl-3.0");
    const auto result = enumerator::check(
        std::make_shared<Source>("mp.litmus", message_passing(kWrite, kRead, "memory_order_release",
                                                              "memory_order_acquire")),
        *model, options);
    options.budget.set_interrupt(std::make_shared<std::atomic<bool>>(true));
    const MutantSet set = mutants_of(*result, *model, options);
    EXPECT_EQ(set.tried, 0U);
    EXPECT_EQ(set.stopped, describe(StopReason::interrupted));
}

}  // namespace
}  // namespace clmm::hardware
