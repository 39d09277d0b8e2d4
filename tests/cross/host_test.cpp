#include "host.h"

#include <gtest/gtest.h>

#include "candidates.h"
#include "reports.h"

/// Host programs: the engine against an encoding of the rules for commands of its own.
namespace clmm::oracle {
namespace {

std::string difference(model::Engine& engine, const model::MemoryModel& model,
                       const HostProgram& host, const Reading& reading = {}) {
    const Program program = encode(host);
    const Printed printed = to_litmus(host);
    const EngineView view = ask(engine, model, printed);
    Answer expected = opencl(program, reading);
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
    for (std::uint64_t seed = 0; seed < limit(60, 100'000); ++seed) {
        const HostProgram host = host_test(seed);
        if (candidate_bound(encode(host)) <= 3000) report.add(difference(engine, *model, host));
    }
    report.check();
}

struct FamilyReading {
    std::string variant;
    Reading::OnBuffer on_buffer;
};

class Families : public testing::TestWithParam<FamilyReading> {};

/// Parents, children and grandchildren on one or two devices: whom memory_scope_device joins on a
/// cl_mem, and which device's variable of program scope a kernel has.
TEST_P(Families, EngineAgreesWithOracle) {
    const auto model =
        model::shipped_model("opencl-3.0", {.variants = {GetParam().variant}, .includes = {}});
    ASSERT_TRUE(model) << render(model.diagnostics());
    solver::SmtEngine engine;
    Report report;
    for (std::uint64_t seed = 0; seed < limit(80, 20'000); ++seed) {
        const HostProgram host = family_test(seed);
        if (candidate_bound(encode(host)) <= 3000)
            report.add(difference(engine, *model, host,
                                  {.mutual = false, .on_buffer = GetParam().on_buffer}));
    }
    report.check();
}

INSTANTIATE_TEST_SUITE_P(
    Readings, Families,
    testing::Values(FamilyReading{"device-scope=kernel-instance", Reading::OnBuffer::family},
                    FamilyReading{"device-scope=parent-and-child",
                                  Reading::OnBuffer::parent_and_child},
                    FamilyReading{"device-scope=descendants", Reading::OnBuffer::descendants},
                    FamilyReading{"device-scope=device", Reading::OnBuffer::device}),
    [](const auto& of) { return identifier(of.param.variant); });

}  // namespace
}  // namespace clmm::oracle
