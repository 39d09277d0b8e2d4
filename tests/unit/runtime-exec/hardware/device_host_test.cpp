// The project's own runtime as a device.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "unit/runtime-exec/hardware/device_subject.h"

namespace clmm::hardware::test {
namespace {

std::unique_ptr<Device> new_host() {
    auto device = open_device({Backend::host, "2"});
    EXPECT_TRUE(device.ok());
    return std::move(device).value();
}

TEST(HostDevice, ClaimsEverything) {
    const auto device = new_host();
    const DeviceInfo& info = device->info();
    EXPECT_EQ(info.backend, Backend::host);
    EXPECT_EQ(info.name, "clmm runtime");
    EXPECT_TRUE(info.c11_atomics && info.is_cpu);
    const AtomicClaims all{true, true, true, true, true, true, true};
    EXPECT_EQ(info.atomics, all);
    EXPECT_EQ(info.fences, all);
}

TEST(HostDevice, Buffers) {
    const auto device = new_host();
    expect_buffers_work(*device);
    const auto buffer = device->allocate(8);
    std::uint32_t word = 0;
    EXPECT_THROW(buffer->read(6, std::as_writable_bytes(std::span(&word, 1))), DeviceError);
    EXPECT_THROW(static_cast<void>(device->allocate(0)), DeviceError);
}

TEST(HostDevice, Kernels) { expect_kernels_run(*new_host()); }

TEST(HostDevice, ErrorsOfTheCompilerHavePlaces) {
    const auto device = new_host();
    expect_error_has_its_place(problems_of_bad_program(*device));
}

TEST(HostDevice, UnknownKernel) { expect_unknown_kernel_is_an_error(*new_host()); }

TEST(HostDevice, WrongLaunches) {
    const auto device = new_host();
    const auto program = built(*device, "kernel void k(global uint* x) { x[0] = 1; }");
    ASSERT_NE(program, nullptr);
    const auto buffer = device->allocate(4);
    const auto kernel = program->kernel("k");
    const std::vector<KernelArgument> wrong = {{.value = 1}};
    EXPECT_THROW(static_cast<void>(kernel->run({1, 1}, {}, kLong)), DeviceError);
    EXPECT_THROW(static_cast<void>(kernel->run({1, 1}, wrong, kLong)), DeviceError);
    // It can be used on.
    const std::vector<KernelArgument> right = {{.buffer = buffer.get()}};
    EXPECT_NO_THROW(static_cast<void>(kernel->run({1, 1}, right, kLong)));
    EXPECT_EQ(contents(*buffer), std::vector<std::uint32_t>{1});
}

TEST(HostDevice, DivergenceIsAnError) {
    const auto device = new_host();
    const auto program = built(*device, R"(
kernel void k(global uint* x) {
    if (get_local_id(0) == 0) barrier(CLK_GLOBAL_MEM_FENCE);
    x[get_local_id(0)] = 1;
})");
    ASSERT_NE(program, nullptr);
    const auto buffer = device->allocate(8);
    const std::vector<KernelArgument> arguments = {{.buffer = buffer.get()}};
    const auto kernel = program->kernel("k");
    EXPECT_THROW(static_cast<void>(kernel->run({2, 2}, arguments, kLong)), DeviceError);
    EXPECT_NO_THROW(static_cast<void>(kernel->run({1, 1}, arguments, kLong)));
}

TEST(HostDevice, LimitEndsTheWait) { expect_limit_ends_the_wait(new_host()); }

/// How many threads of this process may run on one processor only, and that is it.
std::size_t threads_bound_to(unsigned processor) {
    std::size_t count = 0;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
        std::ifstream status(task.path() / "status");
        for (std::string line; std::getline(status, line);)
            count += line == "Cpus_allowed_list:\t" + std::to_string(processor);
    }
    return count;
}

TEST(HostDevice, PlacesItsComputeUnits) {
    const auto device = new_host();
    ASSERT_FALSE(device->info().topology.processors.empty());
    const unsigned last = device->info().topology.processors.back().number;
    const std::size_t before = threads_bound_to(last);
    device->place(std::vector<unsigned>{last, last});
    EXPECT_EQ(threads_bound_to(last), before + 2);
    const auto program =
        built(*device, "kernel void k(global uint* x) { x[get_group_id(0)] = get_group_id(0); }");
    ASSERT_NE(program, nullptr);
    const auto buffer = device->allocate(20);
    const std::vector<KernelArgument> arguments = {{.buffer = buffer.get()}};
    const auto kernel = program->kernel("k");
    kernel->run({5, 1}, arguments, kLong);
    EXPECT_EQ(contents(*buffer), (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
    device->place({});
    EXPECT_EQ(threads_bound_to(last),
              device->info().topology.processors.size() == 1 ? before + 2 : before);
    EXPECT_THROW(device->place(std::vector<unsigned>{1U << 19U, 1U << 19U}), DeviceError);
}

TEST(HostDevice, CodeIsBytecode) {
    const auto device = new_host();
    const auto program = built(*device, R"(kernel void k(global atomic_uint* x) {
    atomic_store_explicit(x, 1, memory_order_release, memory_scope_device);
})");
    ASSERT_NE(program, nullptr);
    const auto code = program->code();
    ASSERT_TRUE(code.ok());
    EXPECT_TRUE(code->starts_with("kernel k(")) << *code;
    EXPECT_NE(code->find("atomic_store.u32"), std::string::npos) << *code;
    EXPECT_NE(code->find(" release "), std::string::npos) << *code;
}

}  // namespace
}  // namespace clmm::hardware::test
