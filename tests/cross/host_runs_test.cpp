#include <gtest/gtest.h>

#include "host_tests.h"

/// Host programs that are executed: what happens is what the model allows.
namespace clmm::runtime {
namespace {

constexpr std::chrono::seconds kTimeout{60};

/// Tests that are not run here, and why.
struct NotRun {
    std::string_view name;
    bool is_unsupported;  ///< load() says so
};
constexpr NotRun kNotRun[] = {
    {"/host-barrier.litmus", true},              // work-items beside the host that meet
    {"waits-for-ever.litmus", false},            // its threads would stay behind
    {"/two-devices.litmus", false},              // an error when it runs: tests/golden/exec
    {"/host-division.litmus", false},            // likewise
    {"/host-beside-items.litmus", false},        // not one that the checks see: likewise
    {"/order-as-number.relaxed.litmus", false},  // its race needs a schedule: likewise
    {"/undefined-orders.litmus", false},         // likewise
    {"/program-scope.queues-of-two-devices.litmus", false},  // lists a variable of each device
};

const NotRun* not_run(const SourcePtr& source) {
    for (const NotRun& each : kNotRun)
        if (source->name().ends_with(each.name)) return &each;
    return nullptr;
}

void run_and_compare(const SourcePtr& source, const Allowed& allowed, const Platform& platform) {
    const auto test = litmus::read_test(source);
    ASSERT_TRUE(test) << render(test.diagnostics());
    const auto program = HostProgram::load(*test);
    ASSERT_TRUE(program) << render(program.diagnostics());
    for (int i = 0; i < 20; ++i) {
        const HostOutcome outcome = program->run(platform, kTimeout);
        ASSERT_TRUE(outcome.finished) << render(outcome.failure);
        if (allowed.any || outcome.filtered) continue;
        EXPECT_TRUE(allowed.states.contains(state_text(outcome))) << state_text(outcome);
    }
}

void expect_unsupported(const SourcePtr& source) {
    const auto test = litmus::read_test(source);
    ASSERT_TRUE(test) << render(test.diagnostics());
    const auto program = HostProgram::load(*test);
    ASSERT_FALSE(program);
    EXPECT_EQ(program.diagnostics().front().code, "E-UNSUPPORTED");
}

/// A race of the model's may need a schedule that does not come, but those of these tests are in
/// every execution.
void check_races(const SourcePtr& source, const Allowed& allowed, const Platform& platform) {
    const auto test = litmus::read_test(source);
    ASSERT_TRUE(test) << render(test.diagnostics());
    const auto program = HostProgram::load(*test, {.race = true});
    ASSERT_TRUE(program) << render(program.diagnostics());
    for (int i = 0; i < 5; ++i) {
        const HostOutcome outcome = program->run(platform, kTimeout);
        ASSERT_TRUE(outcome.finished) << render(outcome.failure);
        EXPECT_EQ(!outcome.findings.empty(), allowed.racy)
            << (outcome.findings.empty() ? "no race was found" : outcome.findings[0].message);
        for (const Finding& each : outcome.findings) {
            EXPECT_EQ(each.kind, FindingKind::race);
            ASSERT_GE(each.sites.size(), 2);
            for (const Finding::Site& site : each.sites)
                EXPECT_EQ(site.source, test->source) << site.what;
        }
    }
}

/// Calls with each test that is run, what the model says of it, and the platform.
template <class Work>
std::size_t for_each_test(const Work& work) {
    const auto model = model::shipped_model("opencl-3.0");
    EXPECT_TRUE(model) << render(model.diagnostics());
    const Platform platform(
        std::vector<DeviceDescription>(HostProgram::devices(), HostProgram::device(2)));
    std::size_t tests = 0;
    for (const SourcePtr& source : host_tests()) {
        SCOPED_TRACE(source->name());
        const auto allowed = allowed_by(*model, source);
        if (!allowed || not_run(source) != nullptr) continue;
        work(source, *allowed, platform);
        ++tests;
    }
    return tests;
}

/// Every host program that the checker decides is executed.
TEST(HostRuns, EndAsTheModelAllows) { EXPECT_GE(for_each_test(run_and_compare), 75); }

TEST(HostRuns, RacesAreThoseOfTheModel) { EXPECT_GE(for_each_test(check_races), 75); }

TEST(HostRuns, WorkItemsBesideTheHostThatMeetAreAnError) {
    for (const SourcePtr& source : host_tests()) {
        const NotRun* reason = not_run(source);
        if (reason != nullptr && reason->is_unsupported) expect_unsupported(source);
    }
}

}  // namespace
}  // namespace clmm::runtime
