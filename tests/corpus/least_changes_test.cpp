// What would forbid an allowed state, or order a race, is least: nothing can be left out or be
// weaker, and where it is several changes no single one is enough. All published tests, the
// project's examples and its golden tests; see support/.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <set>

#include "clmm/engines/built_in.h"
#include "support/explanation_checks.h"
#include "support/suite.h"

namespace clmm::corpus {
namespace {

namespace fs = std::filesystem;

struct Tests {
    std::string folder;  ///< in the corpus, or below tests
    bool published = true;
    std::string model;  ///< empty: the default one
    std::size_t step =
        1;  ///< of so many files one is looked at, or all if $CLMM_CORPUS_FULL is set
};
void PrintTo(const Tests& tests, std::ostream* out) { *out << tests.folder << " " << tests.model; }

class LeastChanges : public testing::TestWithParam<Tests> {
protected:
    void explain(const std::string& name, const std::string& text) {
        auto source = std::make_shared<Source>(name, text);
        const auto test = litmus::read_test(source);
        if (!test) return;  // a golden test of a diagnostic
        const std::string word = GetParam().model.empty()
                                     ? std::string(enumerator::default_model(*test))
                                     : GetParam().model;
        const auto model = model::shipped_model(word);
        ASSERT_TRUE(model) << render(model.diagnostics());
        enumerator::ExplainOptions options{.check = {.engines = engines::built_in()}};
        options.check.outcomes = false;
        options.check.timeout = kLimit;
        auto checked = enumerator::check(std::move(source), *model, options.check);
        if (!checked) return;
        explain(name, *checked, *model, options);
    }

    void TearDown() override {
        std::cout << proposals_ << " proposals of " << all_.size() << " tests, " << checked_.changes
                  << " changes undone, weakened or made alone; given up: " << given_up_ << "\n";
    }

private:
    static constexpr std::chrono::milliseconds kLimit{10000};

    void explain(const std::string& name, const enumerator::CheckResult& result,
                 const model::MemoryModel& model, enumerator::ExplainOptions options) {
        all_.insert(name);
        const auto proposed = [&](const auto& explanation, const auto& check) {
            given_up_ += explanation.incomplete ? 1 : 0;
            if (!explanation.expected) return;
            ++proposals_;
            const test::Checked one = check();
            for (const std::string& problem : one.problems)
                ADD_FAILURE() << name << " under " << result.model << ": " << problem;
            checked_ += one;
        };
        options.arguments = 1;
        if (result.test.quantifier) {
            auto question = enumerator::question_of_condition(result.test, result.structure);
            options.check.budget.set_timeout(kLimit);
            const auto state =
                enumerator::explain_state(result.structure, model, std::move(question), options);
            proposed(state, [&] {
                return test::check_expected_state(result.structure, model, state,
                                                  result.forbidden_thin_air);
            });
        }
        for (std::size_t i = 0; i < result.answer.undefined.size(); ++i) {
            options.check.budget.set_timeout(kLimit);
            const auto race = enumerator::explain_race(result, model, i, options);
            proposed(race, [&] { return test::check_race(result, model, race); });
        }
    }

    std::set<std::string> all_;
    std::size_t proposals_ = 0, given_up_ = 0;
    test::Checked checked_;
};

TEST_P(LeastChanges, AreProposed) {
    const fs::path folder = GetParam().published ? suite_path(GetParam().folder)
                                                 : fs::path(CLMM_TESTS_DIR) / GetParam().folder;
    if (folder.empty()) GTEST_SKIP() << "no corpus at " << CLMM_CORPUS_DIR;
    const std::vector<fs::path> files = litmus_files(folder);
    const std::size_t step = std::getenv("CLMM_CORPUS_FULL") != nullptr ? 1 : GetParam().step;
    for (std::size_t i = 0; i < files.size(); i += step)
        explain(files[i].lexically_relative(folder).string(), read_text(files[i]));
}

INSTANTIATE_TEST_SUITE_P(
    All, LeastChanges,
    testing::Values(Tests{"opencl", true, "", 2}, Tests{"opencl", true, "opencl-scoped", 2},
                    Tests{"opencl-herd", true, ""}, Tests{"opencl-herd", true, "opencl-scoped"},
                    Tests{"c11", true, ""}, Tests{"c11", true, "c11"},
                    Tests{"../examples", false, ""}, Tests{"golden", false, "", 7}));

}  // namespace
}  // namespace clmm::corpus
