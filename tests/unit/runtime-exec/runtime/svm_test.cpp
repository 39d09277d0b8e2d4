#include <cstring>

#include "support.h"

namespace clmm::runtime {
namespace {

using testing::global_pointer;
using testing::Machine;
using testing::thrown;

SvmAllocation ints(const Machine& machine, std::size_t count,
                   Allocation kind = Allocation::coarse_grained_svm) {
    return {machine.context, kind, count * sizeof(int)};
}

TEST(Svm, an_address_means_the_same_to_host_and_kernels) {
    const Machine machine;
    const SvmAllocation list = ints(machine, 4, Allocation::fine_grained_svm_atomics);
    auto* host = static_cast<int*>(list.pointer());
    Kernel kernel = machine.kernel(
        [&](const FunctionCall& call) {
            EXPECT_EQ(call.pointer<int>(0), host + 1);
            const auto& argument = std::get<MemoryArgument>(call.arguments[0]);
            EXPECT_EQ(argument.size, 12U);
            EXPECT_EQ(argument.offset, 4U);
            EXPECT_EQ(argument.allocation, Allocation::fine_grained_svm_atomics);
            EXPECT_EQ(call.environment.memory_at(host)->object, list.id());
            *call.pointer<int>(0) = 5;
        },
        {global_pointer()});
    kernel.set_svm_pointer(0, host + 1);
    machine.in_order.task(kernel).wait();
    EXPECT_EQ(host[1], 5);
}

TEST(Svm, is_copied_filled_and_mapped_by_commands) {
    const Machine machine;
    const SvmAllocation memory = ints(machine, 8);
    auto* pointer = static_cast<int*>(memory.pointer());
    const auto& queue = machine.in_order;
    const int source[] = {1, 2};
    const std::vector<int> pattern = {9};
    static_cast<void>(queue.svm_memfill(pointer, std::as_bytes(std::span(pattern)), 32));
    static_cast<void>(queue.svm_memcpy(Blocking::no, pointer + 2, source, sizeof source));
    static_cast<void>(queue.svm_memcpy(Blocking::no, pointer + 4, pointer + 2, sizeof source));
    static_cast<void>(queue.svm_map(Blocking::yes, MapFlag::read, pointer, 32));
    EXPECT_EQ(memory.map_count(), 1U);
    EXPECT_EQ(std::vector<int>(pointer, pointer + 8), (std::vector<int>{9, 9, 1, 2, 1, 2, 9, 9}));
    static_cast<void>(queue.svm_unmap(pointer));
    EXPECT_EQ(memory.map_count(), 0U);
    queue.svm_migrate({memory}).wait();
    EXPECT_EQ(memory.location(), machine.device.core());
}

TEST(Svm, freeing_is_a_command_too) {
    const Machine machine;
    const UserEvent go(machine.context);
    const SvmAllocation memory = ints(machine, 8);
    void* pointer = memory.pointer();
    const Event event = machine.in_order.svm_free({memory}, {go});
    machine.in_order.flush();
    EXPECT_EQ(memory.pointer(), pointer);
    go.set_status(0);
    event.wait();
    EXPECT_EQ(thrown([&] { static_cast<void>(memory.pointer()); }), ErrorCode::invalid_value);
    EXPECT_FALSE(machine.context.memory_at(pointer).has_value());
}

TEST(Svm, is_kept_by_commands_that_use_it) {
    const Machine machine;
    const UserEvent go(machine.context);
    int target = 0;
    Event event;
    {
        const SvmAllocation memory = ints(machine, 1);
        const auto keep = memory.pointer();
        *static_cast<int*>(keep) = 4;
        event = machine.in_order.svm_memcpy(Blocking::no, &target, keep, 4, {go});
    }
    go.set_status(0);
    event.wait();
    EXPECT_EQ(target, 4);
}

TEST(Svm, what_is_not_possible_is_an_error) {
    DeviceDescription coarse;
    coarse.fine_grained_svm = false;
    const Machine machine(1, {}, coarse);
    const auto& queue = machine.in_order;
    int host = 0;
    EXPECT_EQ(thrown([&] { static_cast<void>(ints(machine, 1, Allocation::fine_grained_svm)); }),
              ErrorCode::invalid_operation);
    EXPECT_EQ(thrown([&] { static_cast<void>(ints(machine, 1, Allocation::buffer)); }),
              ErrorCode::invalid_value);
    EXPECT_EQ(thrown([&] { static_cast<void>(ints(machine, 0)); }), ErrorCode::invalid_buffer_size);
    const SvmAllocation memory = ints(machine, 2);
    auto* pointer = static_cast<int*>(memory.pointer());
    EXPECT_EQ(thrown([&] { static_cast<void>(queue.svm_unmap(pointer)); }),
              ErrorCode::invalid_value);
    EXPECT_EQ(
        thrown([&] { static_cast<void>(queue.svm_map(Blocking::yes, MapFlag::read, &host, 4)); }),
        ErrorCode::invalid_value);
    EXPECT_EQ(thrown([&] {
                  static_cast<void>(queue.svm_memcpy(Blocking::yes, pointer, pointer + 1, 8));
              }),
              ErrorCode::invalid_value)
        << "the bytes reach out of the allocation";
    EXPECT_EQ(
        thrown([&] { static_cast<void>(queue.svm_memcpy(Blocking::yes, pointer, pointer, 8)); }),
        ErrorCode::mem_copy_overlap);
    Kernel kernel = machine.kernel([](auto&) {}, {global_pointer()});
    EXPECT_EQ(thrown([&] { kernel.set_svm_pointer(0, &host); }), ErrorCode::invalid_arg_value);
}

TEST(Svm, fine_grained_system_sharing_takes_any_pointer_of_the_host) {
    const Machine machine(1, {}, {.fine_grained_system = true});
    int host = 0;
    Kernel kernel = machine.kernel(
        [](const FunctionCall& call) {
            EXPECT_EQ(std::get<MemoryArgument>(call.arguments[0]).allocation,
                      Allocation::system_svm);
            *call.pointer<int>(0) = 3;
        },
        {global_pointer()});
    kernel.set_svm_pointer(0, &host);
    machine.in_order.task(kernel).wait();
    EXPECT_EQ(host, 3);
}

}  // namespace
}  // namespace clmm::runtime
