#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <set>

#include "support.h"

namespace clmm::runtime {
namespace {

using testing::Gate;
using testing::global_pointer;
using testing::int_value;
using testing::Machine;
using testing::thrown;

Parameter local_pointer() {
    return {.name = "l",
            .address_space = AddressSpace::local,
            .kind = ParameterKind::pointer,
            .size = 4,
            .alignment = 4};
}

TEST(Kernel, every_work_group_executes_once_with_its_size_and_base) {
    const Machine machine(4);
    const NdRange range{.work_dimensions = 3,
                        .global_offset = {5, 6, 7},
                        .global_size = {37, 11, 5},
                        .local_size = {8, 4, 2},
                        .sub_group_size = 4};
    std::vector<std::atomic<int>> seen(work_group_count(range));
    const Kernel kernel = machine.kernel([&](const FunctionCall& call) {
        EXPECT_EQ(call.range, range);
        const WorkGroup expected = work_group(range, call.group.linear_id);
        EXPECT_EQ(call.group.id, expected.id);
        EXPECT_EQ(call.group.size, expected.size);
        EXPECT_EQ(call.group.base, expected.base);
        ++seen[call.group.linear_id];
    });
    machine.in_order
        .ndrange_kernel(kernel, {.work_dimensions = 3,
                                 .global_size = range.global_size,
                                 .local_size = range.local_size,
                                 .global_offset = range.global_offset,
                                 .sub_group_size = 4})
        .wait();
    EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](auto& n) { return n == 1; }));
}

TEST(Kernel, work_groups_are_taken_by_several_compute_units) {
    const Machine machine(2);
    std::mutex mutex;
    std::set<unsigned> units;
    Gate both;
    const Kernel kernel = machine.kernel([&](const FunctionCall& call) {
        {
            const std::lock_guard lock(mutex);
            units.insert(call.scratch.compute_unit());
            if (units.size() == 2) both.open();
        }
        both.wait();
    });
    machine.in_order
        .ndrange_kernel(kernel, {.global_size = {16, 1, 1}, .local_size = Index3{1, 1, 1}})
        .wait();
    EXPECT_EQ(units, (std::set<unsigned>{0, 1}));
}

TEST(Kernel, work_groups_of_several_commands_may_be_interleaved) {
    const Machine machine(2);
    Gate second_started;
    const LaunchRange range{.global_size = {2, 1, 1}, .local_size = Index3{2, 1, 1}};
    const Event first = machine.out_of_order.ndrange_kernel(
        machine.kernel([&](auto&) { second_started.wait(); }), range);
    const Event second = machine.out_of_order.ndrange_kernel(
        machine.kernel([&](auto&) { second_started.open(); }), range);
    machine.out_of_order.finish();
    EXPECT_EQ(first.status(), 0);
    EXPECT_EQ(second.status(), 0);
}

TEST(Kernel, one_compute_unit_serialises_the_work_groups) {
    const Machine machine(1);
    int running = 0;
    int groups = 0;
    const Kernel kernel = machine.kernel([&](auto&) {
        EXPECT_EQ(running++, 0);
        ++groups;
        --running;
    });
    machine.in_order
        .ndrange_kernel(kernel, {.global_size = {1000, 1, 1}, .local_size = Index3{1, 1, 1}})
        .wait();
    EXPECT_EQ(groups, 1000);
}

TEST(Kernel, an_enqueue_takes_the_arguments_that_are_set_then) {
    const Machine machine;
    std::vector<int> seen;
    Kernel kernel = machine.kernel(
        [&](const FunctionCall& call) {
            int value = 0;
            std::memcpy(&value, std::get<ValueArgument>(call.arguments[0]).bytes.data(), 4);
            seen.push_back(value);
        },
        {int_value()});
    for (int i = 0; i < 3; ++i) {
        kernel.set(0, i);
        static_cast<void>(machine.in_order.task(kernel));
    }
    Kernel other = kernel.clone();
    other.set(0, 77);
    static_cast<void>(machine.in_order.task(kernel));
    static_cast<void>(machine.in_order.task(other));
    machine.in_order.finish();
    EXPECT_EQ(seen, (std::vector<int>{0, 1, 2, 2, 77}));
}

TEST(Kernel, arguments_keep_their_memory_until_the_command_is_complete) {
    const Machine machine;
    const UserEvent go(machine.context);
    bool freed = false;
    Event event;
    {
        const Buffer buffer(machine.context, 4);
        buffer.on_destruction([&] { freed = true; });
        Kernel kernel = machine.kernel(
            [&](const FunctionCall& call) {
                EXPECT_FALSE(freed);
                *call.pointer<int>(0) = 1;
            },
            {global_pointer()});
        kernel.set(0, buffer);
        event = machine.in_order.task(kernel, {go});
    }
    EXPECT_FALSE(freed);
    go.set_status(0);
    event.wait();
    EXPECT_EQ(event.status(), 0);
    EXPECT_TRUE(freed);
}

TEST(Kernel, arguments_of_another_kind_or_size_are_errors) {
    const Machine machine;
    const Buffer buffer(machine.context, 4);
    Kernel kernel = machine.kernel([](auto&) {}, {int_value(), global_pointer(), local_pointer()});
    EXPECT_EQ(thrown([&] { kernel.set(3, 1); }), ErrorCode::invalid_arg_index);
    EXPECT_EQ(thrown([&] { kernel.set(0, 1.0); }), ErrorCode::invalid_arg_size);
    EXPECT_EQ(thrown([&] { kernel.set(0, buffer); }), ErrorCode::invalid_arg_value);
    EXPECT_EQ(thrown([&] { kernel.set(1, 1); }), ErrorCode::invalid_arg_value);
    EXPECT_EQ(thrown([&] { kernel.set(2, buffer); }), ErrorCode::invalid_arg_value);
    EXPECT_EQ(thrown([&] { kernel.set_local(1, 4); }), ErrorCode::invalid_arg_value);
    EXPECT_EQ(thrown([&] { kernel.set_local(2, 0); }), ErrorCode::invalid_arg_size);
    const Machine other;
    EXPECT_EQ(thrown([&] { kernel.set(1, Buffer(other.context, 4)); }),
              ErrorCode::invalid_mem_object);
    EXPECT_EQ(thrown([&] { static_cast<void>(machine.in_order.task(kernel)); }),
              ErrorCode::invalid_kernel_args);
    EXPECT_EQ(thrown([&] { static_cast<void>(other.in_order.task(kernel)); }),
              ErrorCode::invalid_context);
}

TEST(Kernel, ranges_that_kernel_or_device_do_not_have_are_errors) {
    DeviceDescription small;
    small.max_work_group_size = 64;
    small.max_work_item_sizes = {64, 8, 8};
    small.local_memory_size = 1000;
    const Machine machine(1, {}, small);
    const auto code_of = [&](const LaunchRange& range, KernelAttributes attributes = {}) {
        return thrown([&] {
            static_cast<void>(machine.in_order.ndrange_kernel(
                machine.kernel([](auto&) {}, {}, attributes), range));
        });
    };
    EXPECT_EQ(code_of({.work_dimensions = 4}), ErrorCode::invalid_work_dimension);
    EXPECT_EQ(code_of({.global_size = {128, 1, 1}, .local_size = Index3{128, 1, 1}}),
              ErrorCode::invalid_work_item_size);
    EXPECT_EQ(
        code_of({.work_dimensions = 2, .global_size = {64, 8, 1}, .local_size = Index3{64, 8, 1}}),
        ErrorCode::invalid_work_group_size);
    const LaunchRange uneven{.global_size = {10, 1, 1}, .local_size = Index3{4, 1, 1}};
    EXPECT_EQ(code_of(uneven), ErrorCode::success);
    EXPECT_EQ(code_of(uneven, {.uniform_work_group_size = true}),
              ErrorCode::invalid_work_group_size);
    EXPECT_EQ(code_of(uneven, {.required_work_group_size = Index3{5, 1, 1}}),
              ErrorCode::invalid_work_group_size);
    EXPECT_EQ(code_of(uneven, {.required_sub_group_size = 8}), ErrorCode::success);
    EXPECT_EQ(code_of({.sub_group_size = 4}, {.required_sub_group_size = 8}),
              ErrorCode::invalid_work_group_size);
    EXPECT_EQ(code_of(uneven, {.max_work_group_size = 2}), ErrorCode::invalid_work_group_size);
    EXPECT_EQ(code_of(uneven, {.local_memory_size = 1001}), ErrorCode::out_of_resources);
}

TEST(Kernel, the_runtime_chooses_a_local_size_where_none_is_given) {
    const Machine machine;
    const Kernel kernel = machine.kernel([](auto&) {});
    EXPECT_EQ(kernel.suggested_local_size(machine.device, 1, {1000, 1, 1}), (Index3{250, 1, 1}));
    EXPECT_EQ(kernel.suggested_local_size(machine.device, 2, {32, 32, 1}), (Index3{32, 8, 1}));
    EXPECT_EQ(kernel.suggested_local_size(machine.device, 1, {1009, 1, 1}), (Index3{1, 1, 1}));
    const Kernel fixed =
        machine.kernel([](auto&) {}, {}, {.required_work_group_size = Index3{7, 1, 1}});
    EXPECT_EQ(fixed.suggested_local_size(machine.device, 1, {1000, 1, 1}), (Index3{7, 1, 1}));
    std::atomic<int> groups = 0;
    machine.in_order
        .ndrange_kernel(machine.kernel([&](const FunctionCall& call) {
            EXPECT_EQ(call.group.items(), 250U);
            ++groups;
        }),
                        {.global_size = {1000, 1, 1}})
        .wait();
    EXPECT_EQ(groups, 4);
}

TEST(Kernel, output_and_findings_reach_the_context_before_the_command_is_complete) {
    std::string printed;
    std::vector<Finding> findings;
    const Machine machine(4, {.print = [&](std::string_view text) { printed += text; },
                              .report = [&](const Finding& f) { findings.push_back(f); }});
    const Kernel kernel = machine.kernel([](const FunctionCall& call) {
        call.environment.print("group\n");
        if (call.group.linear_id == 7)
            call.environment.report({.kind = FindingKind::bounds, .message = "out of bounds"});
    });
    machine.in_order
        .ndrange_kernel(kernel, {.global_size = {20, 1, 1}, .local_size = Index3{1, 1, 1}})
        .wait();
    EXPECT_EQ(printed.size(), 120U);
    EXPECT_EQ(printed.find("group\ngroup\n"), 0U);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].message, "out of bounds");
}

TEST(WorkerScratch, is_aligned_and_kept) {
    WorkerScratch scratch(3);
    EXPECT_EQ(scratch.compute_unit(), 3U);
    std::byte* memory = scratch.memory(1000);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 128, 0U);
    memory[999] = std::byte{7};
    EXPECT_EQ(scratch.memory(1000)[999], std::byte{7});
}

}  // namespace
}  // namespace clmm::runtime
