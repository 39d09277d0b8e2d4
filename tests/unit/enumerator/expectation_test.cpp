#include "clmm/enumerator/expectation.h"

#include <gtest/gtest.h>

namespace clmm::enumerator {
namespace {

using litmus::Quantifier;

model::EngineAnswer allowed_and_race_free() {
    model::EngineAnswer answer;
    answer.condition_satisfiable = true;
    answer.condition_always = false;
    answer.race_free = true;
    return answer;
}

TEST(Claims, WordsAndBack) {
    for (const char* word : {"allowed", "forbidden", "holds", "fails", "racy", "race-free"})
        EXPECT_EQ(to_string(parse_claim(word).value()), word);
    EXPECT_EQ(parse_claim("perhaps"), std::nullopt);
}

TEST(Claims, AllowedSpeaksOfThePropositionHoldsOfTheQuantifiedCondition) {
    const auto answer = allowed_and_race_free();
    const auto judge_not_exists = [&](Claim claim) {
        return judge(claim, Quantifier::not_exists, answer);
    };
    EXPECT_EQ(judge_not_exists(Claim::allowed), ClaimStatus::met);
    EXPECT_EQ(judge_not_exists(Claim::forbidden), ClaimStatus::failed);
    EXPECT_EQ(judge_not_exists(Claim::holds), ClaimStatus::failed);
    EXPECT_EQ(judge_not_exists(Claim::fails), ClaimStatus::met);
    EXPECT_EQ(judge_not_exists(Claim::race_free), ClaimStatus::met);
    EXPECT_EQ(judge_not_exists(Claim::racy), ClaimStatus::failed);
}

TEST(Claims, UndecidedAnswersLeaveThemUnknown) {
    model::EngineAnswer answer;
    answer.incomplete = "timeout";
    for (const Claim claim : {Claim::allowed, Claim::forbidden, Claim::holds, Claim::fails,
                              Claim::racy, Claim::race_free})
        EXPECT_EQ(judge(claim, Quantifier::exists, answer), ClaimStatus::unknown);
}

TEST(Expectations, OnlyThoseOfTheModelCount) {
    litmus::LitmusTest test;
    test.quantifier = Quantifier::exists;
    test.expectations = {
        {.model = "", .allowed = true, .holds = std::nullopt, .race_free = true, .span = {1, 2}},
        {.model = "sc",
         .allowed = false,
         .holds = std::nullopt,
         .race_free = std::nullopt,
         .span = {3, 4}},
        {.model = "rc11",
         .allowed = std::nullopt,
         .holds = false,
         .race_free = std::nullopt,
         .span = {5, 6}},
    };
    const auto results = judge_expectations(test, "rc11", allowed_and_race_free());
    ASSERT_EQ(results.size(), 3U);
    EXPECT_EQ(results[0].claim, Claim::allowed);
    EXPECT_EQ(results[0].status, ClaimStatus::met);
    EXPECT_EQ(results[1].claim, Claim::race_free);
    EXPECT_EQ(results[2].claim, Claim::fails);
    EXPECT_EQ(results[2].status, ClaimStatus::failed);
    EXPECT_EQ(results[2].span.begin, 5U);
}

}  // namespace
}  // namespace clmm::enumerator
