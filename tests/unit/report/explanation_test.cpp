// What is told hangs together: steps rest on earlier ones, none is idle, and what nothing forces is
// told as supposed.
#include "clmm/report/explanation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "clmm/engines/built_in.h"
#include "support/suite.h"

namespace clmm::report {
namespace {

namespace fs = std::filesystem;
using enumerator::StateExplanation;
using model::Literal;

void expect_chain(const std::vector<ToldStep>& steps, const std::vector<std::size_t>& ends) {
    std::set<std::size_t> used(ends.begin(), ends.end());
    for (const std::size_t end : ends) EXPECT_LT(end, steps.size());
    EXPECT_EQ(used.size(), ends.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        EXPECT_FALSE(steps[i].text.empty());
        for (const std::size_t each : steps[i].uses) {
            EXPECT_LT(each, i) << "step " << i + 1 << " rests on a later one";
            used.insert(each);
        }
        for (std::size_t j = 0; j < i; ++j) EXPECT_NE(steps[i].text, steps[j].text);
    }
    for (std::size_t i = 0; i < steps.size(); ++i)
        EXPECT_TRUE(used.contains(i)) << "step " << i + 1 << " is idle: " << steps[i].text;
}

bool is_shown_before(const ToldStep& step) {
    return std::ranges::find(step.since, "as shown") != step.since.end();
}

/// Suppositions are exactly what neither the state forces nor an earlier case has shown.
void expect_suppositions(const ToldArgument& told, const enumerator::ForbiddenArgument& argument) {
    std::size_t free = 0, supposed = 0, shown = 0;
    for (const enumerator::Contradiction& each : argument)
        for (const auto& forced : each.refutation.forced_by) free += forced ? 0 : 1;
    for (const ToldCase& each : told.cases) {
        std::size_t here = 0;
        for (const ToldStep& step : each.steps) {
            here += step.supposed ? 1 : 0;
            shown += is_shown_before(step) ? 1 : 0;
            EXPECT_TRUE(!step.supposed || (step.uses.empty() && step.since.empty()));
        }
        EXPECT_EQ(here == 0, each.conclusion.empty());
        supposed += here;
    }
    EXPECT_EQ(supposed + shown, free);
    EXPECT_FALSE(is_shown_before(told.cases.front().steps.front()));
}

void expect_told(const std::vector<ToldArgument>& told,
                 const std::vector<enumerator::ForbiddenArgument>& arguments) {
    ASSERT_EQ(told.size(), arguments.size());
    for (std::size_t i = 0; i < told.size(); ++i) {
        ASSERT_EQ(told[i].cases.size(), arguments[i].size());
        for (const ToldCase& each : told[i].cases) {
            SCOPED_TRACE("by " + each.axiom);
            EXPECT_FALSE(each.uses.empty());
            expect_chain(each.steps, each.uses);
        }
        expect_suppositions(told[i], arguments[i]);
    }
}

class Told : public testing::TestWithParam<const char*> {};

TEST_P(Told, ExamplesHangTogether) {
    const auto model = model::shipped_model(GetParam());
    ASSERT_TRUE(model);
    const bool is_c = model->program.name.find("c11") != std::string::npos;
    const fs::path folder = fs::path(CLMM_TESTS_DIR) / ".." / "examples" / (is_c ? "c11" : ".");
    std::size_t arguments = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() != ".litmus") continue;
        SCOPED_TRACE(entry.path().stem().string());
        auto checked = enumerator::check(
            std::make_shared<Source>(entry.path().string(), corpus::read_text(entry.path())),
            *model, {.engines = engines::built_in()});
        ASSERT_TRUE(checked);
        enumerator::CheckResult result = std::move(checked).value();
        for (std::size_t i = 0; i < result.answer.undefined.size(); ++i) {
            const auto race = enumerator::explain_race(result, *model, i,
                                                       {.check = {.engines = engines::built_in()}});
            const ToldExplanation told = tell(result, *model, race);
            for (std::size_t j = 0; j < told.steps.size(); ++j)
                for (const std::size_t each : told.steps[j].uses) EXPECT_LT(each, j);
            EXPECT_EQ(told.steps.empty(), race.inferences.empty());
        }
        if (!result.test.quantifier) continue;
        auto question = enumerator::question_of_condition(result.test, result.structure);
        const StateExplanation state =
            enumerator::explain_state(result.structure, *model, std::move(question),
                                      {.check = {.engines = engines::built_in()}});
        const ToldExplanation told = tell(result, *model, state);
        expect_told(told.arguments, state.arguments);
        if (state.expected) expect_told(told.expected, state.expected->arguments);
        arguments += told.arguments.size() + told.expected.size();
    }
    EXPECT_GT(arguments, 0U);
}

INSTANTIATE_TEST_SUITE_P(Models, Told,
                         testing::Values("opencl-2.0", "opencl-3.0", "opencl-3.1", "opencl-scoped",
                                         "c11", "rc11"));

}  // namespace
}  // namespace clmm::report
