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

/// Each thread stores what it has read, or what the operator makes of that.
std::string copies(const std::string& changed, const std::string& condition) {
    return in_c(std::string(kReadX) + "  atomic_store_explicit(y, r" + changed +
                    ", memory_order_relaxed);\n",
                std::string(kReadY) + "  atomic_store_explicit(x, r, memory_order_relaxed);\n",
                condition);
}

TEST(ExplicitEngine, DeclinesChangedValuesOutOfThinAir) {
    const std::string changed = copies(" * 3", "exists (0:r=1)");
    const auto answer = ask(changed);
    ASSERT_TRUE(answer.declined);
    EXPECT_NE(answer.declined->find("thin air"), std::string::npos);
    EXPECT_TRUE(answer.outcomes.empty());
    // Where a model or the request excludes them, none is left to decline for.
    EXPECT_EQ(outcomes_of(ask(changed, {}, "rc11")), Outcomes{{0}});
    model::EngineRequest request;
    request.forbid_thin_air = model::ThinAir::dependency;
    EXPECT_EQ(outcomes_of(ask(changed, request)), Outcomes{{0}});
}

/// What goes round unchanged is one family, beside which the member stands that the condition
/// names.
TEST(ExplicitEngine, ListsValuesThatGoRoundAsAFamily) {
    const auto answer = ask(copies("", "exists (0:r=7 /\\ 1:r=7)"));
    ASSERT_EQ(answer.declined, std::nullopt);
    const auto entries = answer.outcomes.list();
    ASSERT_EQ(entries.size(), 3U);
    EXPECT_EQ(entries[0].values, (std::vector<std::uint64_t>{0, 0}));
    EXPECT_FALSE(entries[0].out_of_thin_air);
    EXPECT_EQ(entries[1].values, (std::vector<std::uint64_t>{7, 7}));
    EXPECT_TRUE(entries[1].out_of_thin_air);
    ASSERT_TRUE(entries[2].family);
    EXPECT_EQ(entries[2].family->free_group, (std::vector{0, 0}));
    EXPECT_EQ(entries[2].family->extent, model::Extent::every);
    EXPECT_FALSE(entries[2].family->unspecified);
    EXPECT_EQ(answer.condition_satisfiable, true);
    EXPECT_EQ(answer.condition_always, false);
    // Both threads read the same.
    EXPECT_EQ(ask(copies("", "exists (0:r=7 /\\ 1:r=8)")).condition_satisfiable, false);
    EXPECT_TRUE(ask(copies("", "exists (0:r<7)")).declined);
    EXPECT_TRUE(ask(copies("", "exists (0:r=7)"), {.all_executions = true}).declined);
}

/// What goes round where nobody looks is no outcome of its own, but there are executions with it.
TEST(ExplicitEngine, LooksPastValuesThatGoRoundUnseen) {
    const std::string unseen =
        copies("",
               "P2 (atomic_int* z) {\n  atomic_store_explicit(z, 1, memory_order_relaxed);\n}\n"
               "exists (z=1)");
    const auto answer = ask(unseen);
    EXPECT_EQ(answer.declined, std::nullopt);
    EXPECT_EQ(outcomes_of(answer), Outcomes{{1}});
    EXPECT_TRUE(answer.outcomes.families().empty());
    EXPECT_FALSE(answer.outcomes.list().front().out_of_thin_air);
    EXPECT_TRUE(ask(unseen, {.all_executions = true}).declined);
}

/// Whether a store takes place must not depend on what goes round.
TEST(ExplicitEngine, DeclinesWhereValuesThatGoRoundDecide) {
    const auto answer =
        ask(in_c(std::string(kReadX) + "  atomic_store_explicit(y, r, memory_order_relaxed);\n",
                 std::string(kReadY) + "  atomic_store_explicit(x, r, memory_order_relaxed);\n"
                                       "  if (r > 5) { atomic_store_explicit(y, 2, "
                                       "memory_order_relaxed); }\n",
                 "exists (0:r=1)"));
    ASSERT_TRUE(answer.declined);
    EXPECT_NE(answer.declined->find("nothing fixes"), std::string::npos);
}

/// Nor may what is seen, by more than being shown: no value is above 5 and below 3.
TEST(ExplicitEngine, DeclinesWhatIsComparedWithValuesThatNothingFixes) {
    const auto circle = [](const std::string& seen) {
        return ask(in_c(
            std::string(kReadX) + "  atomic_store_explicit(y, r, memory_order_relaxed);\n" + seen,
            std::string(kReadY) + "  atomic_store_explicit(x, r, memory_order_relaxed);\n",
            "exists (0:s=1)"));
    };
    for (const char* const seen : {"  int s = (r > 5) ? ((r < 3) ? 1 : 2) : 3;\n",
                                   "  int s = r > 5;\n", "  int s = !r;\n"}) {
        const auto answer = circle(seen);
        ASSERT_TRUE(answer.declined) << seen;
        EXPECT_NE(answer.declined->find("nothing fixes"), std::string::npos);
    }
    EXPECT_EQ(circle("  int s = 1;\n").declined, std::nullopt);
}

std::string with_invalidated(const std::string& code, const std::string& condition) {
    return "OPENCL test\n{ buffer uint x[2] = {1, 2}; cl_command_queue q; }\n"
           "P0@host (global uint* x) {\n"
           "  uint* p = clEnqueueMapBuffer(q, x, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION);\n" +
           code + "  clEnqueueUnmapMemObject(q, x, p);\n}\n" + condition + "\n";
}

TEST(ExplicitEngine, ListsUnspecifiedValuesAsFamilies) {
    using model::Extent;
    const auto extent = [](const std::string& value) -> std::optional<Extent> {
        const auto answer = ask(with_invalidated("  uint r = " + value + ";\n  uint t = 1;\n",
                                                 "locations [0:r;]\nexists (0:t=1)"));
        if (answer.declined) return std::nullopt;
        const std::vector<model::OutcomeEntry>& families = answer.outcomes.families();
        EXPECT_EQ(families.size(), 1U);
        EXPECT_EQ(answer.condition_always, true);
        if (families.empty()) return std::nullopt;
        EXPECT_TRUE(families.front().family->unspecified);
        return families.front().family->extent;
    };
    EXPECT_EQ(extent("p[0]"), Extent::every);
    EXPECT_EQ(extent("p[0] - p[1]"), Extent::every);
    EXPECT_EQ(extent("5 - p[0] * 3"), Extent::every);
    EXPECT_EQ(extent("p[0] * 6 + 1"), Extent::some);
    EXPECT_EQ(extent("p[0] << 1"), Extent::some);
    EXPECT_EQ(extent("p[0] & 0xffffff"), Extent::some);
    EXPECT_EQ(extent("p[0] * p[1]"), std::nullopt);
    EXPECT_EQ(extent("p[0] + (p[0] >> 1)"), std::nullopt);
    EXPECT_EQ(extent("p[0] > 5 ? p[0] : 6"), std::nullopt);
}

/// What an odd number cannot be is no member.
TEST(ExplicitEngine, DecidesConditionsOnUnspecifiedValues) {
    const auto is_satisfiable = [](const std::string& value, const std::string& condition) {
        const auto answer =
            ask(with_invalidated("  uint r = " + value + ";\n", "exists (" + condition + ")"));
        EXPECT_EQ(answer.declined, std::nullopt);
        return answer.condition_satisfiable;
    };
    EXPECT_EQ(is_satisfiable("p[0]", "0:r=3"), true);
    EXPECT_EQ(is_satisfiable("p[0] * 2", "0:r=3"), false);
    EXPECT_EQ(is_satisfiable("p[0] * 2", "0:r=4"), true);
    EXPECT_EQ(is_satisfiable("p[0] & 0xfffffffe", "0:r=3"), false);
    EXPECT_EQ(is_satisfiable("p[0]", "0:r=3 /\\ 0:r=4"), false);
    EXPECT_EQ(is_satisfiable("p[0]", "~(0:r=3) /\\ ~(0:r=4)"), true);
}

/// Few members are listed one by one.
TEST(ExplicitEngine, ListsFewUnspecifiedValues) {
    EXPECT_EQ(outcomes_of(ask(with_invalidated("  uint r = (p[1] & 5) | 8;\n", "exists (0:r=9)"))),
              (Outcomes{{8}, {9}, {12}, {13}}));
    EXPECT_TRUE(ask(with_invalidated("  uint r = p[1] & 31;\n",
                                     "exists (0:r=1 \\/ 0:r=2 \\/ 0:r=3 \\/ 0:r=4)"))
                    .outcomes.families()
                    .size() == 1);
}

/// Where a value names all others, it stands beside the family.
TEST(ExplicitEngine, NamesTheOneUnspecifiedValueThatRefutes) {
    const auto answer = ask(with_invalidated("  uint r = p[0];\n", "forall (~(0:r=7))"));
    ASSERT_EQ(answer.outcomes.size(), Natural(2));
    EXPECT_EQ(answer.outcomes.list()[0].values, std::vector<std::uint64_t>{7});
    EXPECT_TRUE(answer.outcomes.families().front().satisfies_condition);
    EXPECT_EQ(answer.condition_always, false);
}

/// In program order no value goes round, whatever a read may see as far as places tell.
TEST(ExplicitEngine, KnowsManyValuesInOneOrder) {
    const std::string digits =
        "OPENCL test\n{ int x=0; }\n"
        "int f(global int* x, int d) { *x = *x * 10 + d; return 0; }\n"
        "P0@wg 0, dev 0 (global int* x) {\n"
        "  int r = f(x, 1) + f(x, 2) + f(x, 3) + f(x, 4);\n}\n"
        "exists (x=4321)\n";
    const auto answer = ask(digits);
    EXPECT_EQ(answer.declined, std::nullopt);
    EXPECT_EQ(answer.outcomes.size(), Natural(24));
    EXPECT_EQ(answer.condition_satisfiable, true);
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

TEST(ExplicitEngine, KnowsAValueForEachEvent) {
    std::string writes;
    for (int i = 1; i <= 520; ++i)
        writes += "  atomic_store_explicit(x, " + std::to_string(i) + ", memory_order_relaxed);\n";
    const std::string reads =
        std::string(kReadX) + "  int s = atomic_load_explicit(x, memory_order_relaxed);\n";
    const auto satisfiable = [&](const char* condition) {
        model::EngineRequest request;
        request.outcomes = false;
        const auto answer = ask(in_c(writes, reads, condition), request, "rc11");
        EXPECT_EQ(answer.declined, std::nullopt);
        return answer.condition_satisfiable;
    };
    EXPECT_EQ(satisfiable("exists (1:r=2 /\\ 1:s=520)"), true);
    EXPECT_EQ(satisfiable("exists (1:r=520 /\\ 1:s=2)"), false);
}

/// Sums of what two reads read: few events, many values.
TEST(ExplicitEngine, DeclinesTooManyValues) {
    std::string writes;
    for (int i = 1; i <= 26; ++i)
        for (const auto& [name, value] : {std::pair("x", i), std::pair("y", 100 * i)})
            writes += std::string("  atomic_store_explicit(") + name + ", " +
                      std::to_string(value) + ", memory_order_relaxed);\n";
    const auto answer = ask(
        in_c(writes,
             std::string(kReadX) + "  int s = atomic_load_explicit(y, memory_order_relaxed);\n" +
                 "  int t = r + s;\n",
             "exists (1:t=5)"),
        {}, "rc11");
    ASSERT_TRUE(answer.declined);
    EXPECT_NE(answer.declined->find("more than 512"), std::string::npos);
}

}  // namespace
}  // namespace clmm::explorer
