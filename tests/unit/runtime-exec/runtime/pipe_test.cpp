#include <cstring>
#include <numeric>
#include <thread>

#include "support.h"

namespace clmm::runtime {
namespace {

using testing::Machine;
using testing::thrown;

void put(PipeChannel& pipe, const PipeChannel::Reservation& reservation, std::uint32_t index,
         int value) {
    std::memcpy(pipe.packet(reservation, index).data(), &value, sizeof value);
}

int get(PipeChannel& pipe, const PipeChannel::Reservation& reservation, std::uint32_t index) {
    int value = 0;
    std::memcpy(&value, pipe.packet(reservation, index).data(), sizeof value);
    return value;
}

std::vector<int> drain(PipeChannel& pipe) {
    std::vector<int> values;
    int value = 0;
    while (pipe.read(reinterpret_cast<std::byte*>(&value))) values.push_back(value);
    return values;
}

bool write(PipeChannel& pipe, int value) {
    return pipe.write(reinterpret_cast<const std::byte*>(&value));
}

TEST(PipeChannel, packets_come_out_in_the_order_in_which_they_go_in) {
    PipeChannel pipe(4, 3);
    for (int round = 0; round < 5; ++round) {
        for (int i = 0; i < 3; ++i) EXPECT_TRUE(write(pipe, round * 3 + i));
        EXPECT_FALSE(write(pipe, -1)) << "it is full";
        EXPECT_EQ(pipe.packets(), 3U);
        EXPECT_EQ(drain(pipe), (std::vector<int>{round * 3, round * 3 + 1, round * 3 + 2}));
        EXPECT_EQ(pipe.packets(), 0U);
    }
}

TEST(PipeChannel, reserved_packets_are_visible_once_committed_in_the_order_of_reservations) {
    PipeChannel pipe(4, 8);
    const auto first = pipe.reserve_write(2);
    const auto second = pipe.reserve_write(1);
    ASSERT_TRUE(first && second);
    put(pipe, *second, 0, 30);
    pipe.commit_write(*second);
    EXPECT_EQ(pipe.packets(), 0U) << "the first reservation is open";
    put(pipe, *first, 0, 10);
    put(pipe, *first, 1, 20);
    pipe.commit_write(*first);
    EXPECT_EQ(drain(pipe), (std::vector<int>{10, 20, 30}));
}

TEST(PipeChannel, slots_are_free_again_once_their_reading_is_committed) {
    PipeChannel pipe(4, 2);
    EXPECT_TRUE(write(pipe, 1));
    EXPECT_TRUE(write(pipe, 2));
    const auto reading = pipe.reserve_read(2);
    ASSERT_TRUE(reading);
    EXPECT_FALSE(write(pipe, 3));
    EXPECT_EQ(get(pipe, *reading, 1), 2);
    pipe.commit_read(*reading);
    EXPECT_TRUE(write(pipe, 3));
}

TEST(PipeChannel, reservations_that_do_not_fit_fail) {
    PipeChannel pipe(4, 2);
    EXPECT_FALSE(pipe.reserve_write(3));
    EXPECT_FALSE(pipe.reserve_write(0));
    EXPECT_FALSE(pipe.reserve_read(1));
    EXPECT_TRUE(pipe.reserve_write(2));
    EXPECT_FALSE(pipe.reserve_write(1));
    EXPECT_EQ(thrown([&] { pipe.commit_write({.first = 5, .count = 1}); }),
              ErrorCode::invalid_value);
    EXPECT_EQ(thrown([&] { static_cast<void>(pipe.packet({.first = 0, .count = 1}, 1)); }),
              ErrorCode::invalid_value);
}

TEST(PipeChannel, loses_and_doubles_nothing_between_threads) {
    PipeChannel pipe(4, 16);
    constexpr int kPackets = 20'000;
    std::atomic<long long> sum = 0;
    std::atomic<int> count = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 2; ++t) {
        threads.emplace_back([&, t] {
            for (int i = t; i < kPackets; i += 2)
                while (!write(pipe, i)) std::this_thread::yield();
        });
        threads.emplace_back([&] {
            int value = 0;
            while (count.load() < kPackets) {
                if (!pipe.read(reinterpret_cast<std::byte*>(&value))) {
                    std::this_thread::yield();
                    continue;
                }
                sum += value;
                ++count;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(sum, static_cast<long long>(kPackets) * (kPackets - 1) / 2);
}

TEST(Pipe, carries_packets_from_one_kernel_to_another_and_is_closed_to_the_host) {
    const Machine machine;
    const Pipe pipe(machine.context, 4, 100);
    EXPECT_EQ(pipe.flags().host, HostAccess::none);
    const Parameter parameter{.name = "p", .kind = ParameterKind::pipe, .size = 4, .alignment = 4};
    Kernel producer = machine.kernel(
        [](const FunctionCall& call) {
            auto& channel = *std::get<PipeArgument>(call.arguments[0]).channel;
            EXPECT_TRUE(write(channel, static_cast<int>(call.group.linear_id)));
        },
        {parameter});
    long long sum = 0;
    Kernel consumer = machine.kernel(
        [&](const FunctionCall& call) {
            const auto values = drain(*std::get<PipeArgument>(call.arguments[0]).channel);
            sum = std::accumulate(values.begin(), values.end(), 0LL);
        },
        {parameter});
    producer.set(0, pipe);
    consumer.set(0, pipe);
    static_cast<void>(machine.in_order.ndrange_kernel(
        producer, {.global_size = {100, 1, 1}, .local_size = Index3{1, 1, 1}}));
    machine.in_order.task(consumer).wait();
    EXPECT_EQ(sum, 4950);
}

TEST(Pipe, that_cannot_be_made_or_does_not_match_is_an_error) {
    const Machine machine;
    EXPECT_EQ(thrown([&] { const Pipe pipe(machine.context, 0, 1); }),
              ErrorCode::invalid_pipe_size);
    EXPECT_EQ(thrown([&] { const Pipe pipe(machine.context, 4, 0); }),
              ErrorCode::invalid_pipe_size);
    Kernel kernel = machine.kernel(
        [](auto&) {}, {{.name = "p", .kind = ParameterKind::pipe, .size = 8, .alignment = 8}});
    EXPECT_EQ(thrown([&] { kernel.set(0, Pipe(machine.context, 4, 1)); }),
              ErrorCode::invalid_arg_value);
}

}  // namespace
}  // namespace clmm::runtime
