#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "clmm/engines/built_in.h"
#include "clmm/enumerator/check.h"
#include "support/suite.h"

/// Published suites with the results that their authors computed.
namespace clmm::corpus {
namespace {

namespace fs = std::filesystem;
using enumerator::CheckResult;

Result<CheckResult> check_file(const fs::path& path, const model::MemoryModel& model) {
    enumerator::CheckOptions options{.engines = engines::built_in()};
    options.timeout = std::chrono::seconds(100);
    options.verdict_only = true;  // what was published
    auto source = std::make_shared<Source>(path.string(), read_text(path));
    return enumerator::check(std::move(source), model, options);
}

std::string race_word(const std::optional<bool>& racy) {
    if (!racy) return "unknown";
    return *racy ? "racy" : "race-free";
}

/// Compares one column of one test; a listed deviation must really deviate.
void compare(const std::string& suite, const std::string& test, const std::string& column,
             const std::string& expected, const std::string& found) {
    static const std::vector<Deviation> all = deviations();
    const auto listed = std::find_if(all.begin(), all.end(), [&](const Deviation& entry) {
        return entry.suite == suite && entry.test == test && entry.column == column;
    });
    if (listed == all.end()) {
        EXPECT_EQ(found, expected) << suite << '/' << test << ": " << column;
    } else {
        EXPECT_NE(found, expected) << suite << '/' << test << " deviates no longer in " << column;
        EXPECT_NE(found, "unknown") << suite << '/' << test;
        EXPECT_FALSE(listed->reason.empty())
            << suite << '/' << test << " deviates without a reason";
    }
}

void compare_suite(const std::string& suite, const std::string& model_name) {
    const fs::path path = suite_path(suite);
    if (path.empty()) GTEST_SKIP() << "no corpus at " << CLMM_CORPUS_DIR;
    const auto model = model::shipped_model(model_name);
    ASSERT_TRUE(model) << render(model.diagnostics());
    const auto expected = expected_results(path);
    EXPECT_EQ(expected.size(), litmus_files(path).size());
    for (const Expected& line : expected) {
        const auto result = check_file(path / line.test, *model);
        if (!result) {
            ADD_FAILURE() << line.test << ":\n" << render(result.diagnostics());
            continue;
        }
        const std::string verdict(enumerator::to_string(result->verdict));
        if (!line.condition.empty())
            compare(suite, line.test, "condition", line.condition, verdict);
        if (!line.race.empty())
            compare(suite, line.test, "race", line.race, race_word(result->racy));
    }
}

TEST(Corpus, OpenclUnderOpenclScoped) { compare_suite("opencl", "opencl-scoped"); }

TEST(Corpus, X86UnderX86Tso) { compare_suite("x86", "x86-tso"); }

TEST(Corpus, AArch64UnderArmv8) { compare_suite("aarch64", "armv8"); }

TEST(Corpus, PtxUnderPtx60) { compare_suite("ptx6.0", "ptx-6.0"); }

TEST(Corpus, PtxUnderPtx75) { compare_suite("ptx7.5", "ptx-7.5"); }

TEST(Corpus, VulkanUnderVulkan) { compare_suite("vulkan", "vulkan"); }

TEST(Corpus, RiscvUnderRvwmo) { compare_suite("riscv", "rvwmo"); }

TEST(Corpus, PpcUnderPower) { compare_suite("power", "power"); }

TEST(Corpus, C11UnderRc11) { compare_suite("c11", "rc11"); }

/// No results are published for these; every file must be read and decided.
TEST(Corpus, OpenclHerdIsReadAndDecided) {
    const fs::path path = suite_path("opencl-herd");
    if (path.empty()) GTEST_SKIP() << "no corpus at " << CLMM_CORPUS_DIR;
    const auto model = model::shipped_model("opencl-scoped");
    ASSERT_TRUE(model) << render(model.diagnostics());
    for (const fs::path& file : litmus_files(path)) {
        const auto result = check_file(file, *model);
        if (!result)
            ADD_FAILURE() << file << ":\n" << render(result.diagnostics());
        else
            EXPECT_NE(result->verdict, enumerator::Verdict::unknown)
                << file << ": " << result->reason;
    }
}

TEST(Corpus, DeviationsNameTestsThatExist) {
    for (const Deviation& entry : deviations()) {
        const fs::path path = suite_path(entry.suite);
        if (path.empty()) GTEST_SKIP() << "no corpus at " << CLMM_CORPUS_DIR;
        EXPECT_TRUE(fs::exists(path / entry.test)) << entry.suite << '/' << entry.test;
        EXPECT_TRUE(entry.column == "condition" || entry.column == "race") << entry.column;
    }
}

}  // namespace
}  // namespace clmm::corpus
