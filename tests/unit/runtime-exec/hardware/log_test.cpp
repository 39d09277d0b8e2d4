#include "clmm/hardware/log.h"

#include <gtest/gtest.h>

namespace clmm::hardware {
namespace {

using litmus::Quantifier;

ObservedTest sample(std::optional<Quantifier> quantifier) {
    return {.name = "MP",
            .quantifier = quantifier,
            .condition = "exists (1:r0=1 /\\ 1:r1=0)",
            .hash = "0123",
            .states = {{"1:r0=0; 1:r1=0;", 123456789, false}, {"1:r0=1; 1:r1=0;", 2, true}},
            .filtered = 0,
            .seconds = 0.314};
}

TEST(Log, IsLitmus7s) {
    EXPECT_EQ(to_log(sample(Quantifier::exists)),
              "Test MP Allowed\n"
              "Histogram (2 states)\n"
              "123456789:>1:r0=0; 1:r1=0;\n"
              "2       *>1:r0=1; 1:r1=0;\n"
              "Ok\n"
              "\n"
              "Witnesses\n"
              "Positive: 2, Negative: 123456789\n"
              "Condition exists (1:r0=1 /\\ 1:r1=0) is validated\n"
              "Hash=0123\n"
              "Observation MP Sometimes 2 123456789\n"
              "Time MP 0.31\n");
}

/// From `Positive` on.
std::string tail(const ObservedTest& test) {
    const std::string text = to_log(test);
    return text.substr(text.find("Positive"));
}

TEST(Log, WitnessesOfAForbiddenStateAreNegative) {
    const ObservedTest test = sample(Quantifier::not_exists);
    EXPECT_FALSE(test.is_validated());
    EXPECT_EQ(to_log(test).substr(0, 18), "Test MP Forbidden\n");
    EXPECT_NE(to_log(test).find("\nNo\n"), std::string::npos);
    EXPECT_EQ(tail(test),
              "Positive: 123456789, Negative: 2\n"
              "Condition exists (1:r0=1 /\\ 1:r1=0) is NOT validated\n"
              "Hash=0123\nObservation MP Sometimes 2 123456789\nTime MP 0.31\n");
}

TEST(Log, OneStateIsOne) {
    ObservedTest test = sample(Quantifier::exists);
    test.states.pop_back();
    test.seconds = std::nullopt;
    test.filtered = 3;
    EXPECT_NE(to_log(test).find("Histogram (1 state)\n"), std::string::npos);
    EXPECT_FALSE(test.is_validated());
    EXPECT_EQ(tail(test),
              "Positive: 0, Negative: 123456789\n"
              "Condition exists (1:r0=1 /\\ 1:r1=0) is NOT validated\n"
              "Hash=0123\nObservation MP Never 0 123456789\nFiltered 3\n");
}

TEST(Log, WithoutAConditionEverythingIsRequired) {
    ObservedTest test = sample(std::nullopt);
    for (auto& state : test.states) state.satisfies = true;
    EXPECT_TRUE(test.is_validated());
    EXPECT_NE(to_log(test).find("Test MP Required\n"), std::string::npos);
    EXPECT_NE(to_log(test).find("Condition forall (true) is validated\n"), std::string::npos);
    EXPECT_NE(to_log(test).find("Observation MP Always 123456791 0\n"), std::string::npos);
}

}  // namespace
}  // namespace clmm::hardware
