#include "program.h"

#include <sstream>
#include <vector>

#include "unit/cli/files.h"

namespace clmm::cli {
namespace {

struct Outcome {
    ExitCode code;
    std::string out, err;
};

Outcome clmm(std::vector<std::string> words) {
    std::vector<const char*> argv{"clmm"};
    for (const std::string& word : words) argv.push_back(word.c_str());
    std::ostringstream out, err;
    const ExitCode code = run_program(static_cast<int>(argv.size()), argv.data(), out, err);
    return {code, out.str(), err.str()};
}

constexpr const char* kTest =
    "OPENCL SB\n"
    "{ [x]=0; [y]=0; }\n"
    "P0@wg 0, dev 0 (global atomic_int* x, global atomic_int* y) {\n"
    "  atomic_store_explicit(x, 1, memory_order_relaxed);\n"
    "  int r0 = atomic_load_explicit(y, memory_order_relaxed);\n"
    "}\n"
    "P1@wg 1, dev 0 (global atomic_int* x, global atomic_int* y) {\n"
    "  atomic_store_explicit(y, 1, memory_order_relaxed);\n"
    "  int r0 = atomic_load_explicit(x, memory_order_relaxed);\n"
    "}\n"
    "exists (0:r0=0 /\\ 1:r0=0)\n";

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
    EXPECT_EQ(clmm({"--version"}).out, clmm({"version"}).out);
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
        {"check", "x", "--engine", "explicit"},
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

using Check = InFolder;

TEST_F(Check, DecidesATest) {
    const Outcome outcome = clmm({"check", write("SB.litmus", kTest), "--model", "opencl-scoped"});
    EXPECT_EQ(outcome.code, ExitCode::as_expected) << outcome.err;
    EXPECT_NE(outcome.out.find("Observation SB Sometimes 1 3\n"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("Witness 0:r0=0; 1:r0=0;  allowed\n"), std::string::npos);
}

TEST_F(Check, OptionsMayComeBeforeTheFile) {
    const std::string test = write("SB.litmus", kTest);
    const Outcome outcome =
        clmm({"check", "--model", "opencl-scoped", "--expect", "allowed", test});
    EXPECT_EQ(outcome.code, ExitCode::as_expected) << outcome.err;
}

TEST_F(Check, FailedExpectationsAreExitOne) {
    const std::string test = write("SB.litmus", kTest);
    EXPECT_EQ(clmm({"check", test, "-q", "--expect", "allowed,race-free"}).code,
              ExitCode::as_expected);
    const Outcome outcome = clmm({"check", test, "-q", "--expect", "forbidden"});
    EXPECT_EQ(outcome.code, ExitCode::expectation_failed);
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find("SB: expected forbidden"), std::string::npos) << outcome.err;
}

TEST_F(Check, OutputDoesNotDependOnJobs) {
    for (const char* name : {"a", "b", "c", "d", "e"})
        write(std::string("d/") + name + ".litmus", kTest);
    write("d/c.litmus", "OPENCL broken");
    const Outcome one = clmm({"check", path("d"), "--json", "--jobs", "1"});
    const Outcome four = clmm({"check", path("d"), "--json", "--jobs", "4"});
    EXPECT_EQ(one.code, ExitCode::bad_input);
    EXPECT_EQ(one.out, four.out);
    EXPECT_EQ(one.err, four.err);
    EXPECT_NE(one.err.find("5 tests, 4 hold, 0 fail, 1 rejected\n"), std::string::npos) << one.err;
}

TEST_F(Check, ComparesWithATable) {
    write("d/a.litmus", kTest);
    write("d/b.litmus", kTest);
    const std::string csv = write("d/expected.csv",
                                  "test,quantifier,condition,race\n"
                                  "a.litmus,exists,holds,race-free\n"
                                  "b.litmus,exists,fails,\n");
    const Outcome outcome =
        clmm({"check", path("d"), "-q", "--expected", csv, "--model", "opencl-scoped"});
    EXPECT_EQ(outcome.code, ExitCode::expectation_failed);
    EXPECT_EQ(outcome.err, path("d/b.litmus") + ": expected fails, found holds (opencl-scoped)\n");
}

}  // namespace
}  // namespace clmm::cli
