// Which writes a load may read.
#include <gtest/gtest.h>

#include "races_world.h"

namespace clmm::runtime::check::test {
namespace {

std::pair<std::size_t, std::size_t> range(const World& world, Unit unit, ObjectId object,
                                          Order order = Order::relaxed) {
    const WriteRange found = world.detector.readable({.unit = unit,
                                                      .object = object,
                                                      .kind = AtomicKind::load,
                                                      .order = order,
                                                      .scope = Scope::device});
    return {found.first.index(), found.last.index()};
}

using Range = std::pair<std::size_t, std::size_t>;

TEST(RacesReadable, WhatNothingOrdersMayBeOld) {
    World world;
    const ObjectId x = world.global();
    EXPECT_EQ(world.store(world.item(0, 0), x, Order::relaxed), WriteId(1));
    EXPECT_EQ(world.store(world.item(0, 0), x, Order::relaxed), WriteId(2));
    EXPECT_EQ(range(world, world.item(1, 0), x), Range(0, 2));
    EXPECT_EQ(range(world, world.item(0, 0), x), Range(2, 2));
}

TEST(RacesReadable, CoherenceOfReads) {
    World world;
    const ObjectId x = world.global();
    for (int i = 0; i < 3; ++i) world.store(world.item(0, 0), x, Order::relaxed);
    const WriteId read = world.load(world.item(1, 0), x, Order::relaxed, Scope::device, WriteId(2));
    EXPECT_EQ(read, WriteId(2));
    EXPECT_EQ(range(world, world.item(1, 0), x), Range(2, 3));
    EXPECT_EQ(range(world, world.item(1, 1), x), Range(0, 3));
    world.barrier(1, kGlobal);
    EXPECT_EQ(range(world, world.item(1, 1), x), Range(2, 3));
}

TEST(RacesReadable, WhatHappensBeforeHasToBeSeen) {
    World world;
    const ObjectId x = world.global();
    const ObjectId flag = world.global();
    world.store(world.item(0, 0), x, Order::relaxed);
    world.store(world.item(0, 0), flag, Order::release);
    world.store(world.item(0, 0), x, Order::relaxed);
    world.load(world.item(1, 0), flag, Order::acquire);
    EXPECT_EQ(range(world, world.item(1, 0), x), Range(1, 2));
}

TEST(RacesReadable, SequentiallyConsistentLoadsReadTheLast) {
    World world;
    const ObjectId x = world.global();
    world.store(world.item(0, 0), x, Order::relaxed);
    EXPECT_EQ(range(world, world.item(1, 0), x, Order::seq_cst), Range(1, 1));
    world.fence(world.item(2, 0), kGlobal, Order::seq_cst);
    EXPECT_EQ(range(world, world.item(1, 0), x), Range(1, 1));
    world.store(world.item(0, 0), x, Order::relaxed);
    EXPECT_EQ(range(world, world.item(1, 0), x), Range(1, 2));
}

TEST(RacesReadable, AnOldWriteSynchronisesAsItDid) {
    for (const std::size_t source : {1U, 2U}) {
        World world;
        const ObjectId payload = world.global();
        const ObjectId flag = world.global();
        world.store(world.item(0, 0), flag, Order::release);
        world.write(world.item(0, 0), payload);
        world.store(world.item(0, 0), flag, Order::release);
        world.load(world.item(1, 0), flag, Order::acquire, Scope::device, WriteId(source));
        world.read(world.item(1, 0), payload);
        EXPECT_EQ(world.races(), source == 2 ? 0U : 1U);
    }
}

TEST(RacesReadable, HistoryIsBounded) {
    World world(RaceDetector::Options{.history = 8});
    const ObjectId x = world.global();
    for (int i = 0; i < 100; ++i) world.store(world.item(0, 0), x, Order::relaxed);
    const auto [first, last] = range(world, world.item(1, 0), x);
    EXPECT_EQ(last, 100U);
    EXPECT_GE(first, 100U - 16U);
    EXPECT_LE(first, 100U - 7U);
}

}  // namespace
}  // namespace clmm::runtime::check::test
