#include "clmm/comparison/table.h"

#include <gtest/gtest.h>

namespace clmm::comparison {
namespace {

Answer answer(std::vector<std::string> states, bool complete = true) {
    return {.states = std::move(states), .count = 0, .complete = complete, .racy = false};
}

TEST(Differences, AreStatesThatSomeExclude) {
    const Row row{"T", "", {answer({"x=1", "x=2"}), answer({"x=1"}), std::nullopt}};
    const Differences found = differences(row);
    ASSERT_EQ(found.states.size(), 1U);
    EXPECT_EQ(found.states[0].state, "x=2");
    EXPECT_EQ(found.states[0].in,
              (std::vector{Membership::present, Membership::absent, Membership::open}));
}

TEST(Differences, AreNotWhatWasNotSeen) {
    // A run has fewer states than a model allows.
    EXPECT_FALSE(differences({"T", "", {answer({"x=1", "x=2"}), answer({"x=1"}, false)}}).any());
    // … but more is a difference.
    EXPECT_TRUE(differences({"T", "", {answer({"x=1"}), answer({"x=1", "x=2"}, false)}}).any());
}

TEST(Differences, OfRacesAreThoseThatAreKnown) {
    Answer racy = answer({"x=1"});
    racy.racy = true;
    Answer unknown = answer({"x=1"});
    unknown.racy.reset();
    EXPECT_TRUE(differences({"T", "", {answer({"x=1"}), racy}}).races);
    EXPECT_FALSE(differences({"T", "", {unknown, racy}}).any());
}

TEST(Differences, OfObservationsWhereStatesAreTheSame) {
    Answer always = answer({"x=1"});
    always.observation = enumerator::Observation::always;
    Answer never = answer({"x=1"});
    never.observation = enumerator::Observation::never;
    EXPECT_TRUE(differences({"T", "", {always, never}}).observation);
    EXPECT_FALSE(differences({"T", "", {always, always}}).any());
}

TEST(Differences, AreNoneOfProblems) {
    Answer failed;
    failed.problem = "about another language";
    EXPECT_FALSE(differences({"T", "", {answer({"x=1"}), failed}}).any());
}

}  // namespace
}  // namespace clmm::comparison
