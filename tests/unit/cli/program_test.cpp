#include "program.h"

#include <gtest/gtest.h>

#include "clmm/base/features.h"
#include "unit/cli/run_clmm.h"

namespace clmm::cli {
namespace {

TEST(Worst, BadInputBeforeFailureBeforeUnknown) {
    EXPECT_EQ(worst(ExitCode::unknown, ExitCode::as_expected), ExitCode::unknown);
    EXPECT_EQ(worst(ExitCode::unknown, ExitCode::expectation_failed), ExitCode::expectation_failed);
    EXPECT_EQ(worst(ExitCode::bad_input, ExitCode::expectation_failed), ExitCode::bad_input);
    EXPECT_EQ(worst(ExitCode::bad_input, ExitCode::internal_error), ExitCode::internal_error);
}

TEST(Usage, HelpAndVersionAreNoErrors) {
    EXPECT_EQ(clmm({"--help"}).code, ExitCode::as_expected);
    EXPECT_NE(clmm({"check", "--help"}).out.find("--outcome-limit"), std::string::npos);
    EXPECT_EQ(clmm({"version"}).out.substr(0, 5), "clmm ");
    for (const FeatureInfo& each : features())
        EXPECT_NE(clmm({"version"}).out.find(each.name), std::string::npos);
    EXPECT_EQ(clmm({"--version"}).out, clmm({"version"}).out);
}

TEST(Usage, HelpOfTheProgramNamesAllCommandsAndThatOfACommandItsOwnOptions) {
    const std::string all = clmm({"--help"}).out;
    for (const char* command : {"check", "graph", "explain", "report", "repair", "exec", "devices",
                                "run", "models", "version"}) {
        EXPECT_NE(all.find(std::string("\n  ") + command), std::string::npos) << command;
        const Outcome help = clmm({command, "--help"});
        EXPECT_EQ(help.code, ExitCode::as_expected) << command;
        EXPECT_NE(help.out.find("Usage: clmm " + std::string(command)), std::string::npos);
    }
    EXPECT_NE(clmm({"models", "--help"}).out.find("--show"), std::string::npos);
    EXPECT_EQ(clmm({"--help", "check"}).out, clmm({"check", "--help"}).out);
}

TEST(Usage, WhatIsNoCommandIsNamedWithWhatMayBeMeant) {
    EXPECT_NE(clmm({"chek"}).err.find("did you mean 'check'?"), std::string::npos);
    EXPECT_NE(clmm({"x.litmus"}).err.find("did you mean 'clmm check x.litmus'?"),
              std::string::npos);
    EXPECT_EQ(clmm({"picture"}).err.find("did you mean"), std::string::npos);
}

TEST(Usage, MistakesAreExitTwo) {
    const std::vector<std::vector<std::string>> mistakes{
        {},
        {"chek"},
        {"check"},
        {"check", "x", "--engine", "fast"},
        {"check", "x", "--shard", "3/2"},
        {"check", "x", "--shard", "0/2"},
        {"check", "x", "--timeout", "-1"},
        {"check", "x", "--unroll", "many"},
        {"check", "x", "--expect", "maybe"},
        {"check", "x", "--dump", "core"},
        {"check", "x", "--jobs", "0"},
        {"check", "x", "--expected", "/nowhere.csv"},
        {"check", "/nowhere.litmus"},
        {"check", "/nowhere.litmus", "--model", "/nowhere.cat"},
    };
    for (const auto& words : mistakes) {
        const Outcome outcome = clmm(words);
        EXPECT_EQ(outcome.code, ExitCode::bad_input) << testing::PrintToString(words);
        EXPECT_NE(outcome.err, "") << testing::PrintToString(words);
        EXPECT_EQ(outcome.out, "") << testing::PrintToString(words);
    }
}

}  // namespace
}  // namespace clmm::cli
