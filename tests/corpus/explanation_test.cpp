// Every published test whose condition is forbidden is explained as promised; see support/.
#include <gtest/gtest.h>

#include <iostream>
#include <set>

#include "clmm/engines/built_in.h"
#include "support/explanation_checks.h"
#include "support/suite.h"

namespace clmm::corpus {
namespace {

/// Tests with more candidates than can be looked at.
const std::set<std::string> kTooLarge{};

TEST(Explanations, OfOpenclUnderOpenclScoped) {
    const std::filesystem::path path = suite_path("opencl");
    if (path.empty()) GTEST_SKIP() << "no corpus at " << CLMM_CORPUS_DIR;
    const auto model = model::shipped_model("opencl-scoped");
    ASSERT_TRUE(model) << render(model.diagnostics());
    test::Checked all;
    std::set<std::string> too_large;
    std::size_t forbidden = 0, allowed = 0;
    for (const auto& file : litmus_files(path)) {
        const std::string name = file.lexically_relative(path).string();
        enumerator::CheckOptions options{.engines = engines::built_in()};
        options.outcomes = false;
        options.undefined_behaviour = false;
        auto checked =
            enumerator::check(std::make_shared<Source>(name, read_text(file)), *model, options);
        ASSERT_TRUE(checked) << name;
        enumerator::CheckResult result = std::move(checked).value();
        if (!result.test.quantifier) continue;
        auto question = enumerator::question_of_condition(result.test, result.structure);
        const auto state = enumerator::explain_state(result.structure, *model, std::move(question),
                                                     {.check = {.engines = engines::built_in()}});
        const test::Checked one =
            test::check_state(result.structure, *model, state, model::ThinAir::none);
        for (const std::string& problem : one.problems) ADD_FAILURE() << name << ": " << problem;
        if (!one.affordable) too_large.insert(name);
        ++(state.witness ? allowed : forbidden);
        all += one;
    }
    EXPECT_EQ(too_large, kTooLarge);
    EXPECT_GT(forbidden, 20U);
    std::cout << forbidden << " forbidden and " << allowed << " allowed states: " << all.candidates
              << " candidates, " << all.arguments << " arguments, " << all.refutations
              << " refutations, " << all.literals << " literals, " << all.changes
              << " changes undone or weakened\n";
}

}  // namespace
}  // namespace clmm::corpus
