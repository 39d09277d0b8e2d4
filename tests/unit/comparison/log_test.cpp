#include "clmm/comparison/log.h"

#include <gtest/gtest.h>

namespace clmm::comparison {
namespace {

Result<std::vector<LogEntry>> read(std::string text) {
    return read_log(std::make_shared<const Source>("some.log", std::move(text)));
}

std::string problem_of(std::string text) {
    const auto log = read(std::move(text));
    return log ? "" : render(log.diagnostics());
}

TEST(NormalState, IsTheSameHoweverItIsWritten) {
    EXPECT_EQ(normal_state("0:r0=1; x=&y;  (out of thin air)"), "0:r0=1; x=y");
    EXPECT_EQ(normal_state("0:r0=1; x=y;  # out of thin air"), "0:r0=1; x=y");
    EXPECT_EQ(normal_state("p=&a[1]; "), normal_state("p=a.1;"));
    EXPECT_EQ(normal_state("[x]=y; 0:r0=0x1;"), "0:r0=1; x=y");
    EXPECT_EQ(normal_state("x = 1 ;"), "x=1");
    EXPECT_EQ(normal_state(""), "");
    EXPECT_NE(normal_state("x=1;"), normal_state("x=2;"));
}

TEST(ReadLog, OfHerd) {
    const auto log = read(
        "Test SB Allowed\nStates 3\n0:EAX=0; 1:EAX=1;\n0:EAX=1; 1:EAX=0;\n0:EAX=1; 1:EAX=1;\n"
        "No\nWitnesses\nPositive: 0 Negative: 3\nFlag data-race\n"
        "Condition exists (0:EAX=0 /\\ 1:EAX=0)\nObservation SB Never 0 3\nTime SB 0.00\n"
        "Hash=1\n\n");
    ASSERT_TRUE(log) << render(log.diagnostics());
    ASSERT_EQ(log->size(), 1U);
    const LogEntry& entry = log->front();
    EXPECT_EQ(entry.name, "SB");
    EXPECT_EQ(entry.condition, "exists (0:EAX=0 /\\ 1:EAX=0)");
    EXPECT_EQ(entry.answer.observation, enumerator::Observation::never);
    EXPECT_EQ(entry.answer.states.size(), 3U);
    EXPECT_TRUE(entry.answer.complete);
    EXPECT_EQ(entry.answer.racy, true);
    EXPECT_TRUE(entry.answer.has_state("0:EAX=1; 1:EAX=1"));
    EXPECT_FALSE(entry.answer.has_state("0:EAX=0; 1:EAX=0"));
}

TEST(ReadLog, OfRunsShowsWhatCanBeAlone) {
    const auto log = read(
        "some words before\nTest SB Allowed\nHistogram (2 states)\n12    *>0:EAX=0; 1:EAX=0;\n"
        "88    :>0:EAX=1; 1:EAX=1;\nOk\n\nWitnesses\nPositive: 12, Negative: 88\n"
        "Condition exists (0:EAX=0 /\\ 1:EAX=0) is validated\nObservation SB Sometimes 12 88\n"
        "Test MP Allowed\nHistogram (1 states)\n9    :>1:r0=0;\nNo\nObservation MP Never 0 9\n");
    ASSERT_TRUE(log) << render(log.diagnostics());
    ASSERT_EQ(log->size(), 2U);
    EXPECT_EQ(log->front().condition, "exists (0:EAX=0 /\\ 1:EAX=0)");
    EXPECT_FALSE(log->front().answer.complete);
    EXPECT_EQ(log->front().answer.observation, enumerator::Observation::sometimes);
    // What was not seen may be for all that.
    EXPECT_EQ(log->back().answer.observation, enumerator::Observation::unknown);
}

TEST(ReadLog, KnowsThatStatesWereLeftOut) {
    for (const char* text :
         {"Test T Allowed\nStates 5\nx=1;\n... 4 more, not listed (--states all)\nOk\n"
          "Observation T Sometimes 1 4\n",
          "Test T Allowed\nStates 1\nx=1;\nUnknown\nObservation T Unknown 1 0\n",
          "Test T Allowed\nStates 1\nx=1;\nLoop Ok\nObservation T Always 1 0\n",
          "Test T Allowed\nStates not listed\nOk\nObservation T Always\n"}) {
        const auto log = read(text);
        ASSERT_TRUE(log) << text << render(log.diagnostics());
        EXPECT_FALSE(log->front().answer.complete) << text;
    }
}

TEST(ReadLog, RejectsWhatIsDamaged) {
    EXPECT_NE(problem_of("").find("no log"), std::string::npos);
    EXPECT_NE(problem_of("Test T Allowed\nStates 2\nx=1;\nOk\nObservation T Always 1 0\n")
                  .find("some.log:4:1: error: 2 states are announced"),
              std::string::npos);
    EXPECT_NE(problem_of("Test T Allowed\nStates 1\nx=1;\nOk\n").find("has no end"),
              std::string::npos);
    EXPECT_NE(problem_of("Test T Allowed\nnothing\n").find("'States' or 'Histogram'"),
              std::string::npos);
    const std::string block = "Test T Allowed\nStates 1\nx=1;\nOk\nObservation T Always 1 0\n";
    EXPECT_EQ(problem_of(block), "");
    EXPECT_NE(problem_of(block + block).find("twice"), std::string::npos);
}

TEST(ReadLog, SurvivesEveryBeginning) {
    const std::string text =
        "Test T Allowed\nStates 2\nx=1;\nx=2;\nOk\nCondition exists (x=1)\n"
        "Observation T Sometimes 1 1\n";
    for (std::size_t n = 0; n < text.size(); ++n) {
        const auto log = read(text.substr(0, n));
        EXPECT_TRUE(!log || log->size() == 1U) << n;
    }
}

}  // namespace
}  // namespace clmm::comparison
