// On which processors compute units are put, on machines that are made up.
#include "placements.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness_subject.h"

namespace clmm::hardware {
namespace {

using namespace test;
using Affinity = Tuning::Affinity;

/// Sockets of two L3s of two cores of two threads; siblings have numbers in a row.
Topology made_up(unsigned sockets) {
    Topology out{.processors = {}, .cache_level = 3};
    for (unsigned i = 0; i < sockets * 8; ++i)
        out.processors.push_back({i, i / 2 * 2, i / 4 * 4, i / 8 * 8});
    return out;
}

std::vector<std::string> names(const std::vector<PlacementClass>& classes) {
    std::vector<std::string> out;
    for (const PlacementClass& each : classes) out.push_back(each.name);
    return out;
}

TEST(Placements, OfTwoGroupsAreAsNearAsTheMachineHasThem) {
    const auto classes = placement_classes(made_up(2), {"P0", "P1"});
    EXPECT_EQ(names(classes), (std::vector<std::string>{"same core (SMT)", "same L3", "same socket",
                                                        "other socket"}));
    for (const PlacementClass& each : classes) EXPECT_EQ(each.members.size(), 16U) << each.name;
    EXPECT_EQ(names(placement_classes(made_up(1), {"P0", "P1"})).size(), 3U);
}

TEST(Placements, BelongToTheirClass) {
    const Topology machine = made_up(2);
    const auto classes = placement_classes(machine, {"P0", "P1", "P2"});
    std::set<std::string> seen;
    for (const PlacementClass& each : classes) {
        EXPECT_TRUE(seen.insert(each.name).second) << each.name;
        for (const auto& member : each.members) {
            ASSERT_EQ(member.size(), 3U);
            EXPECT_EQ(std::set(member.begin(), member.end()).size(), 3U);
            const auto shared = [&](std::size_t a, std::size_t b) {
                return name_of(
                    nearness(machine.processors[member[a]], machine.processors[member[b]]),
                    machine);
            };
            const bool alike = shared(0, 1) == shared(0, 2) && shared(0, 2) == shared(1, 2);
            EXPECT_EQ(each.name, alike ? "all " + shared(0, 1)
                                       : "P0 P1 " + shared(0, 1) + ", P0 P2 " + shared(0, 2) +
                                             ", P1 P2 " + shared(1, 2));
        }
    }
    // All there are, counted the slow way.
    std::set<std::vector<Nearness>> all;
    for (const Processor& a : machine.processors)
        for (const Processor& b : machine.processors)
            for (const Processor& c : machine.processors)
                if (a != b && b != c && a != c)
                    all.insert({nearness(a, b), nearness(a, c), nearness(b, c)});
    EXPECT_EQ(classes.size(), all.size());
}

TEST(Placements, NeedAProcessorForEachGroup) {
    EXPECT_TRUE(placement_classes(made_up(1), std::vector<std::string>(9, "P")).empty());
    EXPECT_EQ(names(placement_classes(made_up(1), {"P0+P1"})), std::vector<std::string>{"alone"});
    // Many are bounded.
    EXPECT_LE(placement_classes(made_up(4), std::vector<std::string>(8, "P")).size(), 256U);
}

DeviceInfo device(unsigned compute_units, const Topology& topology) {
    DeviceInfo info = host().info();
    info.compute_units = compute_units;
    info.topology = topology;
    return info;
}

Placements placements(Affinity affinity, std::uint32_t step, const DeviceInfo& info) {
    Tuning tuning;
    tuning.affinity = affinity;
    tuning.affinity_step = step;
    return {tuning, info, {"P0", "P1"}};
}

std::vector<unsigned> first(Affinity affinity, std::uint32_t step, unsigned compute_units) {
    std::mt19937_64 random(1);
    return placements(affinity, step, device(compute_units, made_up(1))).next(random).processors;
}

TEST(Placements, GoInSteps) {
    using Numbers = std::vector<unsigned>;
    EXPECT_EQ(first(Affinity::none, 1, 4), Numbers{});
    EXPECT_EQ(first(Affinity::incremental, 1, 3), (Numbers{0, 1, 2}));
    EXPECT_EQ(first(Affinity::incremental, 2, 6), (Numbers{0, 2, 4, 6, 1, 3}));
    EXPECT_EQ(first(Affinity::incremental, 3, 8), (Numbers{0, 3, 6, 1, 4, 7, 2, 5}));
    EXPECT_EQ(first(Affinity::incremental, 1, 10), (Numbers{0, 1, 2, 3, 4, 5, 6, 7, 0, 1}));
}

TEST(Placements, AtRandomDifferFromLaunchToLaunch) {
    std::mt19937_64 random(1);
    Placements given = placements(Affinity::random, 1, device(8, made_up(1)));
    std::set<std::vector<unsigned>> seen;
    for (int i = 0; i < 10; ++i) {
        auto launch = given.next(random);
        EXPECT_FALSE(launch.of_class);
        seen.insert(launch.processors);
        std::ranges::sort(launch.processors);
        EXPECT_EQ(launch.processors, (std::vector<unsigned>{0, 1, 2, 3, 4, 5, 6, 7}));
    }
    EXPECT_GT(seen.size(), 5U);
}

TEST(Placements, OfASweepTakeTheirTurns) {
    std::mt19937_64 random(1);
    Placements given = placements(Affinity::sweep, 1, device(4, made_up(2)));
    ASSERT_EQ(given.classes().size(), 4U);
    for (std::size_t i = 0; i < 12; ++i) {
        const auto launch = given.next(random);
        ASSERT_EQ(launch.of_class, i % 4);
        ASSERT_EQ(launch.processors.size(), 4U);
        const auto& members = given.classes()[i % 4].members;
        const std::vector<unsigned> own{launch.processors[0], launch.processors[1]};
        EXPECT_NE(std::ranges::find(members, own), members.end());
        // The other compute units are out of the way.
        for (const unsigned other : {launch.processors[2], launch.processors[3]})
            EXPECT_EQ(std::ranges::find(own, other), own.end());
    }
}

// ---- on this machine ----

const std::string kStoreBuffering = R"(OPENCL SB
{ [x]=0; [y]=0; }
P0@wg 0, dev 0 (global atomic_int* x, global atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
}
P1@wg 1, dev 0 (global atomic_int* x, global atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (0:r0=0 /\ 1:r0=0)
)";

TEST(PlacementsOnTheHost, OfASweepAreCountedApart) {
    if (host().info().topology.processors.size() < 2) GTEST_SKIP() << "one processor";
    Tuning tuning = looping();
    tuning.affinity = Affinity::sweep;
    const Histogram histogram = seen(subject(kStoreBuffering), tuning);
    ASSERT_FALSE(histogram.placements.empty());
    std::uint64_t instances = 0, launches = 0, satisfying = 0;
    for (const SeenPlacement& each : histogram.placements) {
        instances += each.instances;
        launches += each.launches;
        satisfying += each.satisfying;
        EXPECT_EQ(each.instances, each.satisfying + each.violating);
        EXPECT_EQ(each.processors.size(), 2U);
    }
    EXPECT_EQ(instances, histogram.instances);
    EXPECT_EQ(launches, histogram.launches);
    std::uint64_t weak = 0;
    for (const SeenState& state : histogram.states) weak += state.satisfies ? state.count : 0;
    EXPECT_EQ(satisfying, weak);
    // Not of other tunings, whose threads are somewhere else again.
    EXPECT_TRUE(seen(subject(kStoreBuffering), looping()).placements.empty());
}

TEST(PlacementsOnTheHost, ASweepNeedsLoopingAndRoom) {
    Tuning tuning = parallel();
    tuning.affinity = Affinity::sweep;
    const Subject given = subject(kStoreBuffering);
    EXPECT_NE(refusal(given, tuning).find("a sweep needs the style \"looping\""),
              std::string::npos);
    tuning = looping();
    tuning.affinity = Affinity::sweep;
    EXPECT_NE(refusal(given, tuning, device(1, made_up(1))).find("there are 1"), std::string::npos);
    EXPECT_EQ(refusal(given, tuning, device(2, made_up(1))), "");
    DeviceInfo opencl = device(2, made_up(1));
    opencl.deals_work_groups = false;
    EXPECT_NE(refusal(given, tuning, opencl).find("does not tell which of its threads"),
              std::string::npos);
    for (const Affinity each : {Affinity::incremental, Affinity::random, Affinity::sweep}) {
        tuning.affinity = each;
        EXPECT_NE(refusal(given, tuning, device(2, {})).find("no threads that could be placed"),
                  std::string::npos);
    }
}

}  // namespace
}  // namespace clmm::hardware
