#include "support.h"

namespace clmm::runtime {
namespace {

using testing::Gate;
using testing::Machine;

const LaunchRange kOneGroup{.local_size = Index3{1, 1, 1}};

TEST(StateMachine, a_command_stays_queued_until_it_is_flushed) {
    const Machine machine;
    const Event event = machine.in_order.ndrange_kernel(machine.kernel([](auto&) {}), kOneGroup);
    EXPECT_EQ(event.state(), CommandState::queued);
    EXPECT_EQ(event.status(), 3);
    machine.in_order.flush();
    EXPECT_NE(event.state(), CommandState::queued);
    machine.in_order.finish();
    EXPECT_EQ(event.status(), 0);
}

TEST(StateMachine, a_flushed_command_is_submitted_while_prerequisites_are_not_met) {
    const Machine machine;
    const UserEvent go(machine.context);
    const Event event =
        machine.in_order.ndrange_kernel(machine.kernel([](auto&) {}), kOneGroup, {go});
    machine.in_order.flush();
    EXPECT_EQ(event.state(), CommandState::submitted);
    EXPECT_EQ(event.status(), 2);
    go.set_status(0);
    event.wait();
    EXPECT_EQ(event.state(), CommandState::complete);
}

TEST(StateMachine, a_command_is_ready_while_it_is_in_the_work_pool) {
    const Machine machine(1);
    Gate started;
    Gate go_on;
    const Kernel busy = machine.kernel([&](auto&) {
        started.open();
        go_on.wait();
    });
    static_cast<void>(machine.out_of_order.ndrange_kernel(busy, kOneGroup));
    machine.out_of_order.flush();
    started.wait();
    const Event second =
        machine.out_of_order.ndrange_kernel(machine.kernel([](auto&) {}), kOneGroup);
    machine.out_of_order.flush();
    EXPECT_EQ(second.state(), CommandState::ready);
    EXPECT_EQ(second.status(), 2);
    go_on.open();
    machine.out_of_order.finish();
    EXPECT_EQ(second.state(), CommandState::complete);
}

TEST(StateMachine, a_kernel_is_running_once_a_work_group_executes) {
    const Machine machine;
    Gate started;
    Gate go_on;
    const Kernel kernel = machine.kernel([&](auto&) {
        started.open();
        go_on.wait();
    });
    const Event event = machine.in_order.ndrange_kernel(kernel, kOneGroup);
    machine.in_order.flush();
    started.wait();
    EXPECT_EQ(event.state(), CommandState::running);
    EXPECT_EQ(event.status(), 1);
    go_on.open();
    event.wait();
}

TEST(StateMachine, a_kernel_has_ended_with_its_work_groups_and_is_complete_after_its_children) {
    const Machine machine;
    const DeviceQueue queue(machine.context, machine.device, {.is_default = true});
    Gate child_started;
    Gate go_on;
    const auto child = testing::code("child", [&](auto&) {
        child_started.open();
        go_on.wait();
    });
    const Kernel parent = machine.kernel([&](const FunctionCall& call) {
        call.environment.enqueue_child({.queue = call.environment.default_queue(),
                                        .flag = EnqueueFlag::wait_kernel,
                                        .kernel = child});
    });
    const Event event = machine.in_order.ndrange_kernel(parent, kOneGroup);
    machine.in_order.flush();
    child_started.wait();
    EXPECT_EQ(event.state(), CommandState::ended);
    EXPECT_EQ(event.status(), 1);
    go_on.open();
    event.wait();
    EXPECT_EQ(event.state(), CommandState::complete);
}

TEST(StateMachine, side_effects_of_an_ended_kernel_are_visible_to_its_waiting_child) {
    const Machine machine;
    const DeviceQueue queue(machine.context, machine.device, {.is_default = true});
    std::vector<int> written(64, 0);
    int sum = 0;
    const auto child = testing::code("child", [&](auto&) {
        for (const int value : written) sum += value;
    });
    const Kernel parent = machine.kernel([&](const FunctionCall& call) {
        written[call.group.linear_id] = 1;
        if (call.group.linear_id == 0)
            call.environment.enqueue_child({.queue = call.environment.default_queue(),
                                            .flag = EnqueueFlag::wait_kernel,
                                            .kernel = child});
    });
    machine.in_order
        .ndrange_kernel(parent, {.global_size = {64, 1, 1}, .local_size = Index3{1, 1, 1}})
        .wait();
    EXPECT_EQ(sum, 64);
}

void expect_ordered(const Profile& profile) {
    EXPECT_GT(profile.queued, 0U);
    EXPECT_LE(profile.queued, profile.submitted);
    EXPECT_LE(profile.submitted, profile.ready);
    EXPECT_LE(profile.ready, profile.running);
    EXPECT_LE(profile.running, profile.ended);
    EXPECT_LE(profile.ended, profile.complete);
}

TEST(StateMachine, every_state_is_profiled_in_order) {
    const Machine machine;
    const Event event = machine.in_order.ndrange_kernel(machine.kernel([](auto&) {}), kOneGroup);
    event.wait();
    expect_ordered(event.profile());
}

TEST(StateMachine, commands_of_one_in_order_queue_run_one_after_the_other) {
    const Machine machine;
    std::vector<Event> events;
    for (int i = 0; i < 20; ++i)
        events.push_back(machine.in_order.ndrange_kernel(
            machine.kernel([](auto&) {}),
            {.global_size = {8, 1, 1}, .local_size = Index3{1, 1, 1}}));
    machine.in_order.finish();
    for (std::size_t i = 1; i < events.size(); ++i)
        EXPECT_LE(events[i - 1].profile().complete, events[i].profile().ready);
}

TEST(StateMachine, commands_without_side_effects_pass_from_ready_to_ended) {
    const Machine machine;
    Buffer buffer(machine.context, 16);
    std::byte byte{};
    const Event nothing[] = {
        machine.in_order.marker(),
        machine.in_order.barrier(),
        machine.in_order.ndrange_kernel(
            machine.kernel([](auto&) { FAIL() << "there are no work-items"; }),
            {.global_size = {0, 1, 1}, .local_size = Index3{1, 1, 1}}),
        machine.in_order.copy_buffer(buffer, buffer, 0, 0, 0),
        machine.in_order.read_buffer(buffer, Blocking::no, 0, 0, &byte),
    };
    machine.in_order.finish();
    for (const Event& event : nothing) {
        EXPECT_EQ(event.state(), CommandState::complete) << to_string(event.type());
        expect_ordered(event.profile());
        EXPECT_EQ(event.profile().running, event.profile().ended) << to_string(event.type());
    }
}

TEST(StateMachine, a_command_that_terminates_before_it_runs_has_all_its_times) {
    const Machine machine;
    const UserEvent fails(machine.context);
    const Event event =
        machine.in_order.ndrange_kernel(machine.kernel([](auto&) {}), kOneGroup, {fails});
    fails.set_status(-1);
    event.wait();
    EXPECT_LT(event.status(), 0);
    expect_ordered(event.profile());
}

TEST(StateMachine, times_are_available_after_completion_and_with_profiling_only) {
    const Machine machine;
    const CommandQueue plain(machine.context, machine.device);
    const Event unprofiled = plain.marker();
    const Event queued = machine.in_order.marker();
    EXPECT_EQ(testing::thrown([&] { static_cast<void>(queued.profile()); }),
              ErrorCode::profiling_info_not_available);
    plain.finish();
    EXPECT_EQ(testing::thrown([&] { static_cast<void>(unprofiled.profile()); }),
              ErrorCode::profiling_info_not_available);
    const UserEvent user(machine.context);
    EXPECT_EQ(testing::thrown([&] { static_cast<void>(user.event().profile()); }),
              ErrorCode::profiling_info_not_available);
}

TEST(StateMachine, states_have_names) {
    EXPECT_EQ(to_string(CommandState::queued), "queued");
    EXPECT_EQ(to_string(CommandState::ended), "ended");
    EXPECT_EQ(to_string(CommandType::ndrange_kernel), "CL_COMMAND_NDRANGE_KERNEL");
}

}  // namespace
}  // namespace clmm::runtime
