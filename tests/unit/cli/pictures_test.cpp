#include <gtest/gtest.h>

#include <filesystem>

#include "unit/cli/files.h"
#include "unit/cli/run_clmm.h"

namespace clmm::cli {
namespace {

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

}  // namespace
}  // namespace clmm::cli
