#include <gtest/gtest.h>

#include "clmm/runtime/unit_program.h"
#include "host_tests.h"

/// Host programs under schedules: what they show is what the models allow.
namespace clmm::runtime {
namespace {

constexpr std::size_t kMostRuns = 400;

struct Shown {
    std::set<std::string> states;
    std::size_t races = 0;
    std::size_t finished = 0;
    bool all = false;  ///< every schedule was tried
    bool rejected = false;
    std::string problem;
};

Platform platform() {
    return Platform(std::vector<DeviceDescription>(HostProgram::devices(), HostProgram::device(1)));
}

void add(const UnitOutcome& outcome, Shown& shown) {
    shown.rejected = outcome.rejected;
    shown.races += outcome.findings.empty() ? 0 : 1;
    if (outcome.end == RunEnd::given_up) return;
    if (!outcome.outcome.finished) {
        shown.problem = render(outcome.outcome.failure);
        for (const std::string& line : outcome.outcome.waiting) shown.problem += line + "\n";
        if (shown.problem.empty()) shown.problem = "it did not finish";
        return;
    }
    ++shown.finished;
    if (outcome.outcome.filtered) return;
    shown.states.insert(state_text(outcome.outcome));
}

using Reduction = ExhaustiveSchedule::Reduction;

Shown explore(const HostProgram& program, const Platform& devices, bool weak_memory,
              Reduction reduction = Reduction::conflicts) {
    Shown shown;
    ExhaustiveSchedule schedule(reduction);
    ControlOptions options;
    options.weak_memory = weak_memory;
    std::size_t runs = 0;
    do {
        schedule.begin();
        add(program.run(devices, schedule, options), shown);
        if (!shown.problem.empty()) return shown;
    } while (schedule.next() && ++runs < kMostRuns);
    shown.all = runs < kMostRuns;
    return shown;
}

std::optional<Allowed> allowed_by_opencl(const SourcePtr& source) {
    return allowed_by(*model::shipped_model("opencl-3.0"), source);
}

/// Calls with each host program of the golden tests and examples that is executed.
template <class Work>
std::size_t for_each_test(const CheckSet& checks, const Work& work) {
    const Platform devices = platform();
    std::size_t count = 0;
    for (const SourcePtr& source : host_tests()) {
        SCOPED_TRACE(source->name());
        const auto test = litmus::read_test(source);
        if (!test || is_of_work_items(*test)) continue;
        const auto program = HostProgram::load(*test, checks);
        // Variables of each device are listed by none of their names.
        if (!program || source->name().ends_with("waits-for-ever.litmus") ||
            source->name().ends_with("/two-devices.litmus") ||
            source->name().ends_with("/host-division.litmus") ||
            source->name().ends_with("queues-of-two-devices.litmus"))
            continue;
        work(source, *program, devices);
        ++count;
    }
    return count;
}

void expect_allowed(const Shown& shown, const Allowed& allowed) {
    EXPECT_EQ(shown.problem, "");
    EXPECT_GT(shown.finished, 0U);
    if (allowed.any) return;
    for (const std::string& state : shown.states)
        EXPECT_TRUE(allowed.states.contains(state)) << state;
}

TEST(ControlledHosts, InterleavedStatesAreAllowed) {
    const std::size_t tests =
        for_each_test({}, [](const auto& source, const auto& program, const Platform& devices) {
            const auto allowed = allowed_by_opencl(source);
            if (allowed) expect_allowed(explore(program, devices, false), *allowed);
        });
    EXPECT_GE(tests, 75U);
}

/// A race of the model's is in every execution of these tests, or in some that a schedule makes.
TEST(ControlledHosts, RacesAreThoseOfTheModel) {
    for_each_test({.race = true},
                  [](const auto& source, const auto& program, const Platform& devices) {
                      const auto allowed = allowed_by_opencl(source);
                      if (!allowed) return;
                      const Shown shown = explore(program, devices, false);
                      EXPECT_EQ(shown.problem, "");
                      if (shown.all) EXPECT_EQ(shown.races > 0, allowed->racy);
                  });
}

TEST(ControlledHosts, WeakMemoryShowsNothingThatIsForbidden) {
    for_each_test({.race = true},
                  [](const auto& source, const auto& program, const Platform& devices) {
                      const auto allowed = allowed_by_opencl(source);
                      if (!allowed) return;
                      const Shown shown = explore(program, devices, true);
                      // Pipes are an error with weak memory.
                      const bool has_pipes = source->name().ends_with("/objects.litmus");
                      EXPECT_EQ(shown.rejected, has_pipes) << shown.problem;
                      if (!has_pipes) expect_allowed(shown, *allowed);
                  });
}

TEST(ControlledHosts, ReductionLosesNothing) {
    std::size_t compared = 0;
    for_each_test({}, [&](const auto&, const auto& program, const Platform& devices) {
        const Shown whole = explore(program, devices, false, Reduction::none);
        if (!whole.all) return;
        EXPECT_EQ(explore(program, devices, false).states, whole.states);
        ++compared;
    });
    EXPECT_GT(compared, 20U);
}

/// Two host threads of plain atomics: all that the model allows by interleaving, or weakly.
TEST(ControlledHosts, StoreBufferingBetweenHostThreads) {
    const auto source = std::make_shared<const Source>("host-sb.litmus", R"(OPENCL host-sb
{ atomic_int x = 0; atomic_int y = 0; }
P0@host (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
}
P1@host (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (0:r0=0 /\ 1:r0=0)
)");
    const auto test = litmus::read_test(source);
    ASSERT_TRUE(test) << render(test.diagnostics());
    const Platform devices = platform();
    const auto program = HostProgram::load(*test, {.race = true});
    ASSERT_TRUE(program) << render(program.diagnostics());
    const Shown interleaved = explore(*program, devices, false);
    EXPECT_TRUE(interleaved.all);
    EXPECT_EQ(interleaved.states.size(), 3U);
    const Shown weak = explore(*program, devices, true);
    EXPECT_TRUE(weak.all);
    const auto allowed = allowed_by_opencl(source);
    ASSERT_TRUE(allowed);
    EXPECT_EQ(weak.states, allowed->states);
}

}  // namespace
}  // namespace clmm::runtime
