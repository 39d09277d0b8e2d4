#include "clmm/runtime/event.h"

#include "support.h"

namespace clmm::runtime {
namespace {

using testing::Gate;
using testing::Log;
using testing::Machine;
using testing::thrown;

TEST(Event, without_a_command_is_an_error) {
    const Event none;
    EXPECT_FALSE(none);
    EXPECT_EQ(thrown([&] { static_cast<void>(none.status()); }), ErrorCode::invalid_event);
    EXPECT_EQ(thrown([&] { none.wait(); }), ErrorCode::invalid_event);
    EXPECT_EQ(thrown([] { wait_for_events({}); }), ErrorCode::invalid_value);
}

TEST(Event, successful_completion_is_the_status_complete) {
    const Machine machine;
    const Event event = machine.in_order.marker();
    wait_for_events({event});
    EXPECT_EQ(event.status(), 0);
    EXPECT_TRUE(event.failure().empty());
}

TEST(Event, waiting_for_one_that_terminated_is_an_error) {
    const Machine machine;
    const Event event = machine.in_order.native_kernel([](auto) { throw 1; });
    EXPECT_EQ(thrown([&] {
                  wait_for_events({machine.in_order.marker(), event});
              }),
              ErrorCode::exec_status_error_for_events_in_wait_list);
}

TEST(Event, callbacks_are_called_once_for_each_status_that_they_are_set_for) {
    const Machine machine;
    Log log;
    Gate called;
    const Event event = machine.in_order.native_kernel([](auto) {});
    event.set_callback(2, [&](int status) { log.add("submitted " + std::to_string(status)); });
    event.set_callback(1, [&](int status) { log.add("running " + std::to_string(status)); });
    event.set_callback(0, [&](int status) {
        log.add("complete " + std::to_string(status));
        called.open();
    });
    EXPECT_TRUE(log.entries().empty());
    machine.in_order.flush();
    called.wait();
    EXPECT_EQ(log.entries(), (std::vector<std::string>{"submitted 2", "running 1", "complete 0"}));
}

TEST(Event, callbacks_set_late_are_called_too) {
    const Machine machine;
    Gate called;
    const Event event = machine.in_order.marker();
    event.wait();
    int seen = -1;
    event.set_callback(1, [&](int status) {
        seen = status;
        called.open();
    });
    called.wait();
    EXPECT_EQ(seen, 1);
}

TEST(Event, callbacks_of_a_terminated_command_get_its_negative_status) {
    const Machine machine;
    Gate called;
    int seen = 0;
    const UserEvent user(machine.context);
    const Event event = user;
    event.set_callback(0, [&](int status) {
        seen = status;
        called.open();
    });
    user.set_status(-77);
    called.wait();
    EXPECT_EQ(seen, -77);
}

TEST(Event, a_callback_that_throws_is_reported_and_does_no_harm) {
    Gate reported;
    const Machine machine(1, {.error = [&](const std::string& problem) {
                              EXPECT_EQ(problem, "a callback threw: oh");
                              reported.open();
                          }});
    const Event event = machine.in_order.marker();
    event.set_callback(0, [](int) { throw std::runtime_error("oh"); });
    event.wait();
    reported.wait();
}

TEST(Event, callbacks_may_set_user_events_and_enqueue_but_not_wait) {
    const Machine machine;
    const UserEvent user(machine.context);
    Gate done;
    ErrorCode finish = ErrorCode::success;
    ErrorCode wait = ErrorCode::success;
    ErrorCode read = ErrorCode::success;
    const Buffer buffer(machine.context, 4);
    const Event last = machine.in_order.marker({user});
    const Event first = machine.out_of_order.marker();
    first.set_callback(0, [&](int) {
        int target = 0;
        finish = thrown([&] { machine.in_order.finish(); });
        wait = thrown([&] { last.wait(); });
        read = thrown([&] {
            static_cast<void>(machine.in_order.read_buffer(buffer, Blocking::yes, 0, 4, &target));
        });
        first.wait();  // complete already
        static_cast<void>(machine.out_of_order.marker());
        user.set_status(0);
        done.open();
    });
    machine.out_of_order.flush();
    last.wait();
    done.wait();
    EXPECT_EQ(finish, ErrorCode::invalid_operation);
    EXPECT_EQ(wait, ErrorCode::invalid_operation);
    EXPECT_EQ(read, ErrorCode::invalid_operation);
}

TEST(Event, callbacks_that_are_not_possible_are_errors) {
    const Machine machine;
    const Event event = machine.in_order.marker();
    EXPECT_EQ(thrown([&] { event.set_callback(3, [](int) {}); }), ErrorCode::invalid_value);
    EXPECT_EQ(thrown([&] { event.set_callback(-1, [](int) {}); }), ErrorCode::invalid_value);
    EXPECT_EQ(thrown([&] { event.set_callback(0, nullptr); }), ErrorCode::invalid_value);
}

TEST(UserEvent, is_submitted_until_its_status_is_set_once) {
    const Machine machine;
    const UserEvent user(machine.context);
    const Event event = user;
    EXPECT_EQ(event.status(), 2);
    EXPECT_EQ(event.type(), CommandType::user);
    EXPECT_EQ(thrown([&] { user.set_status(1); }), ErrorCode::invalid_value);
    user.set_status(0);
    EXPECT_EQ(event.status(), 0);
    EXPECT_EQ(thrown([&] { user.set_status(0); }), ErrorCode::invalid_operation);
    EXPECT_EQ(thrown([&] { user.set_status(-1); }), ErrorCode::invalid_operation);
}

TEST(UserEvent, that_is_released_unset_terminates_what_waits_for_it) {
    const Machine machine;
    Event event;
    {
        const UserEvent user(machine.context);
        event = machine.in_order.marker({user});
    }
    event.wait();
    EXPECT_EQ(event.status(), testing::kWaitListFailed);
    EXPECT_NE(event.failure().find("released"), std::string::npos);
}

}  // namespace
}  // namespace clmm::runtime
