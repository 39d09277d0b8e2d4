#include "host.h"

#include <gtest/gtest.h>

#include "candidates.h"
#include "reports.h"

/// Host programs: the engine against an encoding of the rules for commands of its own.
namespace clmm::oracle {
namespace {

std::string difference(model::Engine& engine, const model::MemoryModel& model,
                       const HostProgram& host) {
    const Program program = encode(host);
    const Printed printed = to_litmus(host);
    const EngineView view = ask(engine, model, printed);
    Answer expected = opencl_text(program);
    expected.races = view.answer.races;  // lines do not tell actions of commands apart
    if (agree(view, expected, Ask::executions)) return "";
    return "disagreement on\n" + printed.text + "\noracle: " + in_words(expected) +
           "\nengine: " + (view.problem.empty() ? in_words(view.answer) : view.problem) + "\n";
}

TEST(HostPrograms, EngineAgreesWithOracle) {
    const auto model = model::shipped_model("opencl-3.0");
    ASSERT_TRUE(model) << render(model.diagnostics());
    solver::SmtEngine engine;
    Report report;
    for (std::uint64_t seed = 0; seed < limit(150, 100'000); ++seed) {
        const HostProgram host = host_test(seed);
        if (candidate_bound(encode(host)) <= 3000) report.add(difference(engine, *model, host));
    }
    report.check();
}

}  // namespace
}  // namespace clmm::oracle
