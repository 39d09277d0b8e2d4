#include <atomic>

#include "nested.h"

namespace clmm::runtime {
namespace {

using testing::child_of;
using testing::code;
using testing::Gate;
using testing::Log;
using testing::Nested;
using testing::thrown;
using testing::wait_for_a_probe;

TEST(DeviceEnqueue, a_parent_is_complete_only_after_all_its_children) {
    const Nested machine;
    std::atomic<int> ran = 0;
    const auto grandchild = code("grandchild", [&](auto&) { ++ran; });
    const auto child = code("child", [&](const FunctionCall& call) {
        ++ran;
        call.environment.enqueue_child(child_of(call, grandchild, EnqueueFlag::wait_kernel));
    });
    const Event event = machine.run(
        [&](const FunctionCall& call) {
            for (const EnqueueFlag flag :
                 {EnqueueFlag::no_wait, EnqueueFlag::wait_kernel, EnqueueFlag::wait_work_group})
                call.environment.enqueue_child(child_of(call, child, flag));
        },
        10);
    EXPECT_EQ(event.status(), 0);
    EXPECT_EQ(ran, 60);
}

TEST(DeviceEnqueue, what_waits_for_the_parent_waits_for_its_children) {
    const Nested machine;
    Gate go_on;
    Gate enqueued;
    const auto child = code("child", [&](auto&) { go_on.wait(); });
    const Event parent =
        machine.in_order.ndrange_kernel(machine.kernel([&](const FunctionCall& call) {
            call.environment.enqueue_child(child_of(call, child));
            enqueued.open();
        }),
                                        {});
    const Event after = machine.in_order.marker();
    machine.in_order.flush();
    enqueued.wait();
    EXPECT_EQ(after.state(), CommandState::submitted);
    go_on.open();
    after.wait();
    EXPECT_LE(parent.profile().complete, after.profile().ready);
}

TEST(DeviceEnqueue, a_child_without_flags_runs_while_its_parent_does) {
    const Nested machine(2);
    Gate child_ran;
    const auto child = code("child", [&](auto&) { child_ran.open(); });
    const Event event = machine.run([&](const FunctionCall& call) {
        call.environment.enqueue_child(child_of(call, child, EnqueueFlag::no_wait));
        child_ran.wait();
    });
    EXPECT_EQ(event.status(), 0);
}

TEST(DeviceEnqueue, wait_kernel_holds_a_child_until_all_work_groups_of_its_parent_have_ended) {
    const Nested machine(4);
    std::atomic<int> ended = 0;
    std::atomic<int> seen = -1;
    const auto child = code("child", [&](auto&) { seen = ended.load(); });
    static_cast<void>(machine.run(
        [&](const FunctionCall& call) {
            if (call.group.linear_id == 0) {
                call.environment.enqueue_child(child_of(call, child, EnqueueFlag::wait_kernel));
                wait_for_a_probe(call);
            }
            ++ended;
        },
        100));
    EXPECT_EQ(seen, 100);
}

TEST(DeviceEnqueue, wait_work_group_holds_a_child_until_its_work_group_has_ended) {
    const Nested machine(3);
    Gate child_ran;
    std::atomic<bool> ran = false;
    const auto child = code("child", [&](auto&) {
        ran = true;
        child_ran.open();
    });
    const Event event = machine.run(
        [&](const FunctionCall& call) {
            if (call.group.linear_id == 0) {
                call.environment.enqueue_child(child_of(call, child, EnqueueFlag::wait_work_group));
                wait_for_a_probe(call);
                EXPECT_FALSE(ran);
                return;
            }
            child_ran.wait();  // the parent is still running
        },
        2);
    EXPECT_EQ(event.status(), 0);
    EXPECT_TRUE(ran);
}

TEST(DeviceEnqueue, the_device_queue_is_out_of_order) {
    const Nested machine(2);
    Gate second_ran;
    const auto first = code("first", [&](auto&) { second_ran.wait(); });
    const auto second = code("second", [&](auto&) { second_ran.open(); });
    const Event event = machine.run([&](const FunctionCall& call) {
        call.environment.enqueue_child(child_of(call, first, EnqueueFlag::wait_kernel));
        call.environment.enqueue_child(child_of(call, second, EnqueueFlag::wait_kernel));
    });
    EXPECT_EQ(event.status(), 0);
}

TEST(DeviceEnqueue, events_order_children_as_on_the_host) {
    const Nested machine(4);
    Log log;
    const auto a = code("a", [&](auto&) { log.add("a"); });
    const auto b = code("b", [&](auto&) { log.add("b"); });
    const auto c = code("c", [&](auto&) { log.add("c"); });
    static_cast<void>(machine.run([&](const FunctionCall& call) {
        auto& environment = call.environment;
        const DeviceEvent user = environment.create_user_event();
        ChildLaunch first = child_of(call, a);
        first.wants_event = true;
        first.wait_list = {user};
        const DeviceEvent after_a = environment.enqueue_child(first);
        ChildLaunch second = child_of(call, b);
        second.wants_event = true;
        second.wait_list = {after_a};
        const DeviceEvent after_b = environment.enqueue_child(second);
        const DeviceEvent marker =
            environment.enqueue_marker(environment.default_queue(), {after_a, after_b});
        ChildLaunch third = child_of(call, c);
        third.wait_list = {marker};
        EXPECT_EQ(environment.enqueue_child(third), 0U);
        environment.set_user_event_status(user, 0);
        for (const DeviceEvent event : {user, after_a, after_b, marker})
            environment.release_event(event);
        EXPECT_FALSE(environment.is_valid_event(after_b));
    }));
    EXPECT_EQ(log.entries(), (std::vector<std::string>{"a", "b", "c"}));
}

TEST(DeviceEnqueue, profiling_information_is_there_when_the_child_is_complete) {
    const Nested machine;
    std::uint64_t times[2] = {~std::uint64_t{0}, 0};
    const auto child = code("child", [](auto&) {});
    const auto reader = code("reader", [&](auto&) { EXPECT_GE(times[1], times[0]); });
    const Event event = machine.run([&](const FunctionCall& call) {
        ChildLaunch launch = child_of(call, child, EnqueueFlag::wait_kernel);
        launch.wants_event = true;
        const DeviceEvent after = call.environment.enqueue_child(launch);
        call.environment.capture_profiling_info(after, times);
        ChildLaunch second = child_of(call, reader);
        second.wait_list = {after};
        call.environment.enqueue_child(second);
    });
    EXPECT_EQ(event.status(), 0);
    EXPECT_LE(times[0], times[1]);
}

TEST(DeviceEnqueue, children_may_have_no_work_items) {
    const Nested machine;
    const auto child = code("child", [](auto&) { FAIL() << "there are no work-items"; });
    const Event event = machine.run([&](const FunctionCall& call) {
        ChildLaunch launch = child_of(call, child);
        launch.range.global_size = {0, 1, 1};
        call.environment.enqueue_child(launch);
    });
    EXPECT_EQ(event.status(), 0);
}

TEST(DeviceEnqueue, recursion_may_be_deep) {
    const Nested machine;
    std::atomic<int> depth = 0;
    std::shared_ptr<const KernelCode> child;
    child = code("child", [&](const FunctionCall& call) {
        if (++depth < 50'000) call.environment.enqueue_child(child_of(call, child));
    });
    const Event event = machine.run(
        [&](const FunctionCall& call) { call.environment.enqueue_child(child_of(call, child)); });
    EXPECT_EQ(event.status(), 0);
    EXPECT_EQ(depth, 50'000);
}

TEST(DeviceEnqueue, an_error_of_the_call_is_the_kernels_to_handle) {
    const Nested machine(1, {.is_default = true, .max_commands = 1});
    const auto child = code("child", [](auto&) {});
    const Event event = machine.run([&](const FunctionCall& call) {
        auto& environment = call.environment;
        const auto enqueue = [&](const ChildLaunch& launch) {
            return thrown([&] { environment.enqueue_child(launch); });
        };
        ChildLaunch launch = child_of(call, child);
        launch.queue = {};
        EXPECT_EQ(enqueue(launch), ErrorCode::invalid_command_queue);
        launch = child_of(call, nullptr);
        EXPECT_EQ(enqueue(launch), ErrorCode::invalid_kernel);
        launch = child_of(call, child);
        launch.wait_list = {4711};
        EXPECT_EQ(enqueue(launch), ErrorCode::invalid_event_wait_list);
        launch = child_of(call, child);
        launch.range.local_size = {0, 1, 1};
        EXPECT_EQ(enqueue(launch), ErrorCode::invalid_work_group_size);
        launch = child_of(call, child);
        launch.arguments = {LocalMemoryArgument{4}};
        EXPECT_EQ(enqueue(launch), ErrorCode::invalid_kernel_args);
        launch = child_of(call, child, EnqueueFlag::wait_kernel);
        EXPECT_EQ(enqueue(launch), ErrorCode::success);
        EXPECT_EQ(enqueue(launch), ErrorCode::out_of_resources) << "the queue is full";
        EXPECT_EQ(thrown([&] { environment.enqueue_marker(environment.default_queue(), {}); }),
                  ErrorCode::invalid_event_wait_list);
        EXPECT_EQ(thrown([&] { environment.retain_event(0); }), ErrorCode::invalid_event);
        const DeviceEvent user = environment.create_user_event();
        EXPECT_TRUE(environment.is_valid_event(user));
        environment.set_user_event_status(user, 0);
        EXPECT_EQ(thrown([&] { environment.set_user_event_status(user, 0); }),
                  ErrorCode::invalid_operation);
    });
    EXPECT_EQ(event.status(), 0);
}

TEST(DeviceEnqueue, a_device_has_one_default_queue_in_a_context) {
    const Nested machine;
    EXPECT_EQ(thrown([&] {
                  const DeviceQueue second(machine.context, machine.device, {.is_default = true});
              }),
              ErrorCode::invalid_queue_properties);
    const DeviceQueue third(machine.context, machine.device);
    EXPECT_NE(third.argument().queue, machine.queue.argument().queue);
}

}  // namespace
}  // namespace clmm::runtime
