#include "alike.h"

#include <gtest/gtest.h>

#include "compare.h"
#include "reports.h"

/// Identical threads and kernels over NDRanges: where one execution, race or refutation stands for
/// others, nothing is lost and nothing is invented. Each test is asked for its executions and for
/// its outcomes, since the engine takes other ways to them.
namespace clmm::oracle {
namespace {

class Alike : public testing::TestWithParam<OpenclSetting> {
protected:
    void compare(std::uint64_t count, Syntax syntax, Program (*draw)(std::uint64_t)) {
        const auto model = GetParam().load();
        ASSERT_TRUE(model) << render(model.diagnostics());
        solver::SmtEngine engine;
        Report report;
        for (std::uint64_t seed = 0; seed < limit(count, 50'000); ++seed) {
            const Program test = draw(seed);
            const Answer answer = GetParam().decide(test);
            for (const Ask what : {Ask::outcomes, Ask::executions})
                report.add(disagreement(engine, *model, test, syntax, answer, what));
        }
        report.check();
    }
};

TEST_P(Alike, Threads) { compare(70, Syntax::opencl, alike_test); }
TEST_P(Alike, Kernels) { compare(50, Syntax::kernel, kernel_test); }

INSTANTIATE_TEST_SUITE_P(Generated, Alike, testing::ValuesIn(opencl_settings()),
                         [](const auto& instance) { return instance.param.test_name(); });

}  // namespace
}  // namespace clmm::oracle
