#include "clmm/hardware/comparison.h"

#include <gtest/gtest.h>

namespace clmm::hardware {
namespace {

using Values = std::vector<std::uint64_t>;

model::OutcomeEntry outcome(Values values, bool satisfies = false) {
    model::OutcomeEntry entry;
    entry.values = std::move(values);
    entry.satisfies_condition = satisfies;
    return entry;
}

model::OutcomeEntry family(Values values, std::vector<int> groups, bool any_value) {
    model::OutcomeEntry entry = outcome(std::move(values));
    entry.out_of_thin_air = true;
    entry.family =
        model::Family{std::move(groups), any_value ? model::Extent::every : model::Extent::some};
    return entry;
}

/// What a model says that knows everything, and no race.
enumerator::CheckResult answer(std::vector<model::OutcomeEntry> outcomes) {
    enumerator::CheckResult result;
    result.answer.outcomes = std::move(outcomes);
    result.racy = false;
    return result;
}

Histogram seen(std::vector<SeenState> states) {
    Histogram histogram;
    for (const SeenState& state : states) histogram.instances += state.count;
    histogram.states = std::move(states);
    return histogram;
}

/// `0,0 12 allowed-seen; …`
std::string told(const Comparison& comparison) {
    std::string text;
    for (const ComparedState& state : comparison.states) {
        text += text.empty() ? "" : "; ";
        for (std::size_t i = 0; i < state.values.size(); ++i)
            text += (i == 0 ? "" : ",") + std::to_string(state.values[i]);
        text += " " + std::to_string(state.count) + " " + std::string(to_string(state.verdict));
    }
    return text;
}

TEST(Comparison, TellsSeenFromUnseen) {
    const auto compared = compare(seen({{{0, 0}, 12, false}, {{1, 1}, 3, true}}),
                                  answer({outcome({0, 0}), outcome({0, 1}), outcome({1, 1})}));
    EXPECT_EQ(told(compared), "0,0 12 allowed-seen; 0,1 0 allowed-unseen; 1,1 3 allowed-seen");
    EXPECT_EQ(compared.verdict, RunVerdict::consistent);
    EXPECT_EQ(compared.reason, "");
    EXPECT_EQ(compared.racy, false);
    EXPECT_EQ(compared.states[2].outcome, 2U);
}

TEST(Comparison, FindsWhatIsForbidden) {
    const auto compared =
        compare(seen({{{0, 0}, 12, false}, {{1, 0}, 1, true}}), answer({outcome({0, 0})}));
    EXPECT_EQ(told(compared), "0,0 12 allowed-seen; 1,0 1 forbidden");
    EXPECT_EQ(compared.verdict, RunVerdict::forbidden);
    EXPECT_FALSE(compared.states[1].outcome);
}

TEST(Comparison, UndefinedBehaviourAllowsAnything) {
    auto racy = answer({outcome({0})});
    racy.racy = true;
    racy.answer.undefined.emplace_back().kind = "data-race";
    const auto compared = compare(seen({{{7}, 1, false}}), racy);
    EXPECT_EQ(told(compared), "0 0 allowed-unseen; 7 1 allowed-seen");
    EXPECT_EQ(compared.verdict, RunVerdict::undefined);
    EXPECT_EQ(compared.reason, "data-race");
}

TEST(Comparison, WhatIsMissingFromAnIncompleteAnswerIsUndecided) {
    auto cut = answer({outcome({0})});
    cut.answer.bound_reached = true;
    cut.reason = "a loop goes on";
    const auto compared = compare(seen({{{0}, 5, false}, {{7}, 1, false}}), cut);
    EXPECT_EQ(told(compared), "0 5 allowed-seen; 7 1 undecided");
    EXPECT_EQ(compared.verdict, RunVerdict::unknown);
    EXPECT_EQ(compared.reason, "a loop goes on");
    // What is known of a state is not lost by what is not known of others.
    EXPECT_EQ(compare(seen({{{0}, 5, false}}), cut).verdict, RunVerdict::consistent);
    EXPECT_FALSE(compare(seen({{{0}, 5, false}}), cut).model_complete);
}

TEST(Comparison, WithoutAnAnswerAboutRacesNothingIsForbidden) {
    auto open = answer({outcome({0})});
    open.racy = std::nullopt;
    const auto compared = compare(seen({{{7}, 1, false}}), open);
    EXPECT_EQ(compared.verdict, RunVerdict::unknown);
    EXPECT_EQ(compared.reason, "it is not known whether the test races");
}

TEST(Comparison, AFamilyAllowsItsMembers) {
    const auto model = answer({outcome({0, 0}), family({42, 42}, {0, 0}, true)});
    const auto compared = compare(seen({{{0, 0}, 1, false}, {{7, 7}, 2, false}}), model);
    EXPECT_EQ(told(compared), "0,0 1 allowed-seen; 7,7 2 allowed-seen");
    EXPECT_EQ(compared.states[1].outcome, 1U);
    const auto other = compare(seen({{{7, 8}, 2, false}}), model);
    EXPECT_EQ(told(other), "0,0 0 allowed-unseen; 7,8 2 forbidden; 42,42 0 allowed-unseen");
}

TEST(Comparison, OfAFamilyOfSomeValuesOnlyTheKnownOneIsAllowed) {
    const auto model = answer({outcome({0, 0}), family({42, 42}, {0, 0}, false)});
    EXPECT_EQ(compare(seen({{{42, 42}, 1, false}}), model).verdict, RunVerdict::consistent);
    const auto compared = compare(seen({{{7, 7}, 1, false}}), model);
    EXPECT_EQ(compared.verdict, RunVerdict::unknown);
    EXPECT_NE(compared.reason.find("nothing fixes"), std::string::npos);
    EXPECT_EQ(compare(seen({{{7, 8}, 1, false}}), model).verdict, RunVerdict::forbidden);
}

TEST(Comparison, FixedObservablesOfAFamilyStayFixed) {
    const auto entry = family({1, 42, 5}, {-1, 0, 1}, true);
    EXPECT_TRUE(is_member(entry, {1, 9, 8}));
    EXPECT_FALSE(is_member(entry, {2, 9, 8}));
    EXPECT_FALSE(is_member(entry, {1, 9}));
    EXPECT_TRUE(is_member(outcome({3}), {3}));
    EXPECT_FALSE(is_member(outcome({3}), {4}));
}

TEST(Comparison, FilteredStatesAreNotJudged) {
    const auto compared = compare(seen({{{9}, 4, false, true}}), answer({outcome({0})}));
    EXPECT_EQ(told(compared), "0 0 allowed-unseen; 9 4 filtered");
    EXPECT_EQ(compared.verdict, RunVerdict::consistent);
}

TEST(Comparison, AForbiddenStateOutweighsAnUndecidedOne) {
    const auto model = answer({family({42, 42}, {0, 0}, false)});
    const auto compared = compare(seen({{{7, 7}, 1, false}, {{7, 8}, 1, false}}), model);
    EXPECT_EQ(compared.verdict, RunVerdict::forbidden);
    EXPECT_EQ(compared.reason, "");
}

}  // namespace
}  // namespace clmm::hardware
