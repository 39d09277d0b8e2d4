#include "unit/cli/files.h"
#include "unit/cli/run_clmm.h"

namespace clmm::cli {
namespace {

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
    EXPECT_NE(one.err.find("5 tests, condition true in 4, false in 0, 1 rejected\n"),
              std::string::npos)
        << one.err;
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
