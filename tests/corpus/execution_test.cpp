// Controlled execution against the models: what schedules show of the examples and of the published
// OpenCL tests, and what the checker allows.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "clmm/engines/built_in.h"
#include "clmm/enumerator/check.h"
#include "clmm/litmus/litmus_test.h"
#include "clmm/report/value.h"
#include "clmm/runtime/unit_program.h"
#include "support/suite.h"

namespace clmm::corpus {
namespace {

namespace fs = std::filesystem;
using States = std::set<std::string>;

constexpr std::size_t kMostRuns = 5000;

/// What runs showed of a test.
struct Shown {
    States states;
    bool all = false;    ///< every schedule was tried
    bool found = false;  ///< a run had a finding or failed: its states mean nothing
};

class Executor {
public:
    explicit Executor(const litmus::LitmusTest& test)
        : program_(runtime::UnitProgram::load(test)),
          platform_(std::vector<runtime::DeviceDescription>(runtime::HostProgram::devices(),
                                                            runtime::HostProgram::device(1))) {}

    [[nodiscard]] bool executes() const { return program_.ok(); }

    using Reduction = runtime::ExhaustiveSchedule::Reduction;

    Shown explore(bool weak_memory, Reduction reduction = Reduction::conflicts) {
        Shown shown;
        runtime::ExhaustiveSchedule schedule(reduction);
        std::size_t runs = 0;
        do {
            schedule.begin();
            if (!run(schedule, weak_memory, shown)) return shown;
        } while (schedule.next() && ++runs < kMostRuns);
        shown.all = runs < kMostRuns;
        return shown;
    }

    Shown random(unsigned runs, bool weak_memory) {
        Shown shown;
        for (unsigned seed = 0; seed < runs; ++seed)
            if (!run(*runtime::random_schedule(seed), weak_memory, shown)) break;
        return shown;
    }

private:
    bool run(runtime::Schedule& schedule, bool weak_memory, Shown& shown) {
        runtime::ControlOptions options;
        options.weak_memory = weak_memory;
        const auto outcome = program_->run(platform_, schedule, options);
        if (outcome.end == runtime::RunEnd::given_up) return true;
        shown.found = !outcome.findings.empty() || !outcome.outcome.finished;
        if (shown.found) return false;
        if (outcome.outcome.filtered) return true;
        std::string state;
        for (const auto& each : outcome.outcome.state)
            state += (state.empty() ? "" : " ") + each.name + "=" + each.value + ";";
        shown.states.insert(state);
        return true;
    }

    Result<runtime::UnitProgram> program_;
    runtime::Platform platform_;
};

/// What a model allows; none where it allows anything, or has no answer.
std::optional<States> allowed(const litmus::LitmusTest& test, const std::string& model_name) {
    const auto model = model::shipped_model(model_name);
    if (!model) return std::nullopt;
    enumerator::CheckOptions options{.engines = engines::built_in()};
    options.timeout = std::chrono::seconds(30);
    const auto result = enumerator::check(test, *model, options);
    if (!result || !result->answer.undefined.empty() || !result->reason.empty() ||
        result->answer.bound_reached || !result->racy.has_value())
        return std::nullopt;
    States states;
    for (const auto& outcome : result->answer.outcomes) {
        if (outcome.family) return std::nullopt;
        states.insert(report::format_state(result->structure, outcome));
    }
    return states;
}

/// Golden tests that launch kernels: barriers, local memory and functions of work-groups and
/// sub-groups, IDs, several launches, single work-items beside them.
std::vector<fs::path> launches() {
    std::vector<fs::path> files;
    for (const char* name :
         {"commands/launch-barrier", "commands/launch-barrier-of-one-group",
          "commands/launch-group-function", "structs/launched", "exec/tests/ndrange-beside-threads",
          "exec/tests/ndrange-group-functions", "exec/tests/ndrange-ids",
          "exec/tests/ndrange-publish", "exec/tests/ndrange-publish-narrow",
          "exec/tests/ndrange-sub-group-race", "exec/tests/ndrange-sub-groups",
          "exec/tests/ndrange-three-groups", "exec/tests/ndrange-local-flag",
          "exec/tests/ndrange-mixed-barriers"})
        files.push_back(fs::path(CLMM_TESTS_DIR) / "golden" / (std::string(name) + ".litmus"));
    return files;
}

std::vector<fs::path> tests() {
    std::vector<fs::path> files = litmus_files(fs::path(CLMM_TESTS_DIR) / ".." / "examples");
    for (const fs::path& file : launches()) files.push_back(file);
    if (const fs::path suite = suite_path("opencl"); !suite.empty())
        for (const fs::path& file : litmus_files(suite)) files.push_back(file);
    return files;
}

template <class Work>
void for_each_test(Work&& work) {
    for (const fs::path& file : tests()) {
        const auto test =
            litmus::read_test(std::make_shared<Source>(file.string(), read_text(file)));
        if (!test || !runtime::is_of_work_items(*test)) continue;
        // The model takes the region of each pointer, where a run has one for the object.
        if (std::ranges::any_of(test.diagnostics(),
                                [](const auto& each) { return each.code == "W-SPACE"; }))
            continue;
        Executor executor(*test);
        if (executor.executes()) work(file, *test, executor);
    }
}

TEST(ExecutionTest, InterleavedStatesAreThoseOfSequentialConsistency) {
    std::size_t compared = 0;
    for_each_test([&](const fs::path& file, const litmus::LitmusTest& test, Executor& executor) {
        const auto expected = allowed(test, "sc");
        if (!expected) return;
        const Shown shown = executor.explore(false);
        ASSERT_TRUE(shown.all) << file;
        EXPECT_EQ(shown.states, *expected) << file;
        ++compared;
    });
    EXPECT_GT(compared, 25U);
}

void expect_allowed(const std::string& model) {
    std::size_t compared = 0;
    for_each_test([&](const fs::path& file, const litmus::LitmusTest& test, Executor& executor) {
        const auto expected = allowed(test, model);
        if (!expected) return;
        Shown all = executor.explore(true);
        EXPECT_FALSE(all.found) << file;
        all.states.merge(executor.random(50, true).states);
        EXPECT_TRUE(std::ranges::includes(*expected, all.states)) << file;
        ++compared;
    });
    EXPECT_GT(compared, 15U);
}

TEST(ExecutionTest, WeakMemoryShowsNothingThatIsForbidden) { expect_allowed("opencl-3.0"); }
TEST(ExecutionTest, WeakMemoryShowsNothingThatTheScopedModelForbids) {
    expect_allowed("opencl-scoped");
}

TEST(ExecutionTest, WeakMemoryShowsAllOfTheCommonShapes) {
    for (const char* name :
         {"store-buffering", "store-buffering-acquire-release", "store-buffering-device", "iriw",
          "message-passing", "message-passing-fences", "spin-loop", "lock", "release-sequence"}) {
        const fs::path file =
            fs::path(CLMM_TESTS_DIR) / ".." / "examples" / (std::string(name) + ".litmus");
        const auto test =
            litmus::read_test(std::make_shared<Source>(file.string(), read_text(file)));
        ASSERT_TRUE(test) << file;
        const auto expected = allowed(*test, "opencl-3.0");
        if (!expected) continue;
        const Shown shown = Executor(*test).explore(true);
        EXPECT_TRUE(shown.all) << file;
        EXPECT_EQ(shown.states, *expected) << file;
    }
}

TEST(ExecutionTest, LaunchedKernelsShowAllStates) {
    for (const fs::path& file : launches()) {
        const auto test =
            litmus::read_test(std::make_shared<Source>(file.string(), read_text(file)));
        ASSERT_TRUE(test) << file;
        const auto interleaved = allowed(*test, "sc");
        ASSERT_TRUE(interleaved) << file;
        EXPECT_EQ(Executor(*test).explore(false).states, *interleaved) << file;
        const auto weak = allowed(*test, "opencl-3.0");
        const Shown shown = Executor(*test).explore(true);
        EXPECT_EQ(shown.found, !weak) << file;
        if (weak) EXPECT_EQ(shown.states, *weak) << file;
    }
}

TEST(ExecutionTest, ReductionLosesNothingOfWeakMemory) {
    std::size_t compared = 0;
    for_each_test([&](const fs::path& file, const litmus::LitmusTest&, Executor& executor) {
        const Shown reduced = executor.explore(true);
        if (!reduced.all || reduced.found) return;
        const Shown whole = executor.explore(true, runtime::ExhaustiveSchedule::Reduction::none);
        if (!whole.all) return;
        EXPECT_EQ(reduced.states, whole.states) << file;
        ++compared;
    });
    EXPECT_GT(compared, 15U);
}

}  // namespace
}  // namespace clmm::corpus
