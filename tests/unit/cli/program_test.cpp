#include "program.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "clmm/base/features.h"
#include "unit/cli/files.h"
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

using Pictures = InFolder;

TEST_F(Pictures, SeveralOfOneFileAreNumbered) {
    const std::string test = write("race.litmus",
                                   "OPENCL race\n{ [x]=0; }\n"
                                   "P0@wg 0, dev 0 (global int* x) { *x = 1; *x = 2; }\n"
                                   "P1@wg 1, dev 0 (global int* x) { *x = 3; }\n");
    const auto draw = [&](const std::string& name, const std::string& select) {
        return clmm({"graph", test, "--select", select, "-o", path(name)}).code;
    };
    EXPECT_EQ(draw("race.dot", "race"), ExitCode::as_expected);
    EXPECT_TRUE(std::filesystem::is_regular_file(path("race-1.dot")));
    EXPECT_TRUE(std::filesystem::is_regular_file(path("race-2.dot")));
    EXPECT_FALSE(std::filesystem::exists(path("race.dot")));
    EXPECT_EQ(draw("one.dot", "witness"), ExitCode::as_expected);
    EXPECT_TRUE(std::filesystem::is_regular_file(path("one.dot")));
    EXPECT_EQ(draw("folder", "race"), ExitCode::as_expected);
    EXPECT_TRUE(std::filesystem::is_regular_file(path("folder/race-2.dot")));
    EXPECT_EQ(draw("race.jpg", "race"), ExitCode::bad_input);
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
