#include <atomic>
#include <thread>

#include "support.h"

namespace clmm::runtime {
namespace {

using testing::Gate;
using testing::Log;
using testing::Machine;
using testing::thrown;

TEST(Queue, in_order_commands_appear_in_the_order_in_which_they_are_enqueued) {
    const Machine machine(4);
    Log log;
    std::vector<std::string> expected;
    for (int i = 0; i < 50; ++i) {
        static_cast<void>(
            machine.in_order.native_kernel([&log, i](auto) { log.add(std::to_string(i)); }));
        expected.push_back(std::to_string(i));
    }
    machine.in_order.finish();
    EXPECT_EQ(log.entries(), expected);
}

TEST(Queue, out_of_order_commands_do_not_wait_for_each_other) {
    const Machine machine(2);
    Gate second_ran;
    const Event first = machine.out_of_order.native_kernel([&](auto) { second_ran.wait(); });
    const Event second = machine.out_of_order.native_kernel([&](auto) { second_ran.open(); });
    machine.out_of_order.finish();
    EXPECT_EQ(first.status(), 0);
    EXPECT_EQ(second.status(), 0);
}

TEST(Queue, a_command_does_not_launch_until_all_events_of_its_wait_list_are_complete) {
    const Machine machine;
    const UserEvent a(machine.context);
    const UserEvent b(machine.context);
    const Event event = machine.out_of_order.native_kernel([](auto) {}, {}, {a, b});
    machine.out_of_order.flush();
    EXPECT_EQ(event.state(), CommandState::submitted);
    a.set_status(0);
    EXPECT_EQ(event.state(), CommandState::submitted);
    b.set_status(0);
    event.wait();
    EXPECT_EQ(event.status(), 0);
}

TEST(Queue, commands_after_a_barrier_do_not_launch_before_those_prior_to_it_are_complete) {
    const Machine machine(4);
    const UserEvent go(machine.context);
    const Event before = machine.out_of_order.native_kernel([](auto) {}, {}, {go});
    const Event barrier = machine.out_of_order.barrier();
    const Event after = machine.out_of_order.native_kernel([](auto) {});
    machine.out_of_order.flush();
    EXPECT_EQ(barrier.state(), CommandState::submitted);
    EXPECT_EQ(after.state(), CommandState::submitted);
    go.set_status(0);
    machine.out_of_order.finish();
    EXPECT_LE(before.profile().complete, barrier.profile().ready);
    EXPECT_LE(barrier.profile().complete, after.profile().ready);
}

TEST(Queue, a_barrier_with_a_wait_list_waits_for_that_only_and_holds_later_commands) {
    const Machine machine;
    const UserEvent never_needed(machine.context);
    const UserEvent listed(machine.context);
    const Event before = machine.out_of_order.native_kernel([](auto) {}, {}, {never_needed});
    const Event barrier = machine.out_of_order.barrier({listed});
    const Event after = machine.out_of_order.native_kernel([](auto) {});
    machine.out_of_order.flush();
    EXPECT_EQ(after.state(), CommandState::submitted);
    listed.set_status(0);
    after.wait();
    EXPECT_EQ(barrier.status(), 0);
    EXPECT_EQ(before.state(), CommandState::submitted);
    // The next barrier without a list waits for what the first did not wait for.
    const Event second = machine.out_of_order.barrier();
    machine.out_of_order.flush();
    EXPECT_EQ(second.state(), CommandState::submitted);
    never_needed.set_status(0);
    machine.out_of_order.finish();
    EXPECT_LE(before.profile().complete, second.profile().ready);
}

TEST(Queue, a_marker_waits_for_all_earlier_commands_and_holds_no_later_ones) {
    const Machine machine;
    const UserEvent go(machine.context);
    static_cast<void>(machine.out_of_order.native_kernel([](auto) {}, {}, {go}));
    const Event marker = machine.out_of_order.marker();
    const Event after = machine.out_of_order.native_kernel([](auto) {});
    after.wait();
    EXPECT_EQ(marker.state(), CommandState::submitted);
    go.set_status(0);
    machine.out_of_order.finish();
    EXPECT_EQ(marker.status(), 0);
}

TEST(Queue, a_marker_with_a_wait_list_waits_for_that_only) {
    const Machine machine;
    const UserEvent go(machine.context);
    const UserEvent listed(machine.context);
    const Event held = machine.out_of_order.native_kernel([](auto) {}, {}, {go});
    const Event marker = machine.out_of_order.marker({listed});
    machine.out_of_order.flush();
    EXPECT_EQ(marker.state(), CommandState::submitted);
    listed.set_status(0);
    marker.wait();
    EXPECT_EQ(held.state(), CommandState::submitted);
    go.set_status(0);
}

TEST(Queue, events_order_commands_of_several_queues_and_devices) {
    const Platform platform(std::vector<DeviceDescription>{{.name = "a"}, {.name = "b"}});
    const Context context(platform.devices());
    const CommandQueue first(context, platform.devices()[0]);
    const CommandQueue second(context, platform.devices()[1]);
    int value = 0;
    Event last;
    for (int i = 0; i < 10; ++i) {
        const CommandQueue& queue = i % 2 == 0 ? first : second;
        last = queue.native_kernel([&value, i](auto) { value = value * 2 + i % 2; }, {},
                                   last ? WaitList{last} : WaitList{});
    }
    last.wait();
    EXPECT_EQ(value, 0b0101010101);
}

TEST(Queue, several_queues_and_contexts_feed_the_work_pool_of_one_device) {
    const Platform platform(std::vector<DeviceDescription>{{.compute_units = 2}});
    const Device device = platform.devices().front();
    const std::uint64_t before = device.work_groups_executed();
    std::atomic<int> groups = 0;
    std::vector<CommandQueue> queues;
    for (int i = 0; i < 4; ++i) {
        const Context context(platform.devices());
        const CommandQueue queue(context, device, {.out_of_order = i % 2 == 0});
        const Program program(context,
                              std::make_shared<testing::TestProgram>(testing::TestProgram::Kernels{
                                  testing::code("k", [&](auto&) { ++groups; })}));
        queue.ndrange_kernel(Kernel(program, "k"),
                             {.global_size = {100, 1, 1}, .local_size = Index3{1, 1, 1}});
        queue.flush();
        queues.push_back(queue);
    }
    for (const CommandQueue& queue : queues) queue.finish();
    EXPECT_EQ(groups, 400);
    EXPECT_EQ(device.work_groups_executed() - before, 400U);
}

TEST(Queue, finish_returns_when_all_enqueued_commands_are_complete) {
    const Machine machine(2);
    std::atomic<int> ran = 0;
    for (int i = 0; i < 100; ++i) {
        static_cast<void>(machine.in_order.native_kernel([&](auto) { ++ran; }));
        static_cast<void>(machine.out_of_order.native_kernel([&](auto) { ++ran; }));
    }
    machine.in_order.finish();
    machine.out_of_order.finish();
    EXPECT_EQ(ran, 200);
}

TEST(Queue, waiting_flushes_the_queue_of_the_event_and_those_that_it_waits_for) {
    const Machine machine;
    const Event first = machine.in_order.native_kernel([](auto) {});
    const Event second = machine.out_of_order.native_kernel([](auto) {}, {}, {first});
    second.wait();
    EXPECT_EQ(first.status(), 0);
}

TEST(Queue, flushing_a_command_flushes_the_queues_of_its_wait_list) {
    const Machine machine;
    Gate ran;
    const Event first = machine.in_order.native_kernel([&](auto) { ran.open(); });
    static_cast<void>(machine.out_of_order.marker({first}));
    EXPECT_EQ(first.state(), CommandState::queued);
    machine.out_of_order.flush();
    ran.wait();
}

TEST(Queue, the_last_handle_flushes) {
    const Machine machine;
    Gate ran;
    Event event;
    {
        const CommandQueue queue(machine.context, machine.device);
        event = queue.native_kernel([&](auto) { ran.open(); });
        EXPECT_EQ(event.state(), CommandState::queued);
    }
    ran.wait();
    event.wait();
}

TEST(Queue, a_blocking_command_returns_when_it_is_complete) {
    const Machine machine;
    const int source[] = {1, 2, 3, 4};
    int target[4] = {};
    const Buffer buffer(machine.context, sizeof source);
    static_cast<void>(
        machine.in_order.write_buffer(buffer, Blocking::no, 0, sizeof source, source));
    const Event event =
        machine.in_order.read_buffer(buffer, Blocking::yes, 0, sizeof target, target);
    EXPECT_EQ(event.state(), CommandState::complete);
    EXPECT_EQ(target[3], 4);
}

TEST(Queue, a_non_blocking_command_returns_before_it_is_complete) {
    const Machine machine;
    const UserEvent go(machine.context);
    const int source[] = {7};
    int target[1] = {};
    const Buffer buffer(machine.context, sizeof source);
    static_cast<void>(
        machine.in_order.write_buffer(buffer, Blocking::no, 0, sizeof source, source, {go}));
    const Event event =
        machine.in_order.read_buffer(buffer, Blocking::no, 0, sizeof target, target);
    EXPECT_NE(event.state(), CommandState::complete);
    go.set_status(0);
    event.wait();
    EXPECT_EQ(target[0], 7);
}

TEST(Queue, concurrent_enqueues_lose_nothing) {
    const Machine machine(2);
    std::atomic<int> ran = 0;
    std::vector<std::thread> hosts;
    for (int t = 0; t < 4; ++t)
        hosts.emplace_back([&] {
            for (int i = 0; i < 200; ++i) {
                const CommandQueue& queue = i % 2 == 0 ? machine.in_order : machine.out_of_order;
                static_cast<void>(queue.native_kernel([&](auto) { ++ran; }));
                if (i % 16 == 0) queue.flush();
                if (i % 50 == 0) queue.finish();
            }
        });
    for (std::thread& host : hosts) host.join();
    machine.in_order.finish();
    machine.out_of_order.finish();
    EXPECT_EQ(ran, 800);
}

TEST(Queue, long_chains_need_no_deep_stack) {
    const Machine machine;
    const UserEvent go(machine.context);
    Event last = go;
    for (int i = 0; i < 100'000; ++i) last = machine.out_of_order.marker({last});
    machine.out_of_order.flush();
    go.set_status(0);
    last.wait();
    EXPECT_EQ(last.status(), 0);
}

TEST(Queue, wait_lists_that_are_not_valid_are_errors) {
    const Machine machine;
    const Machine other;
    const Event foreign = other.in_order.marker();
    EXPECT_EQ(thrown([&] { static_cast<void>(machine.in_order.marker({Event()})); }),
              ErrorCode::invalid_event_wait_list);
    EXPECT_EQ(thrown([&] { static_cast<void>(machine.in_order.marker({foreign})); }),
              ErrorCode::invalid_context);
    EXPECT_EQ(thrown([&] { const CommandQueue queue(machine.context, other.device); }),
              ErrorCode::invalid_device);
}

}  // namespace
}  // namespace clmm::runtime
