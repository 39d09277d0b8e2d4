#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "litmus_test_support.h"

namespace clmm::syntax::test {
namespace {

std::vector<std::filesystem::path> tests_below(const std::string& folder) {
    std::vector<std::filesystem::path> out;
    const std::filesystem::path root = std::filesystem::path(CLMM_CORPUS_DIR) / folder;
    if (!std::filesystem::exists(root)) return out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
        if (entry.path().extension() == ".litmus") out.push_back(entry.path());
    std::sort(out.begin(), out.end());
    return out;
}

class LitmusCorpus : public testing::TestWithParam<const char*> {};

TEST_P(LitmusCorpus, EveryFileParsesUnmodified) {
    const auto files = tests_below(GetParam());
    if (files.empty()) GTEST_SKIP() << "no corpus in " << CLMM_CORPUS_DIR;
    for (const auto& file : files) {
        std::ifstream in(file, std::ios::binary);
        std::ostringstream text;
        text << in.rdbuf();
        const auto result = parse_litmus(std::make_shared<const Source>(file.string(), text.str()));
        ASSERT_TRUE(result.ok()) << render(result.diagnostics());
        EXPECT_TRUE(result.diagnostics().empty()) << render(result.diagnostics());
        EXPECT_FALSE(result->name.empty()) << file;
        EXPECT_FALSE(result->threads.empty()) << file;
        EXPECT_TRUE(result->condition.has_value()) << file;
    }
}

INSTANTIATE_TEST_SUITE_P(Published, LitmusCorpus, testing::Values("opencl", "opencl-herd", "c11"),
                         [](const auto& suite) {
                             std::string name = suite.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace clmm::syntax::test
