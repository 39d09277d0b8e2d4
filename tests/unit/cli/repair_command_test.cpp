#include "explain/repair_command.h"

#include <gtest/gtest.h>

#include <iterator>
#include <sstream>

#include "unit/cli/files.h"

namespace clmm::cli {
namespace {

std::string message_passing(const std::string& store, const std::string& load) {
    return "OPENCL mp\n{ [d]=0; [f]=0; }\n"
           "P0@wg 0, dev 0 (global int* d, global atomic_int* f) {\n"
           "  *d = 1;\n  atomic_store_explicit(f, 1, memory_order_" +
           store +
           ");\n}\n"
           "P1@wg 1, dev 0 (global int* d, global atomic_int* f) {\n"
           "  int v = 1;\n  if (atomic_load_explicit(f, memory_order_" +
           load + ")) { v = *d; }\n}\nexists (1:v=0)\n";
}

std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class RepairCommand : public InFolder {
protected:
    ExitCode run(const std::string& text) {
        arguments.check.inputs = {write("t.litmus", text)};
        out.str("");
        err.str("");
        return run_repair(arguments, out, err);
    }
    RepairArguments arguments;
    std::ostringstream out, err;
};

TEST_F(RepairCommand, WritesTheRepairedTest) {
    arguments.output = path("fixed/t.litmus");
    EXPECT_EQ(run(message_passing("relaxed", "acquire")), ExitCode::as_expected);
    EXPECT_EQ(content(arguments.output), message_passing("release", "acquire"));
    EXPECT_EQ(err.str(), "");
}

TEST_F(RepairCommand, WritesNothingWhereThereIsNothingToRepair) {
    arguments.output = path("t2.litmus");
    EXPECT_EQ(run(message_passing("release", "acquire")), ExitCode::as_expected);
    EXPECT_FALSE(std::filesystem::exists(arguments.output));
}

TEST_F(RepairCommand, SaysWhatItCannotWrite) {
    arguments.output = path("t.litmus/t.litmus");  // below a file
    EXPECT_EQ(run(message_passing("relaxed", "acquire")), ExitCode::bad_input);
    EXPECT_NE(err.str(), "");
}

TEST_F(RepairCommand, ExitCodesTellWhatIsKnown) {
    arguments.most_changes = 1;
    EXPECT_EQ(run(message_passing("relaxed", "relaxed")), ExitCode::expectation_failed);
    arguments.check.check.timeout = std::chrono::milliseconds(0);
    EXPECT_EQ(run(message_passing("release", "acquire")), ExitCode::unknown) << out.str();
    EXPECT_EQ(run("OPENCL broken\n"), ExitCode::bad_input);
}

TEST_F(RepairCommand, ADiffStandsAlone) {
    arguments.diff = true;
    EXPECT_EQ(run(message_passing("relaxed", "acquire")), ExitCode::as_expected);
    EXPECT_EQ(out.str().rfind("--- ", 0), 0U);
    EXPECT_EQ(out.str().find("Checked"), std::string::npos);
    EXPECT_EQ(err.str(), "");
}

}  // namespace
}  // namespace clmm::cli
