#include <atomic>

#include "support.h"

namespace clmm::runtime {
namespace {

using testing::Machine;
using testing::status_of;
using testing::thrown;

const LaunchRange kOneItem{.local_size = Index3{1, 1, 1}};

TEST(Termination, is_a_negative_status_of_the_event) {
    const Machine machine;
    const Event event = machine.in_order.native_kernel(
        [](auto) { throw Error(ErrorCode::out_of_resources, "no room"); });
    event.wait();
    EXPECT_EQ(event.status(), status_of(ErrorCode::out_of_resources));
    EXPECT_EQ(event.failure(), "no room");
    EXPECT_EQ(event.state(), CommandState::complete);
}

TEST(Termination, terminates_what_waits_for_it_without_running_it) {
    const Machine machine;
    bool ran = false;
    const UserEvent fails(machine.context);
    const Event event = machine.in_order.native_kernel([&](auto) { ran = true; }, {}, {fails});
    const Event dependant =
        machine.out_of_order.native_kernel([&](auto) { ran = true; }, {}, {event});
    const Event marker = machine.out_of_order.marker({dependant});
    fails.set_status(-4711);
    marker.wait();
    for (const Event& each : {event, dependant, marker})
        EXPECT_EQ(each.status(), testing::kWaitListFailed);
    EXPECT_NE(marker.failure().find("-4711"), std::string::npos) << marker.failure();
    EXPECT_FALSE(ran);
}

TEST(Termination, of_an_event_in_the_past_terminates_what_is_enqueued_later) {
    const Machine machine;
    const UserEvent failed(machine.context);
    failed.set_status(-1);
    const Event event = machine.in_order.marker({failed});
    event.wait();
    EXPECT_EQ(event.status(), testing::kWaitListFailed);
}

TEST(Termination, leaves_the_queue_usable_for_commands_that_do_not_wait_for_it) {
    const Machine machine;
    static_cast<void>(machine.in_order.native_kernel([](auto) { throw 1; }));
    const Event in_order = machine.in_order.native_kernel([](auto) {});
    static_cast<void>(machine.out_of_order.native_kernel([](auto) { throw std::bad_alloc(); }));
    const Event barrier = machine.out_of_order.barrier();
    machine.in_order.finish();
    machine.out_of_order.finish();
    EXPECT_EQ(in_order.status(), 0);
    EXPECT_EQ(barrier.status(), 0);
}

TEST(Termination, waits_for_all_prerequisites_nevertheless) {
    const Machine machine;
    const UserEvent fails(machine.context);
    const UserEvent open(machine.context);
    const Event event = machine.out_of_order.marker({fails, open});
    machine.out_of_order.flush();
    fails.set_status(-1);
    EXPECT_EQ(event.state(), CommandState::submitted);
    open.set_status(0);
    event.wait();
    EXPECT_EQ(event.status(), testing::kWaitListFailed);
}

TEST(Termination, of_a_blocking_command_is_thrown) {
    const Machine machine;
    const UserEvent failed(machine.context);
    failed.set_status(-1);
    const Buffer buffer(machine.context, 4);
    int target = 0;
    EXPECT_EQ(thrown([&] {
                  static_cast<void>(
                      machine.in_order.read_buffer(buffer, Blocking::yes, 0, 4, &target, {failed}));
              }),
              ErrorCode::exec_status_error_for_events_in_wait_list);
}

TEST(Termination, of_a_work_group_stops_the_kernel_and_skips_those_not_started) {
    const Machine machine(1);
    std::atomic<int> groups = 0;
    const Kernel kernel = machine.kernel([&](const FunctionCall& call) {
        ++groups;
        if (call.group.linear_id == 3) call.environment.fail(ErrorCode::invalid_value, "group 3");
        EXPECT_EQ(call.environment.cancelled(), call.group.linear_id == 3);
    });
    const Event event = machine.in_order.ndrange_kernel(
        kernel, {.global_size = {100, 1, 1}, .local_size = Index3{1, 1, 1}});
    event.wait();
    EXPECT_EQ(event.status(), status_of(ErrorCode::invalid_value));
    EXPECT_EQ(groups, 4);
}

TEST(Termination, is_told_to_the_context_in_words) {
    std::vector<std::string> problems;
    {
        const Machine machine(1, {.error = [&](const std::string& p) { problems.push_back(p); }});
        const Event event = machine.in_order.ndrange_kernel(
            machine.kernel([](auto&) { throw std::runtime_error("the kernel's reason"); }),
            kOneItem);
        static_cast<void>(machine.in_order.marker({event}));
        machine.in_order.finish();
    }
    EXPECT_EQ(problems, std::vector<std::string>{"CL_COMMAND_NDRANGE_KERNEL terminated with "
                                                 "CL_OUT_OF_RESOURCES: the kernel's reason"});
}

}  // namespace
}  // namespace clmm::runtime
