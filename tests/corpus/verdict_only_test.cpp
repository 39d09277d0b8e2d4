// Who asks for the verdict alone is told what a listing of all final states says.
#include <gtest/gtest.h>

#include <chrono>
#include <iostream>

#include "clmm/engines/built_in.h"
#include "clmm/enumerator/check.h"
#include "support/answers.h"
#include "support/suite.h"

namespace clmm::corpus {
namespace {

namespace fs = std::filesystem;
using enumerator::CheckOptions;
using enumerator::CheckResult;
using enumerator::EngineChoice;
using enumerator::Verdict;

/// Listings that take longer say too little to compare with.
constexpr std::chrono::seconds kTimeout{2};

/// What is known in both is the same, and what a listing knows the verdict alone knows too.
std::vector<std::string> differences(const CheckResult& alone, const CheckResult& listed) {
    std::vector<std::string> found;
    const auto compare = [&](const char* what, const auto& a, const auto& b) {
        if (a != b) found.emplace_back(what);
    };
    if (listed.verdict != Verdict::unknown) compare("verdict", alone.verdict, listed.verdict);
    if (enumerator::is_complete(listed.answer)) {
        compare("observation", alone.observation, listed.observation);
        compare("completeness", enumerator::is_complete(alone.answer), true);
    }
    if (listed.racy) compare("races", alone.racy, listed.racy);
    compare("flags", enumerator::undefined_kinds(alone.answer),
            enumerator::undefined_kinds(listed.answer));
    compare("bound", alone.answer.bound_reached, listed.answer.bound_reached);
    compare("waits", alone.answer.endless.empty(), listed.answer.endless.empty());
    if (Natural(2) < alone.answer.outcomes.size()) found.emplace_back("more than two states");
    for (const model::OutcomeEntry& outcome : alone.answer.outcomes)
        if (enumerator::is_complete(listed.answer) && !test::is_listed(outcome, listed.answer))
            found.emplace_back("a state that is none");
    return found;
}

class VerdictOnly : public testing::TestWithParam<const char*> {
protected:
    void compare(const fs::path& file, EngineChoice engine) {
        const auto test =
            litmus::read_test(std::make_shared<const Source>(file.string(), read_text(file)));
        if (!test) return;
        const auto model = model::shipped_model(enumerator::default_model(*test));
        ASSERT_TRUE(model) << render(model.diagnostics());
        CheckOptions options{.engines = engines::built_in(), .engine = engine};
        options.timeout = kTimeout;
        const auto listed = enumerator::check(*test, *model, options);
        options.verdict_only = true;
        const auto alone = enumerator::check(*test, *model, options);
        ASSERT_EQ(listed.ok(), alone.ok()) << file;
        if (!listed || listed->answer.declined) return;
        ++compared_;
        if (alone->verdict != Verdict::unknown) ++decided_;
        for (const std::string& each : differences(*alone, *listed))
            ADD_FAILURE() << file << ", " << to_string(engine) << ": " << each;
    }

    int compared_ = 0;
    int decided_ = 0;
};

TEST_P(VerdictOnly, SaysWhatAListingSays) {
    const fs::path golden = fs::path(CLMM_TESTS_DIR) / GetParam();
    const fs::path folder = fs::exists(golden) ? golden : suite_path(GetParam());
    if (folder.empty()) GTEST_SKIP() << "no corpus at " << CLMM_CORPUS_DIR;
    for (const fs::path& file : litmus_files(folder))
        for (const EngineChoice engine : {EngineChoice::smt, EngineChoice::explicit_search})
            compare(file, engine);
    std::cout << compared_ << " compared, " << decided_ << " decided\n";
    EXPECT_GT(decided_, 0);
}

INSTANTIATE_TEST_SUITE_P(Folders, VerdictOnly,
                         testing::Values("golden", "../examples", "opencl", "opencl-herd", "c11"),
                         [](const auto& instance) {
                             std::string name = fs::path(instance.param).filename();
                             std::erase(name, '-');
                             return name;
                         });

}  // namespace
}  // namespace clmm::corpus
