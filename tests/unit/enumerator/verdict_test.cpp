#include "clmm/enumerator/verdict.h"

#include <gtest/gtest.h>

namespace clmm::enumerator {
namespace {

using litmus::Quantifier;
using model::EngineAnswer;

model::OutcomeEntry outcome(std::uint64_t value, bool satisfies, std::uint64_t executions = 1) {
    model::OutcomeEntry entry;
    entry.values = {value};
    entry.satisfies_condition = satisfies;
    entry.executions = executions;
    return entry;
}

/// What an engine says that has listed all outcomes.
EngineAnswer complete(std::vector<bool> outcomes) {
    EngineAnswer answer;
    bool some = false, every = true;
    std::vector<model::OutcomeEntry> entries;
    for (const bool satisfies : outcomes) {
        entries.push_back(outcome(entries.size(), satisfies));
        some = some || satisfies;
        every = every && satisfies;
    }
    answer.outcomes = std::move(entries);
    answer.condition_satisfiable = some;
    answer.condition_always = every;
    return answer;
}

/// The same, cut short.
EngineAnswer cut_short(const std::vector<bool>& outcomes) {
    EngineAnswer answer = complete(outcomes);
    if (!*answer.condition_satisfiable) answer.condition_satisfiable.reset();
    if (*answer.condition_always) answer.condition_always.reset();
    answer.incomplete = "timeout";
    return answer;
}

/// The same, with a loop that goes on.
EngineAnswer bounded(const std::vector<bool>& outcomes) {
    EngineAnswer answer = complete(outcomes);
    answer.bound_reached = true;
    return answer;
}

struct Case {
    const char* what;
    Quantifier quantifier;
    EngineAnswer answer;
    Verdict verdict;
    Observation observation;
};

TEST(Verdict, Table) {
    const std::vector<Case> cases{
        {"found", Quantifier::exists, complete({true, false}), Verdict::holds,
         Observation::sometimes},
        {"not found", Quantifier::exists, complete({false}), Verdict::fails, Observation::never},
        {"no execution", Quantifier::exists, complete({}), Verdict::fails, Observation::never},
        {"found in time", Quantifier::exists, cut_short({true}), Verdict::holds,
         Observation::unknown},
        {"both in time", Quantifier::exists, cut_short({true, false}), Verdict::holds,
         Observation::sometimes},
        {"not found in time", Quantifier::exists, cut_short({false}), Verdict::unknown,
         Observation::unknown},
        {"found in bound", Quantifier::exists, bounded({true}), Verdict::holds,
         Observation::unknown},
        {"not found in bound", Quantifier::exists, bounded({false}), Verdict::unknown,
         Observation::unknown},
        {"none", Quantifier::not_exists, complete({false}), Verdict::holds, Observation::never},
        {"one", Quantifier::not_exists, cut_short({true}), Verdict::fails, Observation::unknown},
        {"none in bound", Quantifier::not_exists, bounded({false}), Verdict::unknown,
         Observation::unknown},
        {"all", Quantifier::forall, complete({true, true}), Verdict::holds, Observation::always},
        {"counterexample", Quantifier::forall, complete({true, false}), Verdict::fails,
         Observation::sometimes},
        {"counterexample in time", Quantifier::forall, cut_short({false}), Verdict::fails,
         Observation::unknown},
        {"all in time", Quantifier::forall, cut_short({true}), Verdict::unknown,
         Observation::unknown},
        {"all in bound", Quantifier::forall, bounded({true}), Verdict::unknown,
         Observation::unknown},
        {"vacuous", Quantifier::forall, complete({}), Verdict::holds, Observation::never},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(verdict(c.quantifier, c.answer), c.verdict) << c.what;
        EXPECT_EQ(observe(c.answer), c.observation) << c.what;
    }
}

TEST(Verdict, ATestWithoutConditionHoldsIfItsOutcomesAreKnown) {
    EXPECT_EQ(verdict(std::nullopt, complete({true})), Verdict::holds);
    EXPECT_EQ(verdict(std::nullopt, cut_short({true})), Verdict::unknown);
}

TEST(Verdict, AnEngineThatOnlyDecidesIsBelieved) {
    EngineAnswer answer;
    answer.condition_satisfiable = true;
    answer.condition_always = false;
    EXPECT_EQ(observe(answer), Observation::sometimes);
    EXPECT_EQ(verdict(Quantifier::forall, answer), Verdict::fails);
}

TEST(Tally, CountsOutcomesOrExecutions) {
    EngineAnswer answer;
    answer.outcomes = {outcome(0, true, 5), outcome(1, false, 2), outcome(2, true, 1)};
    EXPECT_EQ(tally(answer, false), (Tally{2, 1}));
    EXPECT_EQ(tally(answer, true), (Tally{6, 2}));
}

TEST(Racy, IsUnknownWhereALoopWasCutShortWithoutARace) {
    EngineAnswer answer;
    EXPECT_EQ(racy(answer), std::nullopt);
    answer.race_free = true;
    EXPECT_EQ(racy(answer), false);
    answer.bound_reached = true;
    EXPECT_EQ(racy(answer), std::nullopt);
    answer.undefined.push_back({"unsequenced-race", "", {}, model::Execution(), std::nullopt});
    EXPECT_EQ(racy(answer), true);
}

TEST(Racy, OtherUndefinedBehaviourIsNoRace) {
    EngineAnswer answer;
    answer.race_free = true;
    answer.undefined.push_back({"barrier-divergence", "", {}, model::Execution(), std::nullopt});
    EXPECT_EQ(racy(answer), false);
}

TEST(WhyIncomplete, NamesTheLoop) {
    litmus::LitmusTest test;
    test.source = std::make_shared<const Source>("t", "one\ntwo while\n");
    litmus::EventStructure structure;
    structure.bounds.push_back({structure.terms.boolean(true), {8, 13}, false});
    structure.bounds.push_back({structure.terms.boolean(true), {0, 3}, true});
    EngineAnswer answer;
    EXPECT_EQ(why_incomplete(answer, structure, test, 4), "");
    answer.bound_reached = true;
    EXPECT_EQ(why_incomplete(answer, structure, test, 4),
              "a loop may go on beyond --unroll 4 (line 2)");
    structure.bounds.push_back({structure.terms.boolean(true), {0, 3}, false});
    EXPECT_EQ(why_incomplete(answer, structure, test, 2), "a loop may go on beyond --unroll 2");
    answer.incomplete = "timeout";
    EXPECT_EQ(why_incomplete(answer, structure, test, 2), "timeout");
}

}  // namespace
}  // namespace clmm::enumerator
