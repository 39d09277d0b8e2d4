#include <gtest/gtest.h>

#include "alike.h"
#include "clmm/enumerator/check.h"
#include "clmm/explorer/explicit_engine.h"
#include "reports.h"
#include "support/answers_alike.h"

/// Generated tests in one thread and in several: the same outcomes, races, executions shown and
/// figures, where all that can be divided is.
namespace clmm::oracle {
namespace {

class Threads : public testing::TestWithParam<const char*> {
protected:
    void compare(std::uint64_t count, Syntax syntax, Program (*draw)(std::uint64_t)) {
        const auto model = model::shipped_model(GetParam());
        ASSERT_TRUE(model) << render(model.diagnostics());
        Report report;
        std::uint64_t divided = 0;
        for (std::uint64_t seed = 0; seed < limit(count, 100'000); ++seed) {
            const std::string text = to_litmus(draw(seed), syntax, "test").text;
            const auto test = litmus::read_test(std::make_shared<Source>("generated.litmus", text));
            ASSERT_TRUE(test) << text;
            const auto structure = litmus::unfold(*test, enumerator::unfold_options(*model, {}));
            ASSERT_TRUE(structure) << text;
            const auto ask = [&](unsigned jobs, explorer::Dividing dividing) {
                model::EngineRequest request;
                request.jobs = jobs;
                request.endless = true;
                return explorer::ExplicitEngine(explorer::ClosingEffort::none, dividing)
                    .run(*structure, *model, request);
            };
            const model::EngineAnswer one = ask(1, explorer::Dividing::all);
            divided += one.statistics.empty() || one.statistics.back().what != "parts" ? 0 : 1;
            std::string problem =
                test::facts(one) == test::facts(ask(1, explorer::Dividing::long_ones))
                    ? ""
                    : "divided otherwise than whole\n" + text;
            for (const unsigned jobs : {2U, 8U})
                if (const auto found = test::differences(ask(jobs, explorer::Dividing::all), one);
                    !found.empty())
                    problem += std::to_string(jobs) + " threads: " + found + "\n" + text;
            report.add(problem);
        }
        report.check();
        EXPECT_GT(divided, count / 4);
    }
};

TEST_P(Threads, AnyThreads) { compare(80, Syntax::opencl, random_test); }
TEST_P(Threads, AlikeThreads) { compare(40, Syntax::opencl, alike_test); }
TEST_P(Threads, Kernels) { compare(40, Syntax::kernel, kernel_test); }

INSTANTIATE_TEST_SUITE_P(Models, Threads, testing::Values("opencl-2.0", "opencl-3.0", "rc11"),
                         [](const auto& instance) { return identifier(instance.param); });

}  // namespace
}  // namespace clmm::oracle
