// The project's own runtime as a device.
#include "unit/runtime-exec/hardware/device_subject.h"

namespace clmm::hardware::test {
namespace {

std::unique_ptr<Device> host() {
    auto device = open_device({Backend::host, "2"});
    EXPECT_TRUE(device.ok());
    return std::move(device).value();
}

TEST(HostDevice, ClaimsEverything) {
    const auto device = host();
    const DeviceInfo& info = device->info();
    EXPECT_EQ(info.backend, Backend::host);
    EXPECT_EQ(info.name, "clmm runtime");
    EXPECT_TRUE(info.c11_atomics && info.is_cpu);
    const AtomicClaims all{true, true, true, true, true, true, true};
    EXPECT_EQ(info.atomics, all);
    EXPECT_EQ(info.fences, all);
}

TEST(HostDevice, Buffers) {
    const auto device = host();
    expect_buffers_work(*device);
    const auto buffer = device->allocate(8);
    std::uint32_t word = 0;
    EXPECT_THROW(buffer->read(6, std::as_writable_bytes(std::span(&word, 1))), DeviceError);
    EXPECT_THROW(static_cast<void>(device->allocate(0)), DeviceError);
}

TEST(HostDevice, Kernels) { expect_kernels_run(*host()); }

TEST(HostDevice, ErrorsOfTheCompilerHavePlaces) {
    const auto device = host();
    expect_error_has_its_place(problems_of_bad_program(*device));
}

TEST(HostDevice, UnknownKernel) { expect_unknown_kernel_is_an_error(*host()); }

TEST(HostDevice, WrongLaunches) {
    const auto device = host();
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
    const auto device = host();
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

TEST(HostDevice, LimitEndsTheWait) { expect_limit_ends_the_wait(host()); }

TEST(HostDevice, CodeIsBytecode) {
    const auto device = host();
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
