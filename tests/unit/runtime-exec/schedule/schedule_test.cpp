// Random schedules, their records and replays.
#include <algorithm>

#include "controlled.h"

namespace clmm::runtime::test {
namespace {

/// m[0]: an update that is lost where the other comes between; m[1]: who was last.
const std::string kLostUpdate = R"(
kernel void k(global int* m) {
  int old = m[0];
  m[0] = old + 1;
  m[1] = (int)get_global_id(0);
})";

std::vector<int> run_recorded(std::uint64_t seed, Decisions* decisions) {
    ControlledKernelRuns runs(kLostUpdate);
    std::vector<int> memory(2);
    const auto schedule = random_schedule(seed);
    RecordingSchedule recording(*schedule);
    EXPECT_EQ(runs.run(recording, memory, 3, 1), RunEnd::finished);
    if (decisions != nullptr) *decisions = recording.decisions();
    return memory;
}

TEST(ScheduleTest, ASeedDecidesEverything) {
    std::set<std::vector<int>> seen;
    for (std::uint64_t seed = 0; seed < 64; ++seed) {
        Decisions first;
        Decisions second;
        EXPECT_EQ(run_recorded(seed, &first), run_recorded(seed, &second));
        EXPECT_EQ(first, second);
        seen.insert(run_recorded(seed, nullptr));
    }
    // Lost updates and none are both found.
    EXPECT_TRUE(std::ranges::any_of(seen, [](const auto& memory) { return memory[0] == 3; }));
    EXPECT_TRUE(std::ranges::any_of(seen, [](const auto& memory) { return memory[0] == 1; }));
}

TEST(ScheduleTest, AFileReplaysTheRun) {
    for (std::uint64_t seed = 0; seed < 16; ++seed) {
        ScheduleFile file{.program = "k", .hash = "12", .description = "random", .decisions = {}};
        const std::vector<int> recorded = run_recorded(seed, &file.decisions);
        const auto text = std::make_shared<const Source>("k.schedule", to_text(file));
        const auto read = read_schedule(text);
        ASSERT_TRUE(read.ok()) << render(read.diagnostics());
        EXPECT_EQ(read->decisions, file.decisions);
        EXPECT_EQ(read->program, "k");
        EXPECT_EQ(read->hash, "12");
        const auto schedule = replay_schedule(text, *read);
        ControlledKernelRuns runs(kLostUpdate);
        std::vector<int> memory(2);
        EXPECT_EQ(runs.run(*schedule, memory, 3, 1), RunEnd::finished);
        EXPECT_EQ(memory, recorded);
    }
}

TEST(ScheduleTest, AnotherRunThanTheRecordedOneNamesTheLine) {
    ScheduleFile file{.program = "k", .hash = "", .description = "random", .decisions = {}};
    Decisions recorded;
    run_recorded(1, &recorded);
    bool is_second = false;
    for (const auto& [decision, times] : recorded.runs()) {
        file.decisions.add({decision.choice, is_second ? 7 : decision.choices}, times);
        is_second = file.decisions.runs().size() == 1;
    }
    const auto text = std::make_shared<const Source>("k.schedule", to_text(file));
    const auto read = read_schedule(text);
    ASSERT_TRUE(read.ok());
    const auto schedule = replay_schedule(text, *read);
    ControlledKernelRuns runs(kLostUpdate);
    std::vector<int> memory(2);
    runs.run(*schedule, memory, 3, 1);
    EXPECT_NE(runs.failure.find("k.schedule:7: the run goes another way"), std::string::npos)
        << runs.failure;
}

TEST(ScheduleTest, ManyDecisionsAlikeTakeNoRoom) {
    const auto text = std::make_shared<const Source>(
        "k.schedule", "clmm-schedule 1\n0/2 x999999999\n0/2 x999999999\n1/2\n0/2\n0/2\n");
    const auto read = read_schedule(text);
    ASSERT_TRUE(read.ok()) << render(read.diagnostics());
    const std::vector<Decisions::Run> expected{{{0, 2}, 1'999'999'998}, {{1, 2}, 1}, {{0, 2}, 2}};
    EXPECT_EQ(read->decisions.runs(), expected);
    EXPECT_NE(to_text(*read).find("\n0/2 x1999999998\n1/2\n0/2 x2\n"), std::string::npos);
}

std::string problem(const std::string& text) {
    const auto read = read_schedule(std::make_shared<const Source>("s", text));
    return read.ok() ? "" : render(read.diagnostics());
}

TEST(ScheduleTest, DamagedFilesAreErrorsWithTheirLine) {
    EXPECT_NE(problem("0/2\n").find("s:1:1: error: a schedule begins with"), std::string::npos);
    EXPECT_NE(problem("clmm-schedule 1\nhash 1\n2/2\n").find("s:3:1: error: a decision is"),
              std::string::npos);
    EXPECT_NE(problem("clmm-schedule 1\n0/2 x\n").find("s:2:1"), std::string::npos);
    EXPECT_NE(problem("clmm-schedule 1\nwhat 1\n").find("s:2:1"), std::string::npos);
    EXPECT_EQ(problem("clmm-schedule 1\n# a note\n0/2 x3\n1/3\n"), "");
}

TEST(ScheduleTest, GroupFunctionsMeetUnderControl) {
    ControlledKernelRuns runs(R"(
kernel void k(global int* m) {
  int i = (int)get_global_id(0);
  m[i] = sub_group_reduce_add(i) * 100 + work_group_reduce_add(i) + sub_group_broadcast(i, 1) * 1000;
})");
    std::vector<int> memory(8);
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const auto schedule = random_schedule(seed);
        ASSERT_EQ(runs.run(*schedule, memory, 8, 4, 2), RunEnd::finished) << runs.failure;
        EXPECT_EQ(memory, (std::vector<int>{1106, 1106, 3506, 3506, 5922, 5922, 8322, 8322}));
    }
}

TEST(ScheduleTest, ShufflesMeetWithThoseThatComeUnderControl) {
    ControlledKernelRuns runs(R"(
kernel void k(global int* m) {
  int i = (int)get_global_id(0);
  if (i == 5) return;
  m[i] = i < 2 ? sub_group_shuffle(i, 1u) : intel_sub_group_shuffle_down(i, 10 * i, 1u);
})");
    std::vector<int> memory(8);
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const auto schedule = random_schedule(seed);
        ASSERT_EQ(runs.run(*schedule, memory, 8, 4, 4), RunEnd::finished) << runs.failure;
        EXPECT_EQ(memory, (std::vector<int>{1, 1, 3, 0, 0, 0, 7, 40}));
    }
}

TEST(ScheduleTest, AKernelThatGoesOnForEverIsCut) {
    ControlledKernelRuns runs("kernel void k(global int* m) { while (true) m[0] += 1; }");
    runs.options.most_steps = 500;
    std::vector<int> memory(1);
    const auto schedule = random_schedule(0);
    EXPECT_EQ(runs.run(*schedule, memory, 2, 1), RunEnd::cut);
}

TEST(ScheduleTest, AWaitThatCountsItsTurnsIsNotUnfair) {
    // The counter makes every turn another state, so that only fairness ends the wait.
    ControlledKernelRuns runs(R"(
kernel void k(global int* m) {
  global atomic_int* flag = (global atomic_int*)m;
  if (get_global_id(0) == 0) atomic_store(flag, 1);
  else for (int n = 0; atomic_load(flag) == 0; ++n) ;
})");
    for (std::uint64_t seed = 0; seed < 32; ++seed) {
        std::vector<int> memory(1);
        const auto schedule = random_schedule(seed);
        EXPECT_EQ(runs.run(*schedule, memory, 2, 1), RunEnd::finished) << seed;
    }
}

TEST(ScheduleTest, MoreGroupsThanAreResidentRunInTurn) {
    ControlledKernelRuns runs(
        "kernel void k(global int* m) { atomic_fetch_add((global atomic_int*)m, 1); }");
    runs.options.resident_groups = 3;
    std::vector<int> memory(1);
    const auto schedule = random_schedule(5);
    EXPECT_EQ(runs.run(*schedule, memory, 40, 2), RunEnd::finished);
    EXPECT_EQ(memory[0], 40);
}

TEST(ScheduleTest, DivergenceIsFoundUnderControl) {
    ControlledKernelRuns runs(R"(
kernel void k(global int* m) {
  if (get_local_id(0) == 0) barrier(CLK_GLOBAL_MEM_FENCE);
})");
    std::vector<int> memory(1);
    const auto schedule = random_schedule(5);
    runs.run(*schedule, memory, 2, 2);
    ASSERT_EQ(runs.findings.size(), 1U);
    EXPECT_EQ(runs.findings[0].sites.size(), 2U);
}

}  // namespace
}  // namespace clmm::runtime::test
