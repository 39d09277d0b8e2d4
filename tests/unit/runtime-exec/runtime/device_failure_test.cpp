#include <atomic>

#include "nested.h"

namespace clmm::runtime {
namespace {

using testing::child_of;
using testing::code;
using testing::Nested;
using testing::status_of;
using testing::wait_for_a_probe;

TEST(DeviceEnqueue, a_childs_negative_status_becomes_its_parents) {
    const Nested machine;
    const auto grandchild =
        code("grandchild", [](auto&) { throw Error(ErrorCode::invalid_value, "deep down"); });
    const auto child = code("child", [&](const FunctionCall& call) {
        call.environment.enqueue_child(child_of(call, grandchild));
    });
    const Event event = machine.run([&](const FunctionCall& call) {
        call.environment.enqueue_child(child_of(call, child, EnqueueFlag::wait_kernel));
    });
    EXPECT_EQ(event.status(), status_of(ErrorCode::invalid_value));
    EXPECT_NE(event.failure().find("deep down"), std::string::npos) << event.failure();
}

TEST(DeviceEnqueue, of_several_children_that_fail_one_gives_the_status) {
    const Nested machine;
    const auto failing = [](int status) {
        return code("child", [status](const FunctionCall& call) {
            call.environment.fail(static_cast<ErrorCode>(status), "as planned");
        });
    };
    const Event event = machine.run([&](const FunctionCall& call) {
        call.environment.enqueue_child(child_of(call, failing(-1001)));
        call.environment.enqueue_child(child_of(call, failing(-1002)));
    });
    EXPECT_TRUE(event.status() == -1001 || event.status() == -1002) << event.status();
}

TEST(DeviceEnqueue, a_failed_child_keeps_no_other_child_from_running) {
    const Nested machine;
    std::atomic<int> ran = 0;
    const auto bad = code("bad", [](const FunctionCall& call) {
        call.environment.fail(ErrorCode::invalid_value, "bad");
    });
    const auto good = code("good", [&](auto&) { ++ran; });
    const Event event = machine.run([&](const FunctionCall& call) {
        call.environment.enqueue_child(child_of(call, good, EnqueueFlag::wait_kernel));
        call.environment.enqueue_child(child_of(call, good, EnqueueFlag::wait_work_group));
        call.environment.enqueue_child(child_of(call, bad));
        wait_for_a_probe(call);  // the other compute unit is done with the bad one
    });
    EXPECT_EQ(event.status(), status_of(ErrorCode::invalid_value));
    EXPECT_EQ(ran, 2);
}

TEST(DeviceEnqueue, children_that_wait_for_a_parent_that_fails_do_not_run) {
    const Nested machine;
    std::atomic<int> ran = 0;
    const auto child = code("child", [&](auto&) { ++ran; });
    const Event event = machine.run([&](const FunctionCall& call) {
        call.environment.enqueue_child(child_of(call, child, EnqueueFlag::wait_kernel));
        call.environment.enqueue_child(child_of(call, child, EnqueueFlag::wait_work_group));
        throw Error(ErrorCode::out_of_resources, "the parent fails");
    });
    EXPECT_EQ(event.status(), status_of(ErrorCode::out_of_resources));
    EXPECT_EQ(ran, 0);
}

TEST(DeviceEnqueue, user_events_that_the_parent_leaves_open_terminate_what_waits_for_them) {
    const Nested machine;
    std::atomic<int> ran = 0;
    const auto child = code("child", [&](auto&) { ++ran; });
    const Event event = machine.run([&](const FunctionCall& call) {
        ChildLaunch launch = child_of(call, child);
        launch.wait_list = {call.environment.create_user_event()};
        call.environment.enqueue_child(launch);
    });
    EXPECT_EQ(event.status(), testing::kWaitListFailed);
    EXPECT_EQ(ran, 0);
}

}  // namespace
}  // namespace clmm::runtime
