#include "clmm/runtime/platform.h"

#include <atomic>

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
