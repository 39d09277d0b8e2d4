// Which bytes an access touches, rows of work-items, compact sets of readers, and the memory limit.
#include <gtest/gtest.h>

#include <random>

#include "races_world.h"

namespace clmm::runtime::check::test {
namespace {

TEST(RacesShadow, NeighbouringBytesDoNotRace) {
    World world;
    const ObjectId x = world.global();
    world.write(world.item(0, 0), x, 0, 8);
    world.barrier(0, kGlobal);
    for (std::uint32_t i = 0; i < 8; ++i) world.write(world.item(0, i), x, i, 1);
    EXPECT_EQ(world.races(), 0U);
    world.write(world.item(0, 0), x, 6, 2);
    ASSERT_EQ(world.races(), 2U);  // with the writers of bytes 6 and 7
    EXPECT_EQ(world.race().first.local, 6U);
    EXPECT_EQ(world.race().second.local, 0U);
}

TEST(RacesShadow, NarrowAccessesSplitWhatManyHaveRead) {
    World world;
    const ObjectId x = world.global();
    for (std::uint32_t group = 0; group < 4; ++group) world.read(world.item(group, 0), x, 0, 8);
    world.write(world.item(3, 0), x, 8, 4);
    EXPECT_EQ(world.races(), 0U);
    world.write(world.item(3, 0), x, 4, 2);
    EXPECT_EQ(world.races(), 3U);
}

TEST(RacesShadow, AccessesAcrossPages) {
    World world;
    const ObjectId x = world.global();
    world.write(world.item(0, 0), x, 1020, 8);
    world.read(world.item(1, 0), x, 1016, 4);
    world.read(world.item(1, 0), x, 1028, 4);
    EXPECT_EQ(world.races(), 0U);
    world.read(world.item(1, 0), x, 1027, 1);
    EXPECT_EQ(world.races(), 1U);
}

TEST(RacesShadow, RangesOfCommands) {
    World world;
    const ObjectId x = world.global(Memory::buffer);
    const Unit command = world.detector.add_command(0);
    world.write(command, x, 0, 4096);
    EXPECT_EQ(world.races(), 0U);
    world.read(world.item(0, 0), x, 2052, 4);
    EXPECT_EQ(world.races(), 1U);
}

TEST(RacesShadow, OneReportForAPairOfSites) {
    World world;
    const ObjectId x = world.global();
    for (const bool write : {true, false})
        world.detector.access({.launch = world.launch,
                               .first = write ? 0U : 8U,
                               .count = 8,
                               .object = x,
                               .stride = 4,
                               .write = write,
                               .site = SiteId(write ? 10 : 11)});
    ASSERT_EQ(world.races(), 1U);
    EXPECT_EQ(world.race().count, 8U);
    EXPECT_EQ(world.race().first.site, SiteId(10));
    EXPECT_EQ(world.race().second.site, SiteId(11));
    EXPECT_EQ(world.race().second.group, 1U);
}

TEST(RacesShadow, RemovedObjectsAreForgotten) {
    World world;
    const ObjectId first = world.local();
    world.add(world.item(0, 0), first, Order::relaxed);
    world.write(world.item(0, 1), first, 8);
    world.detector.remove_object(first);
    const ObjectId second = world.local();
    world.write(world.item(1, 0), second, 0, 16);
    EXPECT_EQ(world.races(), 0U);
}

/// A row must say what its work-items one by one would.
TEST(RacesShadow, RowsEqualSingleAccesses) {
    std::mt19937_64 random(7);
    const auto below = [&](std::uint64_t limit) { return random() % limit; };
    int racy = 0;
    for (int round = 0; round < 1000; ++round) {
        World rows;
        World singles;
        const ObjectId x = rows.global();
        const ObjectId y = singles.global();
        for (std::size_t step = 0; step < 12; ++step) {
            const auto group = static_cast<std::uint32_t>(below(4));
            if (below(3) == 0) {
                const auto sub_group = static_cast<std::uint32_t>(below(2));
                const bool of_sub_group = below(2) == 0;
                for (World* world : {&rows, &singles}) {
                    if (of_sub_group)
                        world->sub_group_barrier(group, sub_group, kGlobal);
                    else
                        world->barrier(group, kGlobal);
                    world->add(world->item(group, 0), world->global(), Order::seq_cst);
                }
                continue;
            }
            if (below(8) == 0) {
                const auto local = static_cast<std::uint32_t>(below(8));
                rows.add(rows.item(group, local), x, Order::relaxed);
                singles.add(singles.item(group, local), y, Order::relaxed);
                continue;
            }
            Row row{.launch = rows.launch, .first = group * 8, .object = x};
            row.times = 1U << below(4);
            row.count = 8 / row.times;
            row.size = 1U << below(4);
            row.stride = static_cast<std::int64_t>(below(4) * row.size);
            row.offset = below(8) * row.size + (below(8) == 0 ? 1 : 0);
            row.write = below(3) == 0 && row.stride != 0;
            row.site = SiteId(step);
            rows.detector.access(row);
            for (std::uint32_t i = 0; i < 8; ++i) {
                const std::uint64_t place = i % row.count;
                singles.detector.access({singles.launch, row.first + i}, y,
                                        row.offset + place * static_cast<std::uint64_t>(row.stride),
                                        row.size, row.write, row.site);
            }
        }
        EXPECT_EQ(rows.races() == 0, singles.races() == 0) << "round " << round;
        racy += rows.races() == 0 ? 0 : 1;
    }
    EXPECT_GT(racy, 100);
    EXPECT_LT(racy, 1000);
}

TEST(RacesShadow, ManyReadersAreFew) {
    World world(RaceDetector::Options(), {.groups = 4096, .items_per_group = 64});
    const ObjectId x = world.global();
    for (std::uint32_t group = 0; group < 4096; ++group)
        for (std::uint64_t element = 0; element < 16; ++element)
            world.detector.access({.launch = world.launch,
                                   .first = group * 64,
                                   .count = 64,
                                   .object = x,
                                   .offset = element * 4,
                                   .site = SiteId(1)});
    EXPECT_LT(world.detector.memory_used(), 4096U * 1024U);
    world.write(world.item(5, 3), x, 4);
    ASSERT_EQ(world.races(), 1U);
}

TEST(RacesShadow, TheMemoryLimitIsTold) {
    World world(RaceDetector::Options{.memory_limit = 1U << 20U});
    EXPECT_FALSE(world.detector.incomplete());
    const ObjectId x = world.detector.add_object(std::uint64_t{1} << 24U, Memory::buffer);
    for (std::uint64_t page = 0; page < 4096; ++page)
        world.write(world.item(0, 0), x, page * 4096, 1);
    ASSERT_TRUE(world.detector.incomplete());
    EXPECT_NE(world.detector.incomplete()->find("memory limit of 1 MiB"), std::string::npos);
    world.write(world.item(1, 0), x);
    EXPECT_EQ(world.races(), 0U);
}

}  // namespace
}  // namespace clmm::runtime::check::test
