#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "unit/cli/files.h"
#include "unit/cli/run_clmm.h"

namespace clmm::cli {
namespace {

using Pictures = InFolder;

constexpr const char* kDarkGround = "bgcolor=\"#191c20\"";

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

/// The model forbids what every run sees.
TEST_F(Pictures, OfARunHaveTheThemeThatIsAskedFor) {
    const std::string test = write("one.litmus",
                                   "OPENCL one\n{ [x]=0; }\n"
                                   "P0@wg 0, dev 0 (global atomic_int* x) {\n"
                                   "  atomic_store_explicit(x, 1, memory_order_relaxed);\n"
                                   "  int r = atomic_load_explicit(x, memory_order_relaxed);\n"
                                   "}\nexists (0:r=1)\n");
    const std::string model =
        write("nothing.cat", "include \"opencl-3.0.cat\"\nempty rf as no-reads\n");
    const auto drawn = [&](const std::string& folder, std::vector<std::string> words) {
        words.insert(words.begin(),
                     {"run", test, "-n", "64", "--model", model, "--dot", path(folder)});
        EXPECT_EQ(clmm(words).code, ExitCode::expectation_failed);
        std::ifstream file(path(folder + "/one-1-1.dot"));
        return std::string{std::istreambuf_iterator<char>(file), {}};
    };
    const std::string light = drawn("light", {}), dark = drawn("dark", {"--theme", "dark"});
    EXPECT_NE(light.find("rf"), std::string::npos);
    EXPECT_NE(dark.find("rf"), std::string::npos);
    EXPECT_EQ(light.find(kDarkGround), std::string::npos);
    EXPECT_NE(dark.find(kDarkGround), std::string::npos);
    EXPECT_NE(drawn("plain", {"--no-legend"}), light);
}

}  // namespace
}  // namespace clmm::cli
