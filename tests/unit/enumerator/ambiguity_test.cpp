#include "clmm/enumerator/ambiguity.h"

#include <gtest/gtest.h>

#include "clmm/enumerator/check.h"

namespace clmm::enumerator {
namespace {

const model::Switch kSwitch{
    "order-S",
    "text-3.0",
    {{"text-3.0", "What orders\n   them? \"There shall\". [Atomic Operations,\n   paragraph 6]"},
     {"scoped", "No total order. [POPL 2016]"}}};

model::OutcomeEntry outcome(std::vector<std::uint64_t> values) {
    model::OutcomeEntry entry;
    entry.values = std::move(values);
    return entry;
}

CheckResult result(Verdict verdict, std::vector<std::vector<std::uint64_t>> outcomes) {
    CheckResult result;
    result.verdict = verdict;
    std::vector<model::OutcomeEntry> entries;
    for (auto& values : outcomes) entries.push_back(outcome(std::move(values)));
    result.answer.outcomes = std::move(entries);
    return result;
}

TEST(Ambiguity, the_comments_of_a_switch_are_a_question_and_its_paragraph) {
    const Ambiguity found = compare(kSwitch, kSwitch.values[1], {}, {});
    EXPECT_EQ(found.name, "order-S");
    EXPECT_EQ(found.value, "scoped");
    EXPECT_EQ(found.question, "What orders them? \"There shall\".");
    EXPECT_EQ(found.citation, "Atomic Operations, paragraph 6");
    EXPECT_EQ(found.note, "No total order.");
    EXPECT_FALSE(found.changes());
}

TEST(Ambiguity, outcomes_are_compared_by_their_values) {
    const Ambiguity found =
        compare(kSwitch, kSwitch.values[1], result(Verdict::holds, {{0, 1}, {1, 1}}),
                result(Verdict::holds, {{1, 1}, {2, 0}, {2, 1}}));
    EXPECT_EQ(found.outcomes, 3U);
    EXPECT_EQ(found.added, 2U);
    EXPECT_EQ(found.removed, 1U);
    EXPECT_TRUE(found.changes());
    EXPECT_FALSE(found.changes_verdict);
}

TEST(Ambiguity, members_of_a_family_are_one_outcome) {
    CheckResult a = result(Verdict::holds, {{7, 1}});
    CheckResult b = result(Verdict::holds, {{9, 1}});
    for (CheckResult* each : {&a, &b}) {
        model::OutcomeEntry family = each->answer.outcomes[0];
        family.family = model::Family{{0, -1}, model::Extent::every};
        each->answer.outcomes = {family};
    }
    EXPECT_FALSE(compare(kSwitch, kSwitch.values[1], a, b).changes());
}

TEST(Ambiguity, undefined_behaviour_is_compared_by_kind) {
    CheckResult racy = result(Verdict::fails, {});
    for (int i = 0; i < 2; ++i) racy.answer.undefined.emplace_back().kind = "data-race";
    const Ambiguity found = compare(kSwitch, kSwitch.values[1], result(Verdict::fails, {}), racy);
    EXPECT_EQ(found.undefined, std::vector<std::string>{"data-race"});
    EXPECT_TRUE(found.changes_undefined);
}

TEST(Ambiguity, a_reading_may_reject_a_test) {
    const Ambiguity found = rejected(kSwitch, kSwitch.values[1],
                                     {{Severity::warning, "W-X", "", "", nullptr, {}},
                                      {Severity::error, "E-SCOPE", "", "", nullptr, {}}});
    EXPECT_EQ(found.rejected, "E-SCOPE");
    EXPECT_TRUE(found.changes());
}

}  // namespace
}  // namespace clmm::enumerator
