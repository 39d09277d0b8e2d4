// Parts of a space, and jobs, that have programs of a family together.
#include "clmm/skeletons/families.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "clmm/skeletons/walk.h"

namespace clmm::skeletons {
namespace {

TEST(Part, HasWholeFamilies) {
    const std::vector<std::uint64_t> families{50, 50, 40, 50, 40, 30, 20, 30, 20, 50};
    std::vector<std::uint64_t> first, second;
    Part one(1, 2), other(2, 2);
    for (std::uint64_t number = 0; number < families.size(); ++number) {
        if (one.has(families[number])) first.push_back(number);
        if (other.has(families[number])) second.push_back(number);
    }
    EXPECT_EQ(first, (std::vector<std::uint64_t>{0, 1, 3, 5, 7, 9}));
    EXPECT_EQ(second, (std::vector<std::uint64_t>{2, 4, 6, 8}));
}

TEST(FamilyWorkers, HaveFamiliesWholeAndInOrder) {
    FamilyWorkers workers(2);
    workers.begin({5, 6, 5, 5, 6, 7});
    ASSERT_EQ(workers.groups(), 3U);
    EXPECT_EQ(workers.next(0), (std::vector<std::size_t>{0, 2, 3}));
    EXPECT_EQ(workers.next(1), (std::vector<std::size_t>{1, 4}));
    EXPECT_EQ(workers.next(1), (std::vector<std::size_t>{5}));
}

/// … also of the next batch, as far as nobody would have to wait.
TEST(FamilyWorkers, KeepThem) {
    FamilyWorkers workers(2);
    workers.begin({5, 5, 6});
    EXPECT_EQ(workers.next(1), (std::vector<std::size_t>{0, 1}));
    EXPECT_EQ(workers.next(0), (std::vector<std::size_t>{2}));
    workers.begin({8, 6, 5, 5, 5});
    ASSERT_EQ(workers.groups(), 3U);
    EXPECT_EQ(workers.next(0), (std::vector<std::size_t>{1}));
    EXPECT_EQ(workers.next(0), (std::vector<std::size_t>{0}));
    EXPECT_EQ(workers.next(0), (std::vector<std::size_t>{2, 3, 4}));
}

using Taken = std::map<std::uint64_t, std::uint64_t>;  ///< families, by number of the program

/// What a walk takes that ends after a program.
Taken walked(const WalkOptions& options, std::uint64_t until) {
    std::map<std::string, std::uint64_t> known;
    generator::for_each_draft(options.space, [&](const generator::Draft& draft) {
        known.emplace(generator::to_litmus(draft.program()), draft.family());
        return true;
    });
    Taken made;
    WalkSteps<std::uint64_t> steps;
    steps.decide = [&](const generator::Program& program, std::size_t) {
        return known.at(generator::to_litmus(program));
    };
    steps.take = [&](std::uint64_t number, const generator::Draft& draft, std::uint64_t family) {
        EXPECT_EQ(draft.family(), family);
        if (!made.empty()) EXPECT_GT(number, made.rbegin()->first);
        made[number] = family;
        return number < until;
    };
    EXPECT_EQ(walk(options, steps).is_complete, until > known.size());
    return made;
}

/// Every program once, in the parts whose families they are; the same for any number of jobs, and
/// when it goes on where another walk ended.
TEST(Walk, KeepsFamilies) {
    const generator::Space space{.accesses = 3, .fences = 0};
    const Budget budget;
    WalkOptions options{.space = space, .budget = budget, .takes_many = false};
    constexpr std::uint64_t kAll = 1'000'000;
    const Taken whole = walked(options, kAll);
    EXPECT_GT(whole.size(), 5'000U);
    for (const bool takes_many : {false, true}) {
        options.takes_many = takes_many;
        options.jobs = 4;
        EXPECT_EQ(walked(options, kAll), whole);
    }
    options.shards = 3;
    Taken together;
    std::map<std::uint64_t, std::size_t> parts;
    for (options.shard = 1; options.shard <= options.shards; ++options.shard) {
        options.from = 0;
        Taken part = walked(options, 2'000);
        options.from = part.rbegin()->first + 1;
        EXPECT_LT(options.from, 3'000U);
        part.merge(walked(options, kAll));
        EXPECT_GT(part.size(), whole.size() / 5);
        for (const auto& [number, family] : part)
            EXPECT_EQ(parts.emplace(family, options.shard).first->second, options.shard);
        together.merge(part);
        EXPECT_TRUE(part.empty()) << "in two parts";
    }
    EXPECT_EQ(together, whole);
}

/// Whoever interrupts has not the patience for a batch; what it leaves undecided is not taken.
TEST(Walk, EndsWithinABatch) {
    const generator::Space space{.accesses = 3, .fences = 0};
    Budget budget;
    const auto interrupt = std::make_shared<std::atomic<bool>>(false);
    budget.set_interrupt(interrupt);
    std::atomic<std::size_t> decided = 0, taken = 0;
    WalkSteps<std::uint64_t> steps;
    steps.decide = [&](const generator::Program&, std::size_t) -> std::uint64_t {
        if (++decided > 600) {
            *interrupt = true;
            std::this_thread::sleep_for(std::chrono::milliseconds(60));
        }
        return 1;
    };
    steps.take = [&](std::uint64_t, const generator::Draft&, std::uint64_t undecided) {
        EXPECT_EQ(undecided, 1U);
        return ++taken, true;
    };
    const WalkEnd end = walk({.space = space, .jobs = 2, .budget = budget}, steps);
    EXPECT_EQ(end.stopped, "interrupted");
    EXPECT_FALSE(end.is_complete);
    EXPECT_EQ(taken, 512U);
    EXPECT_LT(decided, 610U);
}

}  // namespace
}  // namespace clmm::skeletons
