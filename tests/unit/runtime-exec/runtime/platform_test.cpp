#include "clmm/runtime/platform.h"

#include <atomic>
#include <thread>
#include <vector>

#include "support.h"

namespace clmm::runtime {
namespace {

using testing::Gate;
using testing::Machine;
using testing::thrown;

TEST(Platform, has_devices_with_compute_units) {
    const Platform platform(
        std::vector<DeviceDescription>{{.name = "a", .compute_units = 3}, {.name = "b"}});
    ASSERT_EQ(platform.devices().size(), 2U);
    EXPECT_EQ(platform.devices()[0].description().name, "a");
    EXPECT_EQ(platform.devices()[0].description().compute_units, 3U);
    EXPECT_NE(platform.devices()[0], platform.devices()[1]);
}

TEST(Platform, that_cannot_be_made_is_an_error) {
    EXPECT_EQ(thrown([] { const Platform none(std::vector<DeviceDescription>{}); }),
              ErrorCode::invalid_value);
    EXPECT_EQ(
        thrown([] { const Platform none(std::vector<DeviceDescription>{{.compute_units = 0}}); }),
        ErrorCode::invalid_value);
    EXPECT_EQ(
        thrown([] { const Platform none(std::vector<DeviceDescription>{{.sub_group_size = 0}}); }),
        ErrorCode::invalid_value);
}

TEST(Device, deals_work_groups_out) {
    const Machine machine(3);
    machine.device.deal(Dealing::fixed);
    std::vector<unsigned> unit_of(10, 99);
    std::vector<std::thread::id> threads(10);
    const Kernel kernel = machine.kernel([&](const FunctionCall& call) {
        unit_of[call.group.id[0]] = call.scratch.compute_unit();
        threads[call.group.id[0]] = std::this_thread::get_id();
    });
    for (const std::uint64_t groups : {10U, 1U, 2U, 10U, 3U}) {
        unit_of.assign(10, 99);
        machine.in_order
            .ndrange_kernel(kernel, {.global_size = {groups, 1, 1}, .local_size = Index3{1, 1, 1}})
            .wait();
        for (unsigned group = 0; group < 10; ++group)
            EXPECT_EQ(unit_of[group], group < groups ? group % 3 : 99) << group;
        if (groups == 10) EXPECT_EQ(threads[1], threads[7]);
    }
    EXPECT_NE(machine.device.thread_of(0), machine.device.thread_of(1));
    EXPECT_EQ(thrown([&] { static_cast<void>(machine.device.thread_of(3)); }),
              ErrorCode::invalid_value);
}

TEST(Device, deals_work_groups_of_several_queues_out) {
    const Machine machine(4);
    machine.device.deal(Dealing::fixed);
    std::atomic<int> ran = 0;
    const Kernel kernel = machine.kernel([&](const FunctionCall&) { ++ran; });
    for (int i = 0; i < 200; ++i) {
        if (i == 100) machine.device.deal(Dealing::shared);
        static_cast<void>(machine.out_of_order.ndrange_kernel(
            kernel, {.global_size = {static_cast<std::uint64_t>(i % 7 + 1), 1, 1},
                     .local_size = Index3{1, 1, 1}}));
    }
    machine.out_of_order.finish();
    int expected = 0;
    for (int i = 0; i < 200; ++i) expected += i % 7 + 1;
    EXPECT_EQ(ran, expected);
}

TEST(Context, has_devices_of_one_platform) {
    const Machine machine;
    const Machine other;
    EXPECT_EQ(thrown([&] { const Context none(std::vector<Device>{}); }), ErrorCode::invalid_value);
    EXPECT_EQ(thrown([&] {
                  const Context mixed(std::vector<Device>{machine.device, other.device});
              }),
              ErrorCode::invalid_device);
}

TEST(Platform, completes_what_is_enqueued_before_its_last_handle_is_gone) {
    std::atomic<int> ran = 0;
    {
        const Machine machine(2);
        for (int i = 0; i < 100; ++i)
            static_cast<void>(machine.in_order.native_kernel([&](auto) { ++ran; }));
    }
    EXPECT_EQ(ran, 100);
}

TEST(Platform, completes_chains_across_devices_before_its_last_handle_is_gone) {
    std::atomic<int> ran = 0;
    {
        const Platform platform(std::vector<DeviceDescription>{{.name = "a"}, {.name = "b"}});
        const Context context(platform.devices());
        const CommandQueue queues[] = {CommandQueue(context, platform.devices()[0]),
                                       CommandQueue(context, platform.devices()[1])};
        WaitList last;
        for (unsigned i = 0; i < 1000; ++i)
            last = {queues[i % 2].native_kernel([&](auto) { ++ran; }, {}, last)};
    }
    EXPECT_EQ(ran, 1000);
}

TEST(Platform, calls_the_callbacks_before_its_last_handle_is_gone) {
    std::atomic<int> called = 0;
    {
        const Machine machine(2);
        for (int i = 0; i < 100; ++i)
            machine.in_order.marker().set_callback(0, [&](int) { ++called; });
    }
    EXPECT_EQ(called, 100);
}

TEST(Platform, events_outlive_it) {
    Event event;
    {
        const Machine machine;
        event = machine.in_order.marker();
    }
    EXPECT_EQ(event.status(), 0);
    int seen = -1;
    event.set_callback(0, [&](int status) { seen = status; });
    EXPECT_EQ(seen, 0) << "without a callback thread, it is called at once";
}

TEST(Platform, its_last_handle_may_go_in_a_callback) {
    auto gone = std::make_shared<Gate>();
    {
        auto machine = std::make_shared<Machine>(2);
        const Event event = machine->in_order.native_kernel([](auto) {});
        event.set_callback(0, [machine, gone](int) mutable {
            machine.reset();
            gone->open();
        });
        machine->in_order.flush();
    }
    gone->wait();
}

}  // namespace
}  // namespace clmm::runtime
