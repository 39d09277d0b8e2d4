#include "process/worker_processes.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "check/test_run.h"
#include "process/hard_limit.h"
#include "process/parcel.h"
#include "process/process.h"

namespace clmm::cli {
namespace {

using namespace std::chrono_literals;

std::vector<std::string> all_results(WorkerProcesses& pool) {
    std::vector<std::string> results;
    while (const auto result = pool.next()) results.push_back(*result);
    return results;
}

const WorkerProcesses::Lost kLost = [](std::size_t index, const WorkerProcesses::Ending& ending) {
    return std::to_string(index) + " " + (ending.limit ? describe(*ending.limit) : ending.how);
};

TEST(SharedMemory, PiecesAreZeroAndApart) {
    const std::vector<std::size_t> sizes{
        1,   8,   64,  65,  500, 512, 513, 4096, 100'000,
        512, 512, 512, 512, 512, 512, 512, 8};  // more than a page of small ones
    std::vector<unsigned char*> pieces;
    for (const std::size_t bytes : sizes) {
        auto* const begin = static_cast<unsigned char*>(map_shared(bytes));
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(begin) % 64, 0U);
        for (std::size_t i = 0; i < bytes; ++i) ASSERT_EQ(begin[i], 0);
        pieces.push_back(begin);
        std::memset(begin, static_cast<int>(pieces.size()), bytes);
    }
    // Some go, and the others keep what they have.
    for (std::size_t n = 0; n < sizes.size(); n += 2) unmap_shared(pieces[n], sizes[n]);
    for (std::size_t n = 1; n < sizes.size(); n += 2)
        for (std::size_t i = 0; i < sizes[n]; ++i) ASSERT_EQ(pieces[n][i], n + 1) << n << " " << i;
    for (std::size_t n = 1; n < sizes.size(); n += 2) unmap_shared(pieces[n], sizes[n]);
    const auto again = shared_atomics<std::uint64_t>();
    EXPECT_EQ(*again, 0U);
}

TEST(SharedMemory, IsSharedWithWhatIsForked) {
    const auto first = shared_atomics<int>();
    const auto second = shared_atomics<int>(3);
    const pid_t child = fork();
    if (child == 0) {
        *first = 7;
        second.get()[2] = 8;
        _exit(0);
    }
    waitpid(child, nullptr, 0);
    EXPECT_EQ(*first, 7);
    EXPECT_EQ(second.get()[2], 8);
}

TEST(WorkerProcesses, HandsResultsOutInOrder) {
    for (const unsigned jobs : {1U, 2U, 5U, 100U}) {
        WorkerProcesses pool(
            20, jobs,
            [](std::size_t index) { return std::string((20 - index) * 10'000, char('a' + index)); },
            kLost, [] { return false; }, nullptr);
        const auto results = all_results(pool);
        ASSERT_EQ(results.size(), 20U);
        for (std::size_t i = 0; i < 20; ++i)
            EXPECT_EQ(results[i], std::string((20 - i) * 10'000, char('a' + i)));
        EXPECT_EQ(pool.done(), 20U);
    }
}

TEST(WorkerProcesses, ACrashIsOfItsIndexAlone) {
    for (const unsigned jobs : {1U, 3U}) {
        WorkerProcesses pool(
            12, jobs,
            [](std::size_t index) {
                if (index % 4 == 1) raise(SIGKILL);
                if (index == 11) _exit(9);
                return "fine " + std::to_string(index);
            },
            kLost, [] { return false; }, nullptr);
        const auto results = all_results(pool);
        ASSERT_EQ(results.size(), 12U);
        for (std::size_t i = 0; i < 12; ++i)
            EXPECT_EQ(results[i], i % 4 == 1 ? std::to_string(i) + " killed by signal 9 (Killed)"
                                  : i == 11  ? "11 ended with exit code 9"
                                             : "fine " + std::to_string(i));
    }
}

TEST(WorkerProcesses, NothingIsBegunAfterAStop) {
    const auto stop = shared_atomics<bool>();
    WorkerProcesses pool(
        50, 2,
        [&](std::size_t index) {
            if (index == 3) *stop = true;
            return std::to_string(index);
        },
        kLost, [&] { return stop->load(); }, nullptr);
    const auto results = all_results(pool);
    EXPECT_GE(results.size(), 3U);
    EXPECT_LE(results.size(), 6U);
}

TEST(WorkerProcesses, WhatDoesNotStopIsEnded) {
    const auto stop = shared_atomics<bool>();
    WorkerProcesses pool(
        2, 1,
        [&](std::size_t) -> std::string {
            *stop = true;
            for (std::atomic<int> turns{0};; ++turns) {
            }
        },
        kLost, [&] { return stop->load(); }, nullptr);
    EXPECT_EQ(all_results(pool), std::vector<std::string>{"0 interrupted"});
}

TEST(WorkerProcesses, WhatGoesOnBeyondItsLimitsIsNoCrash) {
    WorkerProcesses pool(
        3, 1,
        [&](std::size_t index) -> std::string {
            HardLimit::Limits limits{.in_worker = true};
            if (index == 0) limits.timeout = 10ms;
            if (index == 1) limits.memory_bytes = resident_bytes() + (std::uint64_t{64} << 20U);
            const HardLimit limit(limits);
            if (index == 2) return "fine";
            std::vector<std::vector<char>> pieces;
            for (std::atomic<std::size_t> turns{0};; ++turns)
                if (index == 1 && turns % 1000 == 0) pieces.emplace_back(1U << 20U, 'x');
        },
        kLost, [] { return false; }, nullptr);
    EXPECT_EQ(all_results(pool), (std::vector<std::string>{"0 timeout", "1 memory limit", "fine"}));
}

TEST(WorkerProcesses, WorkThatNobodyWaitsForEnds) {
    WorkerProcesses pool(
        2, 2,
        [](std::size_t) {
            while (true) pause();
            return std::string();
        },
        kLost, [] { return false; }, nullptr);
    EXPECT_FALSE(pool.wait_for(10ms));
}

TEST(WorkerProcesses, MemoryIsThatOfAllProcesses) {
    MemoryUse memory(2);
    const auto before = memory.resident();
    EXPECT_GT(before, 0U);
    const auto saw_both = shared_atomics<std::size_t>();
    WorkerProcesses pool(
        2, 2,
        [&](std::size_t) {
            const std::string used(std::size_t{30} << 20U, 'x');
            while (memory.resident() < std::size_t{60} << 20U) usleep(1000);
            // What one that has ended used is forgotten.
            for (++*saw_both; *saw_both < 2;) usleep(1000);
            return used.substr(0, 1);
        },
        kLost, [] { return false; }, &memory);
    EXPECT_EQ(all_results(pool).size(), 2U);
}

TEST(Parcel, ATestRunComesOutAsItWentIn) {
    const auto source = std::make_shared<const Source>("a.litmus", "first\nsecond\n");
    TestRun run;
    run.out = std::string("with\0zero", 9);
    run.err = "error\n";
    run.code = ExitCode::unknown;
    run.counts.tests = 1;
    run.counts.racy = 7;
    run.findings.push_back(
        {"E-X", Severity::warning, "message", "about", {{source, {6, 12}, "n"}}});
    run.findings.push_back({"E-Y", Severity::note, "", "", {{nullptr, {}, {}}}});
    TestRun copy;
    unpack(pack(run), copy);
    EXPECT_EQ(copy.out, run.out);
    EXPECT_EQ(copy.err, run.err);
    EXPECT_EQ(copy.code, run.code);
    EXPECT_EQ(copy.counts.racy, 7U);
    ASSERT_EQ(copy.findings.size(), 2U);
    EXPECT_EQ(copy.findings[0].level, Severity::warning);
    EXPECT_EQ(copy.findings[0].places[0].source->position(6).line, 2U);
    EXPECT_FALSE(copy.findings[1].places[0].source);
}

}  // namespace
}  // namespace clmm::cli
