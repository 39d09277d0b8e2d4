// "Host-side and Device-side Commands": with the order of a rule there is no race, without it there
// is one.
#include "check/command_order.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>

namespace clmm::runtime::check {
namespace {

constexpr SiteId kHere{0};
constexpr SiteId kThere{1};
constexpr CommandId kFirst = 1;
constexpr CommandId kSecond = 2;
constexpr CommandId kUser = 3;

/// One object of 64 bytes, and memory of the host that nobody declared.
class CommandOrderTest : public testing::Test {
protected:
    explicit CommandOrderTest(Memory memory = Memory::buffer)
        : object_(races_.add_object(bytes_.size(), memory)) {}

    // ---- accesses to the first four bytes ----

    void host(bool writes) { races_.access(order_.acting(), object_, 0, 4, writes, kHere); }
    void command(CommandId command, bool writes) {
        const MemoryTouch touch{.base = bytes_.data(), .extent = {4, 1, 1}, .writes = writes};
        order_.touched(command, std::span(&touch, 1));
    }
    void item(LaunchId launch, std::uint32_t number, bool writes) {
        races_.access({launch, number}, object_, 0, 4, writes, kThere);
    }

    // ---- commands ----

    void enqueue(CommandId command, CommandType type = CommandType::write_buffer) {
        order_.enqueued(command, type, 0);
    }
    void end(CommandId command) {
        order_.ended(command);
        order_.completed(command);
    }
    /// A kernel-instance of `groups` work-groups of one work-item.
    LaunchId launch(CommandId command, std::uint32_t groups = 1, LaunchId parent = kNoLaunch) {
        const LaunchId launch =
            races_.begin_launch(order_.unit_of(command), {.groups = groups, .parent = parent});
        order_.begin_launch(command, launch);
        return launch;
    }
    template <class Work>
    static void on_another_thread(const Work& work) {
        std::thread(work).join();
    }

    [[nodiscard]] std::size_t races() const { return races_.races().size(); }

    std::array<std::byte, 64> bytes_{};
    std::array<std::byte, 64> undeclared_{};
    RaceDetector races_;
    ObjectId object_;
    CommandOrder order_{races_,
                        [this](const std::byte* at) -> std::optional<ObjectRange> {
                            const std::ptrdiff_t offset = at - bytes_.data();
                            if (offset < 0 || offset >= std::ssize(bytes_)) return std::nullopt;
                            return ObjectRange{object_, static_cast<std::uint64_t>(offset),
                                               bytes_.size() - static_cast<std::uint64_t>(offset)};
                        },
                        [](CommandId) { return kThere; }};
};

// ---- rule 1: what a thread did before it enqueued a command ----

TEST_F(CommandOrderTest, EnqueuingOrdersWhatWasBefore) {
    host(true);
    enqueue(kFirst);
    order_.started(kFirst, {});
    command(kFirst, false);
    EXPECT_EQ(races(), 0);
}

TEST_F(CommandOrderTest, EnqueuingDoesNotOrderWhatComesAfter) {
    enqueue(kFirst);
    host(true);
    order_.started(kFirst, {});
    command(kFirst, false);
    EXPECT_EQ(races(), 1);
}

TEST_F(CommandOrderTest, EnqueuingDoesNotOrderAnotherThread) {
    on_another_thread([&] { host(true); });
    enqueue(kFirst);
    command(kFirst, false);
    EXPECT_EQ(races(), 1);
}

// ---- rules 2, 5, 6 and 7: what a command comes after ----

TEST_F(CommandOrderTest, ACommandStartsAfterCompletedOnes) {
    enqueue(kFirst);
    enqueue(kSecond);
    command(kFirst, true);
    end(kFirst);
    order_.started(kSecond, std::array{kFirst});
    command(kSecond, true);
    EXPECT_EQ(races(), 0);
}

TEST_F(CommandOrderTest, CommandsThatNothingOrdersRace) {
    enqueue(kFirst);
    enqueue(kSecond);
    command(kFirst, true);
    end(kFirst);
    order_.started(kSecond, {});
    command(kSecond, true);
    ASSERT_EQ(races(), 1);
    EXPECT_EQ(races_.races()[0].why.kind, MissingOrder::commands);
}

/// A barrier or marker, which does nothing itself, hands on what it waited for.
TEST_F(CommandOrderTest, AMarkerStandsForWhatItWaitedFor) {
    constexpr CommandId kMarker = 9;
    enqueue(kFirst);
    enqueue(kMarker, CommandType::marker);
    enqueue(kSecond);
    command(kFirst, true);
    end(kFirst);
    order_.started(kMarker, std::array{kFirst});
    end(kMarker);
    order_.started(kSecond, std::array{kMarker});
    command(kSecond, false);
    EXPECT_EQ(races(), 0);
}

TEST_F(CommandOrderTest, AMarkerThatDidNotWaitStandsForNothing) {
    constexpr CommandId kMarker = 9;
    enqueue(kFirst);
    enqueue(kMarker, CommandType::marker);
    enqueue(kSecond);
    command(kFirst, true);
    end(kFirst);
    order_.started(kMarker, {});
    end(kMarker);
    order_.started(kSecond, std::array{kMarker});
    command(kSecond, false);
    EXPECT_EQ(races(), 1);
}

// ---- rules 3, 4 and 8: completion, and waiting for it ----

TEST_F(CommandOrderTest, WaitingOrdersTheCommand) {
    enqueue(kFirst);
    command(kFirst, true);
    end(kFirst);
    order_.waited(kFirst);
    host(false);
    EXPECT_EQ(races(), 0);
}

TEST_F(CommandOrderTest, WithoutWaitingTheHostRaces) {
    enqueue(kFirst);
    command(kFirst, true);
    end(kFirst);
    host(false);
    EXPECT_EQ(races(), 1);
}

TEST_F(CommandOrderTest, WaitingForAnotherCommandOrdersNothing) {
    enqueue(kFirst);
    enqueue(kSecond);
    command(kFirst, true);
    end(kFirst);
    end(kSecond);
    order_.waited(kSecond);
    host(false);
    EXPECT_EQ(races(), 1);
}

TEST_F(CommandOrderTest, OnlyTheThreadThatWaitsIsOrdered) {
    enqueue(kFirst);
    command(kFirst, true);
    end(kFirst);
    on_another_thread([&] { order_.waited(kFirst); });
    host(false);
    EXPECT_EQ(races(), 1);
}

// ---- rule 9: the start of a kernel-instance ----

TEST_F(CommandOrderTest, WorkItemsStartAfterTheirCommand) {
    host(true);
    enqueue(kFirst, CommandType::ndrange_kernel);
    order_.started(kFirst, {});
    item(launch(kFirst), 0, false);
    EXPECT_EQ(races(), 0);
}

TEST_F(CommandOrderTest, WorkItemsRaceWithTheHostAfterEnqueuing) {
    enqueue(kFirst, CommandType::ndrange_kernel);
    order_.started(kFirst, {});
    const LaunchId instance = launch(kFirst);
    host(true);
    item(instance, 0, false);
    EXPECT_EQ(races(), 1);
}

// ---- rule 10: the end of a kernel-instance ----

TEST_F(CommandOrderTest, TheEndOfAKernelOrdersItsWorkItems) {
    enqueue(kFirst, CommandType::ndrange_kernel);
    item(launch(kFirst), 0, true);
    end(kFirst);
    order_.waited(kFirst);
    host(false);
    EXPECT_EQ(races(), 0);
}

TEST_F(CommandOrderTest, WorkItemsOfUnorderedKernelsRace) {
    enqueue(kFirst, CommandType::ndrange_kernel);
    enqueue(kSecond, CommandType::ndrange_kernel);
    item(launch(kFirst), 0, true);
    end(kFirst);
    order_.started(kSecond, {});
    item(launch(kSecond), 0, false);
    EXPECT_EQ(races(), 1);
}

// ---- rule 11: callbacks ----

TEST_F(CommandOrderTest, ACallbackComesAfterItsEvent) {
    enqueue(kFirst);
    command(kFirst, true);
    end(kFirst);
    on_another_thread([&] {
        order_.callback_begins(kFirst);
        host(false);
        order_.callback_ends();
    });
    EXPECT_EQ(races(), 0);
}

TEST_F(CommandOrderTest, ACallbackOfAnotherEventRaces) {
    enqueue(kFirst);
    enqueue(kSecond);
    command(kFirst, true);
    end(kFirst);
    end(kSecond);
    on_another_thread([&] {
        order_.callback_begins(kSecond);
        host(false);
        order_.callback_ends();
    });
    EXPECT_EQ(races(), 1);
}

TEST_F(CommandOrderTest, BehindACallbackTheThreadIsItselfAgain) {
    enqueue(kFirst);
    command(kFirst, true);
    end(kFirst);
    order_.callback_begins(kFirst);
    order_.callback_ends();
    host(false);
    EXPECT_EQ(races(), 1);
}

// ---- rule 12: user events ----

TEST_F(CommandOrderTest, SettingAUserEventOrdersWhatWasBefore) {
    enqueue(kUser, CommandType::user);
    enqueue(kFirst);
    on_another_thread([&] {
        host(true);
        order_.status_set(kUser);
    });
    order_.completed(kUser);
    order_.started(kFirst, std::array{kUser});
    command(kFirst, false);
    EXPECT_EQ(races(), 0);
}

TEST_F(CommandOrderTest, SettingAUserEventDoesNotOrderWhatComesAfter) {
    enqueue(kUser, CommandType::user);
    enqueue(kFirst);
    on_another_thread([&] {
        order_.status_set(kUser);
        host(true);
    });
    order_.completed(kUser);
    order_.started(kFirst, std::array{kUser});
    command(kFirst, false);
    EXPECT_EQ(races(), 1);
}

/// Rule 12 is about commands that wait, rule 4 about the events of commands.
TEST_F(CommandOrderTest, AThreadThatWaitsForAUserEventIsNoCommand) {
    enqueue(kUser, CommandType::user);
    on_another_thread([&] {
        host(true);
        order_.status_set(kUser);
    });
    order_.completed(kUser);
    order_.waited(kUser);
    host(false);
    EXPECT_EQ(races(), 1);
}

TEST_F(CommandOrderTest, ACallbackOfAUserEventComesAfterNothing) {
    enqueue(kUser, CommandType::user);
    on_another_thread([&] {
        host(true);
        order_.status_set(kUser);
    });
    order_.completed(kUser);
    order_.callback_begins(kUser);
    host(false);
    order_.callback_ends();
    EXPECT_EQ(races(), 1);
}

TEST_F(CommandOrderTest, AUserEventOrdersAllThatWaitWhereTheRulesSaySo) {
    CommandOrder order(
        races_, [](const std::byte*) { return std::nullopt; }, [](CommandId) { return kHere; },
        {.user_event = Rules::UserEvent::all_that_wait});
    order.enqueued(kUser, CommandType::user, 0);
    on_another_thread([&] {
        races_.access(order.acting(), object_, 0, 4, true, kHere);
        order.status_set(kUser);
    });
    order.completed(kUser);
    order.waited(kUser);
    races_.access(order.acting(), object_, 0, 4, false, kHere);
    order.callback_begins(kUser);
    races_.access(order.acting(), object_, 0, 4, false, kHere);
    order.callback_ends();
    EXPECT_EQ(races(), 0);
}

/// Rule 1 is about commands; it is the setting that orders.
TEST_F(CommandOrderTest, MakingAUserEventOrdersNothing) {
    host(true);
    enqueue(kUser, CommandType::user);
    on_another_thread([&] {
        enqueue(kFirst);
        order_.status_set(kUser);
    });
    order_.completed(kUser);
    order_.started(kFirst, std::array{kUser});
    command(kFirst, false);
    EXPECT_EQ(races(), 1);
}

// ---- rules 13 and 14, and the completion of parents ----

/// A parent of two work-groups, and its child kSecond, enqueued by the first work-item.
class ChildOrderTest : public CommandOrderTest {
protected:
    explicit ChildOrderTest(Memory memory = Memory::buffer) : CommandOrderTest(memory) {
        enqueue(kFirst, CommandType::ndrange_kernel);
        parent_ = launch(kFirst, 2);
    }
    void enqueue_child() {
        order_.enter({parent_, 0});
        order_.enqueued(kSecond, CommandType::child_kernel, kFirst);
        order_.leave();
    }

    LaunchId parent_ = kNoLaunch;
};

TEST_F(ChildOrderTest, AChildThatWaitsForItsParentComesAfterAllOfIt) {
    enqueue_child();
    item(parent_, 1, true);
    order_.ended(kFirst);
    order_.started_after_parent(kSecond, kFirst);
    item(launch(kSecond), 0, false);
    EXPECT_EQ(races(), 0);
}

TEST_F(ChildOrderTest, AChildThatDoesNotWaitRacesWithItsParent) {
    enqueue_child();
    item(parent_, 1, true);
    order_.started(kSecond, {});
    item(launch(kSecond, 1, parent_), 0, false);
    EXPECT_EQ(races(), 1);
}

TEST_F(ChildOrderTest, AChildThatWaitsForAWorkGroupComesAfterIt) {
    enqueue_child();
    item(parent_, 0, true);
    order_.group_ended(kFirst, 0);
    order_.started_after_group(kSecond, kFirst, 0);
    item(launch(kSecond, 1, parent_), 0, false);
    EXPECT_EQ(races(), 0);
}

TEST_F(ChildOrderTest, AChildThatWaitsForAWorkGroupRacesWithAnother) {
    enqueue_child();
    item(parent_, 1, true);
    order_.group_ended(kFirst, 0);
    order_.started_after_group(kSecond, kFirst, 0);
    item(launch(kSecond, 1, parent_), 0, false);
    EXPECT_EQ(races(), 1);
}

TEST_F(ChildOrderTest, AParentCompletesAfterItsChildren) {
    enqueue_child();
    item(launch(kSecond, 1, parent_), 0, true);
    end(kSecond);
    order_.ended(kFirst);
    order_.child_completed(kFirst, kSecond);
    order_.completed(kFirst);
    order_.waited(kFirst);
    host(false);
    EXPECT_EQ(races(), 0);
}

TEST_F(ChildOrderTest, TheEndOfAParentIsNotItsChildrens) {
    enqueue_child();
    item(launch(kSecond, 1, parent_), 0, true);
    end(kSecond);
    end(kFirst);
    order_.waited(kFirst);
    host(false);
    EXPECT_EQ(races(), 1);
}

/// Rule 1 for a child: what its parent wrote before is visible in fine-grained SVM only.
TEST_F(ChildOrderTest, EnqueuingAloneShowsAChildNoBuffer) {
    item(parent_, 0, true);
    enqueue_child();
    item(launch(kSecond, 1, parent_), 0, false);
    ASSERT_EQ(races(), 1);
    EXPECT_EQ(races_.races()[0].why.kind, MissingOrder::child_visibility);
}

class ChildSvmTest : public ChildOrderTest {
protected:
    ChildSvmTest() : ChildOrderTest(Memory::fine_svm) {}
};

TEST_F(ChildSvmTest, EnqueuingShowsAChildFineGrainedMemory) {
    item(parent_, 0, true);
    enqueue_child();
    item(launch(kSecond, 1, parent_), 0, false);
    EXPECT_EQ(races(), 0);
}

TEST_F(ChildSvmTest, EnqueuingShowsAChildNothingThatComesAfter) {
    enqueue_child();
    item(parent_, 0, true);
    item(launch(kSecond, 1, parent_), 0, false);
    EXPECT_EQ(races(), 1);
}

// ---- native kernels, threads, memory ----

TEST_F(CommandOrderTest, ANativeKernelIsItsCommand) {
    host(true);
    enqueue(kFirst, CommandType::native_kernel);
    on_another_thread([&] {
        order_.native_begins(kFirst);
        host(true);
        order_.native_ends();
    });
    end(kFirst);
    order_.waited(kFirst);
    host(false);
    EXPECT_EQ(races(), 0);
}

TEST_F(CommandOrderTest, ANativeKernelRacesWithWhatComesAfterItWasEnqueued) {
    enqueue(kFirst, CommandType::native_kernel);
    host(true);
    on_another_thread([&] {
        order_.native_begins(kFirst);
        host(true);
        order_.native_ends();
    });
    EXPECT_EQ(races(), 1);
}

TEST_F(CommandOrderTest, ThreadsAreOrderedByTheirStart) {
    host(true);
    const Token start = order_.release_thread();
    on_another_thread([&] {
        order_.acquire_thread(start);
        host(true);
    });
    EXPECT_EQ(races(), 0);
}

TEST_F(CommandOrderTest, ThreadsThatNothingOrdersRace) {
    const Token start = order_.release_thread();
    host(true);
    on_another_thread([&] {
        order_.acquire_thread(start);
        host(true);
    });
    EXPECT_EQ(races(), 1);
}

TEST_F(CommandOrderTest, ACommandTouchesRowsAndNotWhatIsBetween) {
    enqueue(kFirst);
    const MemoryTouch touch{.base = bytes_.data(),
                            .extent = {4, 2, 2},
                            .row_pitch = 8,
                            .slice_pitch = 32,
                            .writes = true};
    order_.touched(kFirst, std::span(&touch, 1));
    const auto write = [&](std::uint64_t offset) {
        races_.access(order_.acting(), object_, offset, 4, true, kHere);
    };
    for (const std::uint64_t between : {4, 12, 16, 28, 36, 44, 60}) write(between);
    EXPECT_EQ(races(), 0);
    for (const std::uint64_t touched : {0, 8, 32, 40}) write(touched);
    ASSERT_EQ(races(), 1);
    EXPECT_EQ(races_.races()[0].count, 4);
}

TEST_F(CommandOrderTest, MemoryThatNobodyDeclaredIsNotWatched) {
    enqueue(kFirst);
    const MemoryTouch touch{.base = undeclared_.data(), .extent = {64, 1, 1}, .writes = true};
    order_.touched(kFirst, std::span(&touch, 1));
    host(true);
    EXPECT_EQ(races(), 0);
}

}  // namespace
}  // namespace clmm::runtime::check
