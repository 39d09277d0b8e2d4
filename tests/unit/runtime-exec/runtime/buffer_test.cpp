#include <cstring>
#include <numeric>

#include "support.h"

namespace clmm::runtime {
namespace {

using testing::Machine;
using testing::thrown;

std::span<const std::byte> bytes(const std::vector<int>& values) {
    return std::as_bytes(std::span(values));
}

std::vector<int> contents(const Machine& machine, const Buffer& buffer) {
    std::vector<int> values(buffer.size() / sizeof(int));
    static_cast<void>(
        machine.in_order.read_buffer(buffer, Blocking::yes, 0, buffer.size(), values.data()));
    return values;
}

Buffer counting(const Machine& machine, std::size_t count) {
    std::vector<int> values(count);
    std::iota(values.begin(), values.end(), 0);
    return {
        machine.context, count * sizeof(int), {.host_pointer = HostPointer::copy}, values.data()};
}

TEST(Buffer, holds_zeros_at_first_and_what_is_written) {
    const Machine machine;
    const Buffer buffer(machine.context, 4 * sizeof(int));
    EXPECT_EQ(contents(machine, buffer), (std::vector<int>{0, 0, 0, 0}));
    const int value = 5;
    static_cast<void>(machine.in_order.write_buffer(buffer, Blocking::yes, 4, 4, &value));
    EXPECT_EQ(contents(machine, buffer), (std::vector<int>{0, 5, 0, 0}));
}

TEST(Buffer, may_use_or_copy_a_block_of_the_hosts_memory) {
    const Machine machine;
    std::vector<int> used = {1, 2};
    const Buffer buffer(machine.context, 8, {.host_pointer = HostPointer::use}, used.data());
    const int value = 9;
    static_cast<void>(machine.in_order.write_buffer(buffer, Blocking::yes, 0, 4, &value));
    EXPECT_EQ(used, (std::vector<int>{9, 2}));
    EXPECT_EQ(contents(machine, counting(machine, 3)), (std::vector<int>{0, 1, 2}));
}

TEST(Buffer, that_cannot_be_made_is_an_error) {
    const Machine machine(1, {}, {.max_allocation_size = 1000});
    int value = 0;
    const auto make = [&](std::size_t size, HostPointer kind, void* pointer) {
        return thrown(
            [&] { const Buffer buffer(machine.context, size, {.host_pointer = kind}, pointer); });
    };
    EXPECT_EQ(make(0, HostPointer::none, nullptr), ErrorCode::invalid_buffer_size);
    EXPECT_EQ(make(1001, HostPointer::none, nullptr), ErrorCode::invalid_buffer_size);
    EXPECT_EQ(make(4, HostPointer::none, &value), ErrorCode::invalid_host_ptr);
    EXPECT_EQ(make(4, HostPointer::use, nullptr), ErrorCode::invalid_host_ptr);
}

TEST(Buffer, copies_within_and_between_buffers) {
    const Machine machine;
    const Buffer a = counting(machine, 6);
    const Buffer b(machine.context, 6 * sizeof(int));
    static_cast<void>(machine.in_order.copy_buffer(a, b, 8, 4, 12));
    static_cast<void>(machine.in_order.copy_buffer(a, a, 0, 16, 8));
    EXPECT_EQ(contents(machine, b), (std::vector<int>{0, 2, 3, 4, 0, 0}));
    EXPECT_EQ(contents(machine, a), (std::vector<int>{0, 1, 2, 3, 0, 1}));
    EXPECT_EQ(thrown([&] { static_cast<void>(machine.in_order.copy_buffer(a, a, 0, 4, 8)); }),
              ErrorCode::mem_copy_overlap);
    EXPECT_EQ(thrown([&] { static_cast<void>(machine.in_order.copy_buffer(a, b, 20, 0, 8)); }),
              ErrorCode::invalid_value);
}

TEST(Buffer, is_filled_with_a_pattern) {
    const Machine machine;
    const Buffer buffer(machine.context, 6 * sizeof(int));
    static_cast<void>(machine.in_order.fill_buffer(buffer, bytes({7, 8}), 8, 16));
    EXPECT_EQ(contents(machine, buffer), (std::vector<int>{0, 0, 7, 8, 7, 8}));
    const auto fill = [&](std::size_t pattern, std::size_t offset, std::size_t size) {
        const std::vector<std::byte> value(pattern);
        return thrown(
            [&] { static_cast<void>(machine.in_order.fill_buffer(buffer, value, offset, size)); });
    };
    EXPECT_EQ(fill(3, 0, 3), ErrorCode::invalid_value);
    EXPECT_EQ(fill(0, 0, 3), ErrorCode::invalid_value);
    EXPECT_EQ(fill(256, 0, 0), ErrorCode::invalid_value);
    EXPECT_EQ(fill(4, 2, 4), ErrorCode::invalid_value);
    EXPECT_EQ(fill(4, 0, 6), ErrorCode::invalid_value);
    EXPECT_EQ(fill(4, 24, 4), ErrorCode::invalid_value);
}

/// Reading, writing and copying boxes against loops over their bytes.
TEST(Buffer, boxes_are_transferred_row_by_row) {
    const Machine machine;
    const Buffer a = counting(machine, 64);  // 4 × 4 × 4 ints
    const Size3 region = {8, 2, 3};
    const RectLayout inside{.origin = {4, 1, 1}, .row_pitch = 16, .slice_pitch = 64};
    const RectLayout host{.origin = {0, 0, 0}, .row_pitch = 12, .slice_pitch = 24};
    std::vector<int> read(18, -1);
    static_cast<void>(
        machine.in_order.read_buffer_rect(a, Blocking::yes, inside, host, region, read.data()));
    const Buffer b(machine.context, 256);
    static_cast<void>(
        machine.in_order.write_buffer_rect(b, Blocking::yes, inside, host, region, read.data()));
    const Buffer c(machine.context, 256);
    static_cast<void>(machine.in_order.copy_buffer_rect(
        a, c, inside, {.origin = {0, 0, 0}, .row_pitch = 8}, region));
    const auto written = contents(machine, b);
    const auto copied = contents(machine, c);
    for (std::size_t z = 0; z < 3; ++z)
        for (std::size_t y = 0; y < 2; ++y)
            for (std::size_t x = 0; x < 2; ++x) {
                const auto at = (z + 1) * 16 + (y + 1) * 4 + x + 1;
                const auto value = static_cast<int>(at);
                EXPECT_EQ(read[z * 6 + y * 3 + x], value);
                EXPECT_EQ(written[at], value);
                EXPECT_EQ(copied[z * 4 + y * 2 + x], value);
            }
    EXPECT_EQ(read[2], -1) << "between rows nothing is written";
    EXPECT_EQ(std::count(written.begin(), written.end(), 0), 64 - 12);
}

TEST(Buffer, boxes_that_do_not_fit_are_errors) {
    const Machine machine;
    const Buffer a = counting(machine, 16);
    int target[16] = {};
    const auto read = [&](const RectLayout& layout, const RectLayout& host, const Size3& region) {
        return thrown([&] {
            static_cast<void>(
                machine.in_order.read_buffer_rect(a, Blocking::yes, layout, host, region, target));
        });
    };
    EXPECT_EQ(read({}, {}, {64, 1, 1}), ErrorCode::success);
    EXPECT_EQ(read({}, {}, {65, 1, 1}), ErrorCode::invalid_value);
    EXPECT_EQ(read({}, {}, {4, 0, 1}), ErrorCode::invalid_value);
    EXPECT_EQ(read({.row_pitch = 4}, {}, {8, 2, 1}), ErrorCode::invalid_value);
    EXPECT_EQ(read({}, {.row_pitch = 4}, {8, 2, 1}), ErrorCode::invalid_value);
    EXPECT_EQ(read({.row_pitch = 16, .slice_pitch = 16}, {}, {8, 2, 1}), ErrorCode::invalid_value);
    EXPECT_EQ(read({.origin = {0, 3, 0}, .row_pitch = 16}, {}, {16, 2, 1}),
              ErrorCode::invalid_value);
    EXPECT_EQ(read({.origin = {0, ~std::size_t{0} / 8, 0}, .row_pitch = 16}, {}, {16, 1, 1}),
              ErrorCode::invalid_value);
}

TEST(Buffer, boxes_of_one_buffer_are_copied_unless_they_overlap) {
    const Machine machine;
    const Buffer a = counting(machine, 64);
    const auto copy = [&](const Size3& from, const Size3& to) {
        return thrown([&] {
            static_cast<void>(
                machine.in_order.copy_buffer_rect(a, a, {.origin = from, .row_pitch = 32},
                                                  {.origin = to, .row_pitch = 32}, {16, 2, 1}));
        });
    };
    EXPECT_EQ(copy({0, 0, 0}, {16, 0, 0}), ErrorCode::success) << "beside each other";
    EXPECT_EQ(copy({0, 0, 0}, {0, 2, 0}), ErrorCode::success);
    EXPECT_EQ(copy({0, 0, 0}, {12, 1, 0}), ErrorCode::mem_copy_overlap);
    EXPECT_EQ(copy({0, 0, 0}, {0, 0, 0}), ErrorCode::mem_copy_overlap);
}

TEST(Buffer, mapped_memory_is_the_buffers) {
    const Machine machine;
    const Buffer buffer = counting(machine, 8);
    const Mapping mapping =
        machine.in_order.map_buffer(buffer, Blocking::yes, MapFlag::read_write, 8, 8);
    EXPECT_EQ(mapping.event.status(), 0);
    EXPECT_EQ(mapping.event.type(), CommandType::map_buffer);
    auto* ints = static_cast<int*>(mapping.pointer);
    EXPECT_EQ(ints[0], 2);
    ints[1] = -1;
    EXPECT_EQ(buffer.map_count(), 1U);
    static_cast<void>(machine.in_order.unmap(buffer, mapping.pointer));
    EXPECT_EQ(buffer.map_count(), 0U);
    EXPECT_EQ(contents(machine, buffer)[3], -1);
    EXPECT_EQ(thrown([&] { static_cast<void>(machine.in_order.unmap(buffer, mapping.pointer)); }),
              ErrorCode::invalid_value);
}

TEST(Buffer, a_mapping_is_there_when_its_command_is_complete) {
    const Machine machine;
    const UserEvent go(machine.context);
    const Buffer buffer(machine.context, 8);
    const Mapping mapping =
        machine.in_order.map_buffer(buffer, Blocking::no, MapFlag::read, 0, 8, {go});
    machine.in_order.flush();
    EXPECT_EQ(mapping.event.state(), CommandState::submitted);
    go.set_status(0);
    mapping.event.wait();
}

TEST(Buffer, the_host_has_the_access_that_it_was_made_with) {
    const Machine machine;
    int value = 0;
    const auto codes = [&](HostAccess host) {
        const Buffer buffer(machine.context, 4, {.host = host});
        const auto& queue = machine.in_order;
        return std::vector<ErrorCode>{
            thrown(
                [&] { static_cast<void>(queue.read_buffer(buffer, Blocking::yes, 0, 4, &value)); }),
            thrown([&] {
                static_cast<void>(queue.write_buffer(buffer, Blocking::yes, 0, 4, &value));
            }),
            thrown([&] {
                static_cast<void>(queue.map_buffer(buffer, Blocking::yes, MapFlag::read, 0, 4));
            }),
            thrown([&] {
                static_cast<void>(queue.map_buffer(buffer, Blocking::yes,
                                                   MapFlag::write_invalidate_region, 0, 4));
            })};
    };
    constexpr auto kYes = ErrorCode::success;
    constexpr auto kNo = ErrorCode::invalid_operation;
    EXPECT_EQ(codes(HostAccess::read_write), (std::vector{kYes, kYes, kYes, kYes}));
    EXPECT_EQ(codes(HostAccess::read_only), (std::vector{kYes, kNo, kYes, kNo}));
    EXPECT_EQ(codes(HostAccess::write_only), (std::vector{kNo, kYes, kNo, kYes}));
    EXPECT_EQ(codes(HostAccess::none), (std::vector{kNo, kNo, kNo, kNo}));
}

TEST(Buffer, migration_is_remembered) {
    const Machine machine;
    const Buffer buffer(machine.context, 8);
    EXPECT_EQ(buffer.location(), nullptr);
    machine.in_order.migrate({buffer}).wait();
    EXPECT_EQ(buffer.location(), machine.device.core());
    machine.in_order.migrate({buffer}, true).wait();
    EXPECT_EQ(buffer.location(), nullptr);
    EXPECT_EQ(thrown([&] { static_cast<void>(machine.in_order.migrate({})); }),
              ErrorCode::invalid_value);
}

TEST(Buffer, is_freed_with_its_last_holder_and_tells_so_in_reverse_order) {
    const Machine machine;
    std::string told;
    {
        const Buffer buffer(machine.context, 8);
        buffer.on_destruction([&] { told += "1"; });
        buffer.on_destruction([&] { told += "2"; });
        const Buffer copy = buffer;  // NOLINT(performance-unnecessary-copy-initialization)
        EXPECT_EQ(copy, buffer);
        EXPECT_TRUE(told.empty());
    }
    EXPECT_EQ(told, "21");
}

TEST(Buffer, is_found_by_its_addresses) {
    const Machine machine;
    std::vector<int> memory(4);
    const Buffer buffer(machine.context, 16, {.host_pointer = HostPointer::use}, memory.data());
    const auto found = machine.context.memory_at(memory.data() + 3);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->object, buffer.id());
    EXPECT_EQ(found->size, 16U);
    EXPECT_FALSE(machine.context.memory_at(memory.data() + 4).has_value());
    EXPECT_FALSE(machine.context.memory_at(nullptr).has_value());
}

TEST(Buffer, of_another_context_is_an_error) {
    const Machine machine;
    const Machine other;
    const Buffer buffer(other.context, 8);
    int value = 0;
    EXPECT_EQ(
        thrown([&] {
            static_cast<void>(machine.in_order.read_buffer(buffer, Blocking::yes, 0, 4, &value));
        }),
        ErrorCode::invalid_context);
    EXPECT_EQ(
        thrown([&] {
            static_cast<void>(other.in_order.read_buffer(buffer, Blocking::yes, 0, 4, nullptr));
        }),
        ErrorCode::invalid_value);
}

TEST(SubBuffer, is_a_part_of_its_buffer) {
    const Machine machine;
    const Buffer buffer = counting(machine, 64);
    const SubBuffer part(buffer, 128, 16);
    EXPECT_EQ(part.origin(), 128U);
    EXPECT_EQ(part.id(), buffer.id());
    EXPECT_EQ(contents(machine, part), (std::vector<int>{32, 33, 34, 35}));
    EXPECT_EQ(
        thrown([&] { static_cast<void>(machine.in_order.copy_buffer(buffer, part, 136, 0, 16)); }),
        ErrorCode::mem_copy_overlap);
    const int value = -7;
    static_cast<void>(machine.in_order.write_buffer(part, Blocking::yes, 0, 4, &value));
    EXPECT_EQ(contents(machine, buffer)[32], -7);
}

TEST(SubBuffer, that_cannot_be_made_is_an_error) {
    const Machine machine;
    const Buffer buffer(machine.context, 1024, {.kernel = KernelAccess::read_only});
    const auto make = [](const Buffer& of, std::size_t origin, std::size_t size,
                         std::optional<KernelAccess> kernel = std::nullopt) {
        return thrown([&] { const SubBuffer part(of, origin, size, kernel); });
    };
    EXPECT_EQ(make(buffer, 0, 0), ErrorCode::invalid_buffer_size);
    EXPECT_EQ(make(buffer, 64, 64), ErrorCode::misaligned_sub_buffer_offset);
    EXPECT_EQ(make(buffer, 1024, 1), ErrorCode::invalid_value);
    EXPECT_EQ(make(buffer, 0, 64, KernelAccess::write_only), ErrorCode::invalid_value);
    EXPECT_EQ(make(buffer, 0, 64, KernelAccess::read_only), ErrorCode::success);
    EXPECT_EQ(make(SubBuffer(buffer, 0, 512), 128, 64), ErrorCode::invalid_mem_object);
}

}  // namespace
}  // namespace clmm::runtime
