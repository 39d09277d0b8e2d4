#include "clmm/solver/smt_engine.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "clmm/litmus/event_structure.h"
#include "clmm/model/memory_model.h"
#include "clmm/model/replay.h"

namespace clmm::solver {
namespace {

using model::EngineAnswer;
using model::EngineRequest;

struct Checked {
    litmus::EventStructure structure;
    EngineAnswer answer;

    [[nodiscard]] std::vector<std::vector<std::uint64_t>> outcomes() const {
        std::vector<std::vector<std::uint64_t>> result;
        for (const auto& outcome : answer.outcomes) result.push_back(outcome.values);
        return result;
    }
};

Checked check(const std::string& text, std::string_view model_name, EngineRequest request = {},
              litmus::UnfoldOptions unfolding = {}) {
    const auto source = std::make_shared<Source>("test.litmus", text);
    const auto test = litmus::read_test(source);
    EXPECT_TRUE(test.ok()) << render(test.diagnostics());
    auto structure = litmus::unfold(*test, unfolding);
    EXPECT_TRUE(structure.ok()) << render(structure.diagnostics());
    const auto memory_model = model::shipped_model(model_name);
    EXPECT_TRUE(memory_model.ok()) << render(memory_model.diagnostics());
    Checked run{std::move(structure).value(), {}};
    run.answer = SmtEngine().run(run.structure, *memory_model, request);
    return run;
}

std::string store_buffering(const std::string& order) {
    return "C SB\n{ }\nP0 (atomic_int* x, atomic_int* y) {\n"
           "  atomic_store_explicit(x, 1, " +
           order +
           ");\n"
           "  int r0 = atomic_load_explicit(y, " +
           order +
           ");\n}\n"
           "P1 (atomic_int* x, atomic_int* y) {\n"
           "  atomic_store_explicit(y, 1, " +
           order +
           ");\n"
           "  int r1 = atomic_load_explicit(x, " +
           order +
           ");\n}\n"
           "exists (0:r0=0 /\\ 1:r1=0)\n";
}

std::string thin_air(const std::string& space_of_y, const std::string& condition) {
    return "OPENCL thinair\n{ [x]=0; [y]=0; }\n"
           "P0@wg 0, dev 0 (global atomic_int* x, " +
           space_of_y +
           " atomic_int* y) {\n"
           "  int t = atomic_load_explicit(y, memory_order_acquire);\n"
           "  atomic_store_explicit(x, t, memory_order_release);\n}\n"
           "P1@wg 0, dev 0 (global atomic_int* x, " +
           space_of_y +
           " atomic_int* y) {\n"
           "  int t = atomic_load_explicit(x, memory_order_acquire);\n"
           "  atomic_store_explicit(y, t, memory_order_release);\n}\n"
           "exists (" +
           condition + ")\n";
}

TEST(SmtEngine, RelaxedStoreBufferingHasFourOutcomes) {
    const Checked run = check(store_buffering("memory_order_relaxed"), "rc11");
    EXPECT_EQ(run.outcomes(),
              (std::vector<std::vector<std::uint64_t>>{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
    EXPECT_EQ(run.answer.condition_satisfiable, true);
    EXPECT_EQ(run.answer.condition_always, false);
}

TEST(SmtEngine, SeqCstStoreBufferingForbidsBothZero) {
    const Checked run = check(store_buffering("memory_order_seq_cst"), "rc11");
    EXPECT_EQ(run.outcomes(), (std::vector<std::vector<std::uint64_t>>{{0, 1}, {1, 0}, {1, 1}}));
    EXPECT_EQ(run.answer.condition_satisfiable, false);
}

TEST(SmtEngine, DecidesTheConditionWithoutListingOutcomes) {
    EngineRequest request;
    request.outcomes = false;
    const Checked run = check(store_buffering("memory_order_seq_cst"), "rc11", request);
    EXPECT_EQ(run.answer.condition_satisfiable, false);
    EXPECT_EQ(run.answer.condition_always, false);
}

TEST(SmtEngine, ThinAirAcrossRegionsIsOneFamilyAndTheNamedMember) {
    const Checked run = check(thin_air("local", "x=42 /\\ y=42"), "opencl-scoped");
    ASSERT_EQ(run.answer.outcomes.size(), 3U);
    const model::OutcomeEntry none = run.answer.outcomes[0];
    const model::OutcomeEntry named = run.answer.outcomes[1];
    const model::OutcomeEntry family = run.answer.outcomes[2];
    EXPECT_EQ(none.values, (std::vector<std::uint64_t>{0, 0}));
    EXPECT_FALSE(none.out_of_thin_air);
    EXPECT_EQ(named.values, (std::vector<std::uint64_t>{42, 42}));
    EXPECT_TRUE(named.satisfies_condition && named.out_of_thin_air && !named.family);
    ASSERT_TRUE(family.family);
    EXPECT_EQ(family.family->extent, model::Extent::every);
    EXPECT_EQ(family.family->free_group, (std::vector<int>{0, 0}));
    EXPECT_FALSE(family.satisfies_condition);
}

TEST(SmtEngine, ThinAirInOneRegionIsForbidden) {
    const Checked run = check(thin_air("global", "x=42 /\\ y=42"), "opencl-scoped");
    EXPECT_EQ(run.outcomes(), (std::vector<std::vector<std::uint64_t>>{{0, 0}}));
}

TEST(SmtEngine, ThinAirCanBeForbidden) {
    for (const model::ThinAir policy : {model::ThinAir::dependency, model::ThinAir::sb}) {
        EngineRequest request;
        request.forbid_thin_air = policy;
        const Checked run = check(thin_air("local", "x=42 /\\ y=42"), "opencl-scoped", request);
        EXPECT_EQ(run.answer.condition_satisfiable, false);
        EXPECT_EQ(run.answer.outcomes.size(), 1U);
    }
}

/// The value goes round through `& 3`, so only four values can come out of thin air.
TEST(SmtEngine, AFamilyOfFewMembersIsListed) {
    std::string text = thin_air("local", "x=2");
    text.replace(text.find("(x, t,"), 6, "(x, t & 3,");
    const Checked run = check(text, "opencl-scoped");
    ASSERT_EQ(run.answer.outcomes.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_FALSE(run.answer.outcomes[i].family);
        EXPECT_EQ(run.answer.outcomes[i].values[0], i);
        EXPECT_EQ(run.answer.outcomes[i].out_of_thin_air, i != 0);
    }
}

std::string message_passing(const std::string& order_of_store, const std::string& order_of_load) {
    return "OPENCL MP\n{ }\nP0@wg 0, dev 0 (global int* x, global atomic_int* y) {\n"
           "  *x = 1;\n  atomic_store_explicit(y, 1, " +
           order_of_store +
           ");\n}\n"
           "P1@wg 0, dev 0 (global int* x, global atomic_int* y) {\n"
           "  int r1 = -1;\n"
           "  if (atomic_load_explicit(y, " +
           order_of_load +
           ") == 1) r1 = *x;\n}\n"
           "exists (1:r1=0)\n";
}

TEST(SmtEngine, ReleaseAcquireIsRaceFree) {
    const Checked run =
        check(message_passing("memory_order_release", "memory_order_acquire"), "opencl-scoped");
    EXPECT_EQ(run.answer.race_free, true);
    EXPECT_TRUE(run.answer.undefined.empty());
    EXPECT_EQ(run.answer.condition_satisfiable, false);
}

TEST(SmtEngine, ARaceComesWithItsTwoActionsAndAConsistentWitness) {
    const Checked run =
        check(message_passing("memory_order_relaxed", "memory_order_acquire"), "opencl-scoped");
    EXPECT_EQ(run.answer.race_free, false);
    ASSERT_EQ(run.answer.undefined.size(), 1U);
    ASSERT_EQ(run.answer.undefined[0].events.size(), 2U);
    EXPECT_TRUE(model::defects(run.structure, run.answer.undefined[0].witness).empty());
}

std::uint64_t executions_of(const model::EngineAnswer& answer) {
    std::uint64_t count = 0;
    for (const model::OutcomeEntry& outcome : answer.outcomes) count += outcome.executions;
    return count;
}

TEST(SmtEngine, CountsExecutionsByReadsFromAndModificationOrder) {
    EngineRequest request;
    request.all_executions = true;
    const Checked run = check(
        "C adds\n{ }\n"
        "P0 (atomic_int* x) { int r = atomic_fetch_add_explicit(x, 1, memory_order_relaxed); }\n"
        "P1 (atomic_int* x) { int r = atomic_fetch_add_explicit(x, 1, memory_order_relaxed); }\n"
        "P2 (atomic_int* x) { int r = atomic_fetch_add_explicit(x, 1, memory_order_relaxed); }\n"
        "exists (x=3)\n",
        "rc11", request);
    EXPECT_EQ(executions_of(run.answer), 6U);
    EXPECT_EQ(run.answer.outcomes.size(), 1U);
    EXPECT_EQ(run.answer.condition_always, true);
}

TEST(SmtEngine, ASpentBudgetIsAnHonestUnknown) {
    EngineRequest request;
    request.budget.set_timeout(std::chrono::milliseconds(0));
    const Checked run = check(store_buffering("memory_order_seq_cst"), "rc11", request);
    EXPECT_EQ(run.answer.incomplete, "timeout");
    EXPECT_FALSE(run.answer.condition_satisfiable.has_value());
    EXPECT_EQ(run.answer.race_free, true);  // atomics alone cannot race: nothing to search
    const std::string plain =
        "C plain\n{ }\nP0 (int* x, atomic_int* f) {\n"
        "  *x = 1;\n  atomic_store_explicit(f, 1, memory_order_release);\n}\n"
        "P1 (int* x, atomic_int* f) {\n"
        "  if (atomic_load_explicit(f, memory_order_acquire)) { int r = *x; }\n}\n"
        "exists (x=1)\n";
    EXPECT_FALSE(check(plain, "rc11", request).answer.race_free.has_value());
}

TEST(SmtEngine, TheOutcomeLimitIsSaid) {
    EngineRequest request;
    request.outcome_limit = 2;
    const Checked run = check(store_buffering("memory_order_relaxed"), "rc11", request);
    EXPECT_EQ(run.answer.outcomes.size(), 2U);
    EXPECT_TRUE(run.answer.incomplete.has_value());
}

TEST(SmtEngine, ALoopBeyondItsBoundIsSaid) {
    const std::string loop =
        "C loop\n{ }\nP0 (atomic_int* x, atomic_int* y) {\n"
        "  while (atomic_load_explicit(x, memory_order_relaxed) == 0)\n"
        "    atomic_store_explicit(y, 1, memory_order_relaxed);\n}\n"
        "P1 (atomic_int* x) { atomic_store_explicit(x, 1, memory_order_relaxed); }\n"
        "exists (y=2)\n";
    EXPECT_TRUE(check(loop, "rc11").answer.bound_reached);
}

TEST(SmtEngine, AWeakExchangeMayFailOnAnEqualValue) {
    const auto text = [](const std::string& strength) {
        return "C cas\n{ }\nP0 (atomic_int* x) {\n  int e = 0;\n"
               "  int ok = atomic_compare_exchange_" +
               strength +
               "_explicit(x, &e, 7, memory_order_acquire, memory_order_relaxed);\n}\n"
               "exists (0:ok=0)\n";
    };
    EXPECT_EQ(check(text("strong"), "rc11").answer.condition_satisfiable, false);
    EXPECT_EQ(check(text("weak"), "rc11").answer.condition_satisfiable, true);
}

TEST(SmtEngine, EveryWitnessReplays) {
    for (const std::string& text :
         {store_buffering("memory_order_relaxed"), thin_air("local", "x=42 /\\ y=42")}) {
        const Checked run = check(text, "opencl-scoped");
        ASSERT_FALSE(run.answer.outcomes.empty());
        for (const auto& outcome : run.answer.outcomes)
            EXPECT_TRUE(model::defects(run.structure, *outcome.witness).empty());
    }
}

}  // namespace
}  // namespace clmm::solver
