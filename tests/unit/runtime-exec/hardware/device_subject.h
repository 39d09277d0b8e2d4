#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "clmm/hardware/device.h"

/// What every device must do, whatever is behind it.
namespace clmm::hardware::test {

constexpr std::chrono::milliseconds kLong{60'000};

inline std::unique_ptr<DeviceProgram> built(Device& device, const std::string& text) {
    auto program = device.build(std::make_shared<const Source>("made.cl", text));
    if (!program.ok()) {
        ADD_FAILURE() << render(program.diagnostics());
        return nullptr;
    }
    return std::move(program).value();
}

inline std::vector<std::uint32_t> contents(DeviceBuffer& buffer) {
    std::vector<std::uint32_t> words(buffer.size() / 4);
    buffer.read(0, std::as_writable_bytes(std::span(words)));
    return words;
}

inline void expect_buffers_work(Device& device) {
    const auto buffer = device.allocate(20);
    EXPECT_EQ(buffer->size(), 20U);
    EXPECT_EQ(contents(*buffer), (std::vector<std::uint32_t>{0, 0, 0, 0, 0}));
    const std::vector<std::uint32_t> two = {7, 8};
    buffer->write(4, std::as_bytes(std::span(two)));
    EXPECT_EQ(contents(*buffer), (std::vector<std::uint32_t>{0, 7, 8, 0, 0}));
    std::uint32_t one = 0;
    buffer->read(8, std::as_writable_bytes(std::span(&one, 1)));
    EXPECT_EQ(one, 8U);
    buffer->clear();
    EXPECT_EQ(contents(*buffer), (std::vector<std::uint32_t>{0, 0, 0, 0, 0}));
}

/// All kinds of arguments, two launches of one kernel with other arguments, a second kernel.
inline void expect_kernels_run(Device& device) {
    const auto program = built(device, R"(
kernel void sums(global atomic_uint* total, global uint* each, uint more, local uint* tile) {
    const uint i = get_local_id(0);
    tile[i] = get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    each[get_global_id(0)] = tile[get_local_size(0) - 1 - i];
    atomic_fetch_add_explicit(total, more, memory_order_relaxed, memory_scope_device);
}
kernel void twice(global uint* each) { each[get_global_id(0)] *= 2; }
)");
    ASSERT_NE(program, nullptr);
    const auto total = device.allocate(4), each = device.allocate(64 * 4);
    const auto sums = program->kernel("sums");
    for (const std::uint32_t more : {1U, 10U}) {
        const std::vector<KernelArgument> arguments = {
            {.buffer = total.get()}, {.buffer = each.get()}, {.value = more}, {.local_bytes = 64}};
        EXPECT_GE(sums->run({64, 16}, arguments, kLong).count(), 0);
    }
    EXPECT_EQ(contents(*total), std::vector<std::uint32_t>{64 * 11});
    const std::vector<KernelArgument> doubled = {{.buffer = each.get()}};
    static_cast<void>(program->kernel("twice")->run({64, 64}, doubled, kLong));
    std::vector<std::uint32_t> wanted;
    for (std::uint32_t i = 0; i < 64; ++i) wanted.push_back(2 * (i / 16 * 16 + 15 - i % 16));
    EXPECT_EQ(contents(*each), wanted);
}

/// The diagnostics of a program whose second line, column 12, names an unknown function.
inline Diagnostics problems_of_bad_program(Device& device) {
    const auto program = device.build(std::make_shared<const Source>(
        "made.cl", "kernel void k(global uint* x) {\n    x[0] = unknown_function(1);\n}\n"));
    EXPECT_FALSE(program.ok());
    return program.diagnostics();
}

inline void expect_error_has_its_place(const Diagnostics& problems) {
    ASSERT_FALSE(problems.empty());
    const Diagnostic& first = problems.front();
    EXPECT_EQ(first.severity, Severity::error);
    EXPECT_NE(first.message.find("unknown_function"), std::string::npos) << first.message;
    ASSERT_NE(first.source, nullptr);
    const auto position = first.source->written(first.span).position();
    EXPECT_EQ(position.line, 2U);
    EXPECT_EQ(position.column, 12U);
}

inline void expect_unknown_kernel_is_an_error(Device& device) {
    const auto program = built(device, "kernel void k(global uint* x) { x[0] = 1; }");
    ASSERT_NE(program, nullptr);
    EXPECT_NO_THROW(static_cast<void>(program->kernel("k")));
    EXPECT_THROW(static_cast<void>(program->kernel("l")), DeviceError);
}

/// A launch that does not end is given up, its device takes no more, and nothing hangs: neither
/// here nor at the end of the process.
inline void expect_limit_ends_the_wait(std::unique_ptr<Device> device) {
    auto program = built(*device, R"(
kernel void endless(global atomic_uint* x) {
    while (atomic_load_explicit(x, memory_order_relaxed, memory_scope_device) == 0) {}
}
)");
    ASSERT_NE(program, nullptr);
    auto buffer = device->allocate(4);
    auto kernel = program->kernel("endless");
    const std::vector<KernelArgument> arguments = {{.buffer = buffer.get()}};
    const std::uint32_t one = 1;
    buffer->write(0, std::as_bytes(std::span(&one, 1)));
    EXPECT_NO_THROW(static_cast<void>(kernel->run({1, 1}, arguments, kLong)));
    buffer->clear();
    for (int i = 0; i < 2; ++i) {
        try {
            static_cast<void>(kernel->run({1, 1}, arguments, std::chrono::milliseconds(50)));
            ADD_FAILURE() << "an endless kernel ended";
        } catch (const DeviceError& error) {
            EXPECT_TRUE(error.unfinished()) << error.what();
        }
    }
    kernel.reset();
    buffer.reset();
    program.reset();
    device.reset();
}

}  // namespace clmm::hardware::test
