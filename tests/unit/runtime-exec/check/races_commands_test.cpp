// Order among host threads, commands and kernel-instances.
#include <gtest/gtest.h>

#include "races_world.h"

namespace clmm::runtime::check::test {
namespace {

TEST(RacesCommands, TheLaunchComesAfterWhatItsCommandKnows) {
    World world;
    RaceDetector& detector = world.detector;
    const ObjectId x = world.global(Memory::buffer);
    const Unit host = detector.add_host_thread();
    world.write(host, x);
    const Unit command = detector.add_command(0);
    detector.acquire(command, detector.release(host));
    const LaunchId launch = detector.begin_launch(command, {.items_per_group = 8});
    world.read({launch, 3}, x);
    EXPECT_EQ(world.races(), 0U);
    world.write(host, x);  // the host has not waited
    ASSERT_EQ(world.races(), 1U);
    EXPECT_EQ(world.missing(), MissingOrder::commands);
}

TEST(RacesCommands, WaitingForTheEndOrdersEverythingInTheKernel) {
    for (const bool waits : {true, false}) {
        World world;
        RaceDetector& detector = world.detector;
        const ObjectId x = world.global(Memory::buffer);
        world.write(world.item(2, 5), x);
        detector.end_group(world.launch, 2);
        detector.end_launch(world.launch);
        const Unit host = detector.add_host_thread();
        if (waits) detector.acquire(host, detector.release(world.command));
        world.write(host, x);
        EXPECT_EQ(world.races(), waits ? 0U : 1U);
    }
}

TEST(RacesCommands, KernelsOneAfterTheOther) {
    for (const bool ordered : {true, false}) {
        World world;
        RaceDetector& detector = world.detector;
        const ObjectId x = world.global(Memory::buffer);
        world.add(world.item(0, 0), x, Order::relaxed);
        detector.end_launch(world.launch);
        const Unit command = detector.add_command(0);
        if (ordered) detector.acquire(command, detector.release(world.command));
        const LaunchId launch = detector.begin_launch(command, {.items_per_group = 8});
        world.add({launch, 1}, x, Order::relaxed);
        world.add({launch, 2}, x, Order::relaxed);
        EXPECT_EQ(world.races(), ordered ? 0U : 2U);
    }
}

TEST(RacesCommands, WhatAKernelAcquiredIsPassedOnByItsEnd) {
    World world;
    RaceDetector& detector = world.detector;
    const ObjectId x = world.global();
    const ObjectId flag = world.global();
    const Unit host = detector.add_host_thread();
    world.write(host, x);
    world.store(host, flag, Order::release);
    world.load(world.item(0, 0), flag, Order::acquire, Scope::all);
    detector.end_group(world.launch, 0);
    detector.end_launch(world.launch);
    const Unit second = detector.add_host_thread();
    detector.acquire(second, detector.release(world.command));
    world.read(second, x);
    EXPECT_EQ(world.races(), 0U);
    world.read(detector.add_host_thread(), x);
    EXPECT_EQ(world.races(), 1U);
}

TEST(RacesCommands, TheEndOfAWorkGroupOrdersThatGroup) {
    World world;
    RaceDetector& detector = world.detector;
    const ObjectId x = world.global();
    world.write(world.item(0, 1), x, 0);
    world.write(world.item(1, 1), x, 4);
    const Token end = detector.end_group(world.launch, 0);
    const Unit child = detector.add_command(0);
    detector.acquire(child, end);
    const LaunchId launch =
        detector.begin_launch(child, {.items_per_group = 8, .parent = world.launch});
    world.read({launch, 0}, x, 0);
    EXPECT_EQ(world.races(), 0U);
    world.read({launch, 0}, x, 4);
    EXPECT_EQ(world.races(), 1U);
}

/// A work-item writes and enqueues a child that reads.
World parent_and_child(Memory memory, bool waits) {
    World world;
    RaceDetector& detector = world.detector;
    const ObjectId before = world.global(memory);
    const ObjectId x = world.global(memory);
    const Unit item = world.item(0, 0);
    world.read(item, before);
    world.write(item, x);
    const Token enqueued = detector.enqueue_child(item);
    const Unit child = detector.add_command(0);
    detector.acquire(child, enqueued);
    if (waits) detector.acquire(child, detector.end_group(world.launch, 0));
    const LaunchId launch =
        detector.begin_launch(child, {.items_per_group = 8, .parent = world.launch});
    world.write({launch, 1}, before);
    world.read({launch, 1}, x);
    return world;
}

TEST(RacesCommands, ChildrenSeeTheirParentsWritesOnFineGrainedMemoryOnly) {
    EXPECT_EQ(parent_and_child(Memory::fine_svm, false).races(), 0U);
    EXPECT_EQ(parent_and_child(Memory::atomic_svm, false).races(), 0U);
    for (const Memory memory : {Memory::buffer, Memory::coarse_svm, Memory::program}) {
        const World world = parent_and_child(memory, false);
        ASSERT_EQ(world.races(), 1U);
        EXPECT_EQ(world.missing(), MissingOrder::child_visibility);
        EXPECT_EQ(parent_and_child(memory, true).races(), 0U);
    }
}

TEST(RacesCommands, ChildrenSeeWhatCameBeforeTheirParent) {
    World world;
    RaceDetector& detector = world.detector;
    const ObjectId x = world.global(Memory::buffer);
    const Unit host = detector.add_host_thread();
    world.write(host, x);
    const Unit command = detector.add_command(0);
    detector.acquire(command, detector.release(host));
    const LaunchId parent = detector.begin_launch(command, {.items_per_group = 8});
    const Unit child = detector.add_command(0);
    detector.acquire(child, detector.enqueue_child({parent, 0}));
    const LaunchId launch = detector.begin_launch(child, {.items_per_group = 8, .parent = parent});
    world.read({launch, 0}, x);
    EXPECT_EQ(world.races(), 0U);
}

TEST(RacesCommands, DeviceScopeOnABufferReachesChildren) {
    World world;
    RaceDetector& detector = world.detector;
    const ObjectId x = world.global(Memory::buffer);
    const Unit child = detector.add_command(0);
    detector.acquire(child, detector.enqueue_child(world.item(0, 0)));
    const LaunchId launch =
        detector.begin_launch(child, {.items_per_group = 8, .parent = world.launch});
    world.add(world.item(0, 1), x, Order::relaxed);
    world.add({launch, 0}, x, Order::relaxed);
    EXPECT_EQ(world.races(), 0U);
}

TEST(RacesCommands, TokensOutliveTheDetector) {
    Token token;
    {
        RaceDetector detector;
        token = detector.release(detector.add_host_thread());
    }
    EXPECT_NE(token.get(), nullptr);
}

}  // namespace
}  // namespace clmm::runtime::check::test
