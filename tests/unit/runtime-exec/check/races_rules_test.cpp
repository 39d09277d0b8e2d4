// Each rule and each of its switches, on both sides.
#include <gtest/gtest.h>

#include "races_world.h"

namespace clmm::runtime::check::test {
namespace {

/// A payload passed from one work-item to another by a release store and an acquire load.
World message(const Rules& rules, Scope from, Scope to, std::uint32_t to_group,
              Memory memory = Memory::atomic_svm) {
    World world(rules);
    const ObjectId payload = world.global();
    const ObjectId flag = memory == Memory::local ? world.local() : world.global(memory);
    world.write(world.item(0, 0), payload);
    world.store(world.item(0, 0), flag, Order::release, from);
    world.load(world.item(to_group, 5), flag, Order::acquire, to);
    world.read(world.item(to_group, 5), payload);
    return world;
}

constexpr Rules kMutual{.inclusive_scope = Rules::InclusiveScope::mutual};

TEST(RacesRules, PlainAccessesOfOneUnitDoNotRace) {
    World world;
    const ObjectId x = world.global();
    world.write(world.item(0, 0), x);
    world.read(world.item(0, 0), x);
    world.write(world.item(0, 0), x);
    EXPECT_EQ(world.races(), 0U);
}

TEST(RacesRules, ReadsDoNotConflict) {
    World world;
    const ObjectId x = world.global();
    world.read(world.item(0, 0), x);
    world.read(world.item(1, 0), x);
    EXPECT_EQ(world.races(), 0U);
    world.write(world.item(2, 0), x);
    EXPECT_EQ(world.races(), 2U);  // with each of the reads, at sites of their own
}

TEST(RacesRules, ReleaseAndAcquireOrder) {
    EXPECT_EQ(message({}, Scope::device, Scope::device, 1).races(), 0U);
    World relaxed;
    const ObjectId payload = relaxed.global();
    const ObjectId flag = relaxed.global();
    relaxed.write(relaxed.item(0, 0), payload);
    relaxed.store(relaxed.item(0, 0), flag, Order::relaxed);
    relaxed.load(relaxed.item(1, 0), flag, Order::acquire);
    relaxed.read(relaxed.item(1, 0), payload);
    ASSERT_EQ(relaxed.races(), 1U);
    EXPECT_EQ(relaxed.missing(), MissingOrder::release_order);
    EXPECT_EQ(relaxed.race().why.release_site, SiteId(1));
    EXPECT_EQ(relaxed.race().why.acquire_site, SiteId(2));
}

TEST(RacesRules, AcquireIsNeeded) {
    World world;
    const ObjectId payload = world.global();
    const ObjectId flag = world.global();
    world.write(world.item(0, 0), payload);
    world.store(world.item(0, 0), flag, Order::release);
    world.load(world.item(1, 0), flag, Order::relaxed);
    world.read(world.item(1, 0), payload);
    ASSERT_EQ(world.races(), 1U);
    EXPECT_EQ(world.missing(), MissingOrder::acquire_order);
}

TEST(RacesRules, InclusiveScopeSame) {
    EXPECT_EQ(message({}, Scope::work_group, Scope::work_group, 0).races(), 0U);
    EXPECT_EQ(message({}, Scope::all, Scope::all, 1).races(), 0U);
    // Too narrow, and of different scopes.
    for (const Scope other : {Scope::work_group, Scope::device}) {
        const World world = message({}, Scope::work_group, other, other == Scope::device ? 0 : 1);
        ASSERT_EQ(world.races(), 2U);
        EXPECT_EQ(world.detector.races()[0].why.kind, MissingOrder::atomic_scope);
        EXPECT_EQ(world.detector.races()[1].why.kind, MissingOrder::scope);
    }
}

TEST(RacesRules, InclusiveScopeMutual) {
    EXPECT_EQ(message(kMutual, Scope::work_group, Scope::device, 0).races(), 0U);
    EXPECT_EQ(message(kMutual, Scope::device, Scope::work_group, 0).races(), 0U);
    EXPECT_EQ(message(kMutual, Scope::device, Scope::all, 1).races(), 0U);
    EXPECT_GT(message(kMutual, Scope::work_group, Scope::device, 1).races(), 0U);
    EXPECT_GT(message(kMutual, Scope::sub_group, Scope::device, 0).races(), 0U);
}

TEST(RacesRules, SubGroupScope) {
    World world;
    const ObjectId payload = world.global();
    const ObjectId flag = world.global();
    world.write(world.item(0, 0), payload);
    world.store(world.item(0, 0), flag, Order::release, Scope::sub_group);
    world.load(world.item(0, 3), flag, Order::acquire, Scope::sub_group);
    world.read(world.item(0, 3), payload);
    EXPECT_EQ(world.races(), 0U);
    world.load(world.item(0, 4), flag, Order::acquire, Scope::sub_group);
    world.read(world.item(0, 4), payload);
    EXPECT_EQ(world.races(), 2U);
}

TEST(RacesRules, WideScopesOnLocalMemoryAreOfTheWorkGroup) {
    World world;
    const ObjectId payload = world.local();
    const ObjectId flag = world.local();
    world.write(world.item(0, 0), payload);
    world.store(world.item(0, 0), flag, Order::release, Scope::all);
    world.load(world.item(0, 1), flag, Order::acquire, Scope::work_group);
    world.read(world.item(0, 1), payload);
    EXPECT_EQ(world.races(), 0U);
}

TEST(RacesRules, AllSvmDevicesNeedsMemoryWithAtomics) {
    EXPECT_EQ(message({}, Scope::all, Scope::device, 1, Memory::fine_svm).races(), 0U);
    EXPECT_GT(message({}, Scope::all, Scope::device, 1, Memory::atomic_svm).races(), 0U);
}

TEST(RacesRules, DeviceScopeOfABuffer) {
    for (const Memory memory : {Memory::buffer, Memory::coarse_svm})
        for (const auto rule : {Rules::DeviceScope::kernel_instance, Rules::DeviceScope::device}) {
            World world(Rules{.device_scope = rule});
            const ObjectId x = world.global(memory);
            const LaunchId other =
                world.detector.begin_launch(world.detector.add_command(0), {.items_per_group = 8});
            world.add(world.item(0, 0), x, Order::relaxed);
            world.add({other, 0}, x, Order::relaxed);
            const bool races =
                memory == Memory::buffer && rule == Rules::DeviceScope::kernel_instance;
            EXPECT_EQ(world.races(), races ? 1U : 0U);
            if (races) EXPECT_EQ(world.missing(), MissingOrder::atomic_scope);
        }
}

TEST(RacesRules, AtomicSync) {
    const Rules text{.atomic_sync = Rules::AtomicSync::text};
    // The atomics themselves still race: their scopes are not inclusive.
    EXPECT_EQ(message(text, Scope::work_group, Scope::work_group, 1).races(), 0U);
    EXPECT_EQ(message({}, Scope::work_group, Scope::work_group, 1).races(), 2U);
}

TEST(RacesRules, ReleaseSequence) {
    for (const auto rule : {Rules::ReleaseSequence::c11, Rules::ReleaseSequence::c20}) {
        World world(Rules{.release_sequence = rule});
        const ObjectId payload = world.global();
        const ObjectId flag = world.global();
        world.write(world.item(0, 0), payload);
        world.store(world.item(0, 0), flag, Order::release);
        world.store(world.item(0, 0), flag, Order::relaxed);
        world.load(world.item(1, 0), flag, Order::acquire);
        world.read(world.item(1, 0), payload);
        EXPECT_EQ(world.races(), rule == Rules::ReleaseSequence::c11 ? 0U : 1U);
    }
}

TEST(RacesRules, ReadModifyWritesContinueReleaseSequences) {
    for (const bool by_rmw : {true, false}) {
        World world;
        const ObjectId payload = world.global();
        const ObjectId flag = world.global();
        world.write(world.item(0, 0), payload);
        world.store(world.item(0, 0), flag, Order::release);
        if (by_rmw)
            world.add(world.item(2, 0), flag, Order::relaxed);
        else
            world.store(world.item(2, 0), flag, Order::relaxed);
        world.load(world.item(1, 0), flag, Order::acquire);
        world.read(world.item(1, 0), payload);
        EXPECT_EQ(world.races(), by_rmw ? 0U : 1U);
    }
}

TEST(RacesRules, FencesNeedTheFlagOfTheObject) {
    for (const Regions flags : {kGlobal, kLocal}) {
        World world;
        const ObjectId payload = world.global();
        const ObjectId flag = world.global();
        world.write(world.item(0, 0), payload);
        world.fence(world.item(0, 0), flags, Order::release);
        world.store(world.item(0, 0), flag, Order::relaxed);
        world.load(world.item(1, 0), flag, Order::relaxed);
        world.fence(world.item(1, 0), kGlobal, Order::acquire);
        world.read(world.item(1, 0), payload);
        EXPECT_EQ(world.races(), flags == kGlobal ? 0U : 1U);
    }
}

TEST(RacesRules, FenceScopesAreNarrowedByTheObject) {
    World world;
    const ObjectId payload = world.local();
    const ObjectId flag = world.local();
    world.write(world.item(0, 0), payload);
    world.fence(world.item(0, 0), kLocal, Order::release, Scope::all);
    world.store(world.item(0, 0), flag, Order::relaxed);
    world.load(world.item(0, 1), flag, Order::acquire, Scope::work_group);
    world.read(world.item(0, 1), payload);
    EXPECT_EQ(world.races(), 0U);
}

/// A global payload, and a flag in local memory.
World local_flag(const Rules& rules, Order order, bool fences, Regions flags) {
    World world(rules);
    const ObjectId payload = world.global();
    const ObjectId flag = world.local();
    world.write(world.item(0, 0), payload);
    if (fences) world.fence(world.item(0, 0), flags, Order::release);
    world.store(world.item(0, 0), flag, order == Order::acq_rel ? Order::release : order);
    world.load(world.item(0, 1), flag, order == Order::acq_rel ? Order::acquire : order);
    if (fences) world.fence(world.item(0, 1), flags, Order::acquire);
    world.read(world.item(0, 1), payload);
    return world;
}

TEST(RacesRules, RegionsAreSeparate) {
    const World world = local_flag({}, Order::acq_rel, false, {});
    ASSERT_EQ(world.races(), 1U);
    EXPECT_EQ(world.missing(), MissingOrder::region);
    EXPECT_EQ(world.race().why.release_site, SiteId(1));
    EXPECT_EQ(world.race().why.acquire_site, SiteId(2));
}

TEST(RacesRules, FencesWithBothFlagsCross) {
    EXPECT_EQ(local_flag({}, Order::relaxed, true, kBothRegions).races(), 0U);
    EXPECT_EQ(local_flag({}, Order::relaxed, true, kLocal).races(), 1U);
    EXPECT_EQ(local_flag({}, Order::relaxed, true, kGlobal).races(), 1U);
}

TEST(RacesRules, CrossingJoinsAndCrossingRegions) {
    const Rules joins{.crossing_joins = Rules::CrossingJoins::yes};
    const Rules fences_only{.crossing_regions = Rules::CrossingRegions::two_flag_fences,
                            .crossing_joins = Rules::CrossingJoins::yes};
    EXPECT_EQ(local_flag({}, Order::seq_cst, false, {}).races(), 1U);
    EXPECT_EQ(local_flag(joins, Order::seq_cst, false, {}).races(), 0U);
    EXPECT_EQ(local_flag(joins, Order::acq_rel, false, {}).races(), 1U);
    EXPECT_EQ(local_flag(fences_only, Order::seq_cst, false, {}).races(), 1U);
}

TEST(RacesRules, BarriersOrderTheRegionsOfTheirFlags) {
    for (const Regions flags : {kGlobal, kLocal, kBothRegions})
        for (const bool is_local : {false, true}) {
            World world;
            const ObjectId x = is_local ? world.local() : world.global();
            world.write(world.item(0, 0), x);
            const SiteId barrier = world.barrier(0, flags);
            world.read(world.item(0, 1), x);
            const bool ordered = is_local ? flags.local : flags.global;
            ASSERT_EQ(world.races(), ordered ? 0U : 1U);
            if (ordered) continue;
            EXPECT_EQ(world.missing(), MissingOrder::barrier_flag);
            EXPECT_EQ(world.race().why.acquire_site, barrier);
            EXPECT_EQ(world.race().local, is_local);
        }
}

TEST(RacesRules, BarriersOrderTheirGroupOnly) {
    World world;
    const ObjectId x = world.global();
    world.write(world.item(0, 0), x);
    world.barrier(0, kGlobal);
    world.barrier(1, kGlobal);
    world.read(world.item(0, 1), x);
    EXPECT_EQ(world.races(), 0U);
    world.read(world.item(1, 0), x);
    ASSERT_EQ(world.races(), 1U);
    EXPECT_EQ(world.missing(), MissingOrder::other_group);
}

TEST(RacesRules, WithoutABarrierThereIsARace) {
    World world;
    const ObjectId x = world.local();
    world.write(world.item(0, 0), x);
    world.read(world.item(0, 1), x);
    ASSERT_EQ(world.races(), 1U);
    EXPECT_EQ(world.missing(), MissingOrder::barrier);
}

TEST(RacesRules, SubGroupBarriersOrderTheirSubGroup) {
    World world;
    const ObjectId x = world.local();
    world.write(world.item(0, 0), x);
    world.sub_group_barrier(0, 0, kLocal);
    world.read(world.item(0, 3), x);
    EXPECT_EQ(world.races(), 0U);
    world.read(world.item(0, 4), x);
    ASSERT_EQ(world.races(), 1U);
    EXPECT_EQ(world.missing(), MissingOrder::sub_group_only);
}

TEST(RacesRules, BarriersPassOnWhatOneWorkItemAcquired) {
    World world;
    const ObjectId payload = world.global();
    const ObjectId flag = world.global();
    world.write(world.item(0, 0), payload);
    world.store(world.item(0, 0), flag, Order::release);
    world.load(world.item(1, 0), flag, Order::acquire);
    world.barrier(1, kGlobal);
    world.read(world.item(1, 7), payload);
    EXPECT_EQ(world.races(), 0U);
    world.read(world.item(2, 0), payload);
    EXPECT_EQ(world.races(), 1U);
}

TEST(RacesRules, BarriersOfWideScopeAreFences) {
    for (const Scope scope : {Scope::work_group, Scope::device}) {
        World world;
        const ObjectId payload = world.global();
        const ObjectId flag = world.global();
        world.write(world.item(0, 3), payload);
        world.barrier(0, kGlobal, scope);
        world.store(world.item(0, 3), flag, Order::relaxed);
        world.load(world.item(1, 2), flag, Order::relaxed);
        world.barrier(1, kGlobal, scope);
        world.read(world.item(1, 2), payload);
        EXPECT_EQ(world.races(), scope == Scope::device ? 0U : 1U);
    }
}

TEST(RacesRules, AtomicsWithInclusiveScopesDoNotRace) {
    World world;
    const ObjectId x = world.global();
    world.add(world.item(0, 0), x, Order::relaxed);
    world.add(world.item(1, 0), x, Order::relaxed);
    EXPECT_EQ(world.races(), 0U);
    world.add(world.item(0, 1), x, Order::relaxed, Scope::work_group);
    ASSERT_EQ(world.races(), 2U);
    EXPECT_EQ(world.missing(), MissingOrder::atomic_scope);
}

TEST(RacesRules, AtomicAgainstPlainRaces) {
    World world;
    const ObjectId x = world.global();
    world.add(world.item(0, 0), x, Order::seq_cst);
    world.read(world.item(1, 0), x);
    EXPECT_EQ(world.races(), 1U);
}

}  // namespace
}  // namespace clmm::runtime::check::test
