// A search that is divided among threads answers as one thread does.
#include <gtest/gtest.h>

#include "../bench/scaling/families.h"
#include "clmm/explorer/explicit_engine.h"
#include "clmm/model/possible_sources.h"
#include "search_fixture.h"
#include "support/answers_alike.h"
#include "support/counted_budget.h"

namespace clmm::explorer {
namespace {

using model::EngineAnswer;
using test::differences;

struct Given {
    std::string name;
    EventStructure structure;
    model::MemoryModel model;

    [[nodiscard]] EngineAnswer answer(unsigned jobs, Dividing dividing,
                                      const Budget& budget = {}) const {
        model::EngineRequest request;
        request.jobs = jobs;
        request.endless = true;
        request.budget = budget;
        return ExplicitEngine(ClosingEffort::usual, dividing).run(structure, model, request);
    }
};

Given family(char family, int n, bench::Dialect dialect) {
    const bool is_c = dialect == bench::Dialect::c;
    return {family + std::to_string(n) + (is_c ? " in C" : " in OpenCL C"),
            structure_of(bench::FamilyWriter(family, n, dialect).text()),
            model::shipped_model(is_c ? "rc11" : "opencl-3.0").value()};
}

std::uint64_t parts(const EngineAnswer& answer) {
    for (const model::Statistic& each : answer.statistics)
        if (each.what == "parts") return each.count;
    return 0;
}

class Divided : public testing::TestWithParam<char> {};

TEST_P(Divided, AnyNumberOfThreadsGivesTheSame) {
    for (const bench::Dialect dialect : {bench::Dialect::c, bench::Dialect::opencl}) {
        const Given given = family(GetParam(), 3, dialect);
        const EngineAnswer one = given.answer(1, Dividing::all);
        EXPECT_GT(parts(one), 0U) << given.name;
        const EngineAnswer whole = given.answer(1, Dividing::long_ones);
        EXPECT_EQ(test::facts(one), test::facts(whole)) << given.name;
        for (const unsigned jobs : {2U, 8U})
            EXPECT_EQ(differences(given.answer(jobs, Dividing::all), one), "")
                << given.name << ", " << jobs << " threads";
    }
}

INSTANTIATE_TEST_SUITE_P(Families, Divided, testing::Values('c', 'g', 'h', 'k'));

TEST(Divided, SmallTestsAreNot) {
    for (const char each : {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'k'})
        EXPECT_EQ(parts(family(each, 3, bench::Dialect::c).answer(2, Dividing::long_ones)), 0U);
}

TEST(Divided, LongOnesAre) {
    const Given given = family('h', 5, bench::Dialect::c);
    const EngineAnswer one = given.answer(1, Dividing::long_ones);
    EXPECT_GT(parts(one), 0U);
    EXPECT_EQ(differences(given.answer(3, Dividing::long_ones), one), "");
}

/// Of many writes of one unit something is asked while a search is made.
TEST(Divided, ManyWritesOfOneUnit) {
    const Given given = family('g', 6, bench::Dialect::c);
    const EngineAnswer one = given.answer(1, Dividing::long_ones);
    EXPECT_GT(parts(one), 0U);
    EXPECT_EQ(one.outcomes.size(), Natural(33'505));
    EXPECT_EQ(given.answer(3, Dividing::long_ones).outcomes.size(), Natural(33'505));
}

/// With a race, whose witness is shown, and with more outcomes than are wanted.
TEST(Divided, WhatIsShownDoesNotDependOnThreads) {
    Given given = family('h', 3, bench::Dialect::c);
    std::string text = bench::FamilyWriter('h', 3, bench::Dialect::c).text();
    const auto at = text.find("memory_order_release");
    ASSERT_NE(at, std::string::npos);
    text.replace(at, std::string("memory_order_release").size(), "memory_order_relaxed");
    given.structure = structure_of(text);
    const EngineAnswer one = given.answer(1, Dividing::all);
    EXPECT_FALSE(one.undefined.empty());
    for (const unsigned jobs : {2U, 8U})
        EXPECT_EQ(differences(given.answer(jobs, Dividing::all), one), "") << jobs;
}

TEST(Divided, LimitOfOutcomesIsTheSame) {
    const Given given = family('g', 3, bench::Dialect::c);
    const auto limited = [&](unsigned jobs, Dividing dividing, std::uint64_t limit) {
        model::EngineRequest request;
        request.jobs = jobs;
        request.outcome_limit = limit;
        return ExplicitEngine(ClosingEffort::usual, dividing)
            .run(given.structure, given.model, request);
    };
    for (const std::uint64_t limit : {1U, 2U, 7U, 100U, 190U, 195U, 196U}) {
        const EngineAnswer whole = limited(1, Dividing::long_ones, limit);
        const EngineAnswer one = limited(1, Dividing::all, limit);
        EXPECT_EQ(test::facts(one), test::facts(whole)) << limit;
        EXPECT_EQ(differences(limited(8, Dividing::all, limit), one), "") << limit;
    }
}

/// In one thread the n-th question is the same in each run; in several something else may have been
/// found by then, and all of it is in the whole answer.
TEST(Divided, InterruptedSearchesSayNothingElse) {
    for (const char each : {'c', 'g', 'h', 'k'}) {
        const Given given = family(each, 3, bench::Dialect::c);
        const EngineAnswer whole = given.answer(1, Dividing::all);
        for (const unsigned jobs : {1U, 2U, 8U})
            for (std::uint64_t n = 1; n <= 60; ++n) {
                const test::CountedBudget budget(n);
                EXPECT_EQ(test::beyond(given.answer(jobs, Dividing::all, budget.budget()), whole),
                          "")
                    << given.name << ", " << jobs << " threads, question " << n;
            }
    }
}

}  // namespace
}  // namespace clmm::explorer
