#include "clmm/explorer/explicit_engine.h"

#include <gtest/gtest.h>

#include "clmm/litmus/event_structure.h"
#include "clmm/model/memory_model.h"
#include "support/counted_budget.h"

namespace clmm::explorer {
namespace {

using Outcomes = std::vector<std::vector<std::uint64_t>>;

model::EngineAnswer ask(const std::string& text, const model::EngineRequest& request = {},
                        std::string_view model_name = "opencl-3.0") {
    const auto test = litmus::read_test(std::make_shared<Source>("test.litmus", text));
    EXPECT_TRUE(test.ok()) << render(test.diagnostics());
    const auto structure = litmus::unfold(*test, {});
    EXPECT_TRUE(structure.ok()) << render(structure.diagnostics());
    const auto model = model::shipped_model(model_name);
    EXPECT_TRUE(model.ok()) << render(model.diagnostics());
    return ExplicitEngine().run(*structure, *model, request);
}

Outcomes outcomes_of(const model::EngineAnswer& answer) {
    Outcomes all;
    for (const model::OutcomeEntry& each : answer.outcomes) all.push_back(each.values);
    return all;
}

std::string in_c(const std::string& first, const std::string& second, const std::string& rest) {
    const std::string parameters = "(atomic_int* x, atomic_int* y) {\n";
    return "C test\n{}\nP0 " + parameters + first + "}\nP1 " + parameters + second + "}\n" + rest +
           "\n";
}

constexpr auto kAdd = "  int r = atomic_fetch_add_explicit(x, 1, memory_order_relaxed);\n";
constexpr auto kReadX = "  int r = atomic_load_explicit(x, memory_order_relaxed);\n";
constexpr auto kReadY = "  int r = atomic_load_explicit(y, memory_order_relaxed);\n";

/// Sums depend on one another in a circle that no execution goes round.
TEST(ExplicitEngine, CountsWithReadModifyWrites) {
    const auto answer = ask(in_c(kAdd, kAdd, "exists (0:r=1 /\\ x=2)"), {}, "rc11");
    EXPECT_EQ(answer.declined, std::nullopt);
    EXPECT_EQ(answer.incomplete, std::nullopt);
    EXPECT_EQ(outcomes_of(answer), (Outcomes{{0, 2}, {1, 2}}));
    EXPECT_EQ(answer.condition_satisfiable, true);
    EXPECT_EQ(answer.condition_always, false);
}

TEST(ExplicitEngine, DeclinesValuesOutOfThinAir) {
    const std::string copies =
        in_c(std::string(kReadX) + "  atomic_store_explicit(y, r, memory_order_relaxed);\n",
             std::string(kReadY) + "  atomic_store_explicit(x, r, memory_order_relaxed);\n",
             "exists (0:r=1)");
    const auto answer = ask(copies);
    ASSERT_TRUE(answer.declined);
    EXPECT_NE(answer.declined->find("thin air"), std::string::npos);
    EXPECT_TRUE(answer.outcomes.empty());
    // Where a model or the request excludes them, none is left to decline for.
    EXPECT_EQ(outcomes_of(ask(copies, {}, "rc11")), Outcomes{{0}});
    model::EngineRequest request;
    request.forbid_thin_air = model::ThinAir::dependency;
    EXPECT_EQ(outcomes_of(ask(copies, request)), Outcomes{{0}});
}

/// Sixty writes of one location are some ten thousand clauses about their order.
TEST(ExplicitEngine, SaysWhyWhereItWasCutBeforeItSearched) {
    std::string stores;
    for (int i = 1; i <= 30; ++i)
        stores += "  atomic_store_explicit(x, " + std::to_string(i) + ", memory_order_relaxed);\n";
    for (std::uint64_t question = 1; question <= 20; ++question) {
        const test::CountedBudget budget(question);
        model::EngineRequest request;
        request.budget = budget.budget();
        const auto answer = ask(in_c(stores, stores + kReadX, "exists (1:r=0)"), request, "rc11");
        EXPECT_EQ(budget.asked(), question);
        EXPECT_EQ(answer.incomplete, describe(StopReason::memory));
        EXPECT_EQ(answer.undefined_incomplete, answer.incomplete);
        EXPECT_TRUE(answer.outcomes.empty());
        EXPECT_EQ(answer.condition_satisfiable, std::nullopt);
        EXPECT_EQ(answer.race_free, std::nullopt);
    }
}

TEST(ExplicitEngine, ListsOutcomesOutOfThinAir) {
    const std::string branches =
        in_c(std::string(kReadX) + "  if (r) atomic_store_explicit(y, 1, memory_order_relaxed);\n",
             std::string(kReadY) + "  if (r) atomic_store_explicit(x, 1, memory_order_relaxed);\n",
             "exists (0:r=1)");
    const auto thin_air = [&](const model::EngineRequest& request) {
        std::vector<bool> found;
        for (const model::OutcomeEntry& each : ask(branches, request).outcomes)
            found.push_back(each.out_of_thin_air);
        return found;
    };
    EXPECT_EQ(thin_air({}), (std::vector{false, true}));
    // Of one cycle of reads-from there are executions with several values.
    EXPECT_EQ(thin_air({.all_executions = true}), (std::vector{false, true}));
    model::EngineRequest request;
    request.outcomes = false;
    EXPECT_EQ(ask(branches, request).condition_satisfiable, true);
}

/// What the first read may read is chosen by the second one, of which more is computed.
TEST(ExplicitEngine, KnowsValuesWithWhichConditionsAreDecided) {
    const auto answer =
        ask(in_c(kReadY,
                 std::string(kReadX) +
                     "  atomic_store_explicit(y, (r + 1 == 6) ? 1 : 2, memory_order_relaxed);\n"
                     "  int s = r + 1;\n",
                 "P2 (atomic_int* x) {\n  atomic_store_explicit(x, 5, memory_order_relaxed);\n}\n"
                 "exists (1:s=6 /\\ 0:r=1)"),
            {}, "rc11");
    EXPECT_EQ(answer.declined, std::nullopt);
    EXPECT_EQ(outcomes_of(answer), (Outcomes{{0, 1}, {0, 6}, {1, 6}, {2, 1}}));
}

TEST(ExplicitEngine, DeclinesTooManyValues) {
    std::string writes;
    for (int i = 1; i <= 520; ++i)
        writes += "  atomic_store_explicit(x, " + std::to_string(i) + ", memory_order_relaxed);\n";
    const auto answer = ask(in_c(writes, kReadX, "exists (1:r=520)"), {}, "rc11");
    ASSERT_TRUE(answer.declined);
    EXPECT_NE(answer.declined->find("512 values"), std::string::npos);
}

}  // namespace
}  // namespace clmm::explorer
