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
    for (const char* word : {"allowed", "forbidden", "holds", "fails", "racy", "race-free",
                             "defined", "undefined", "divergence", "out-of-bounds"})
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

model::EngineAnswer with_undefined(const std::string& kind) {
    model::EngineAnswer answer = allowed_and_race_free();
    answer.undefined.emplace_back().kind = kind;
    return answer;
}

ClaimStatus judge_word(const char* word, const model::EngineAnswer& answer) {
    return judge(parse_claim(word).value(), std::nullopt, answer);
}

TEST(Claims, KindsOfUndefinedBehaviour) {
    const auto diverges = with_undefined("barrier-divergence");
    for (const char* word : {"undefined", "divergence", "barrier-divergence"}) {
        EXPECT_EQ(judge_word(word, diverges), ClaimStatus::met) << word;
        EXPECT_EQ(judge_word(word, allowed_and_race_free()), ClaimStatus::failed) << word;
    }
    EXPECT_EQ(judge_word("defined", diverges), ClaimStatus::failed);
    EXPECT_EQ(judge_word("defined", allowed_and_race_free()), ClaimStatus::met);
    EXPECT_EQ(judge_word("out-of-bounds", diverges), ClaimStatus::failed);
}

TEST(Claims, WhatWasNotSearchedIsUnknown) {
    auto answer = with_undefined("barrier-divergence");
    answer.unsearched = {"out-of-bounds"};
    answer.undefined_incomplete = "timeout";
    EXPECT_EQ(judge_word("out-of-bounds", answer), ClaimStatus::unknown);
    EXPECT_EQ(judge_word("division-by-zero", answer), ClaimStatus::failed);
    EXPECT_EQ(judge_word("divergence", answer), ClaimStatus::met);
    EXPECT_EQ(judge_word("defined", answer), ClaimStatus::failed);
    EXPECT_EQ(judge_word("defined", model::EngineAnswer()), ClaimStatus::unknown);
}

TEST(Expectations, UndefinedBehaviourThatNoClaimSpeaksOf) {
    const model::MemoryModel model;
    const auto unexpected = [&](const std::string& kind, const std::vector<ClaimResult>& claims) {
        return unexpected_kinds(with_undefined(kind), claims, model);
    };
    const auto claimed = [](const char* word) {
        return std::vector{ClaimResult{.claim = parse_claim(word).value(),
                                       .status = ClaimStatus::met,
                                       .origin = "--expect",
                                       .span = {}}};
    };
    EXPECT_EQ(unexpected("out-of-bounds", {}), std::vector<std::string>{"out-of-bounds"});
    EXPECT_EQ(unexpected("out-of-bounds", claimed("divergence")),
              std::vector<std::string>{"out-of-bounds"});
    EXPECT_TRUE(unexpected("out-of-bounds", claimed("undefined")).empty());
    EXPECT_TRUE(unexpected("barrier-divergence", claimed("divergence")).empty());
    EXPECT_TRUE(unexpected("data-race", {}).empty());
}

TEST(Expectations, OnlyThoseOfTheModelCount) {
    litmus::LitmusTest test;
    test.quantifier = Quantifier::exists;
    test.expectations = {
        {.model = "", .words = {{"allowed", {1, 2}}, {"race-free", {2, 3}}}, .span = {1, 3}},
        {.model = "sc", .words = {{"forbidden", {3, 4}}}, .span = {3, 4}},
        {.model = "rc11", .words = {{"fails", {5, 6}}}, .span = {4, 6}},
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
