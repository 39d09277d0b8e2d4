// Compiled kernels on the runtime: threads, queues, children.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "clmm/runtime/command_queue.h"
#include "clmm/runtime/compile.h"
#include "clmm/runtime/context.h"
#include "clmm/runtime/device_queue.h"
#include "clmm/runtime/memory.h"
#include "clmm/runtime/platform.h"
#include "clmm/runtime/program.h"

namespace clmm::runtime {
namespace {

constexpr const char* kText = R"(
    global int calls = 100;
    kernel void add_tail(global int* data, uint n) {
        size_t i = get_global_id(0);
        if (i == 0) atomic_inc((volatile global int*)&calls);
        data[i] = data[i] * 2 + work_group_scan_inclusive_add(1);
    }
    kernel void nest(global int* data, int depth) {
        size_t i = get_global_id(0);
        data[i] += depth;
        if (i == 0)
            enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,
                           ndrange_1D(get_global_size(0)),
                           ^{ data[get_global_id(0)] *= 10; });
    }
    kernel void read_calls(global int* out) { *out = calls; })";

class WithQueues : public testing::Test {
protected:
    WithQueues() {
        auto compiled = compile(std::make_shared<const Source>("queues.cl", kText));
        if (!compiled.ok()) throw std::runtime_error(render(compiled.diagnostics()));
        program = Program(context, *compiled);
        std::iota(data.begin(), data.end(), 0);
    }

    void launch(const char* name, std::uint64_t local, int argument) {
        Kernel kernel(*program, name);
        kernel.set(0, buffer);
        kernel.set(1, argument);
        static_cast<void>(queue.ndrange_kernel(
            kernel, {.global_size = {data.size(), 1, 1}, .local_size = Index3{local, 1, 1}}));
    }

    const Platform platform{std::vector<DeviceDescription>{{.name = "cpu", .compute_units = 2}}};
    const Context context{platform.devices()};
    const DeviceQueue children{context, platform.devices().front(), {true, 0}};
    const CommandQueue queue{context, platform.devices().front(), {}};
    std::vector<int> data = std::vector<int>(10'000);
    const Buffer buffer{context, data.size() * sizeof(int)};
    std::optional<Program> program;
};

TEST_F(WithQueues, KernelsAfterEachOtherAndProgramScope) {
    const std::size_t bytes = data.size() * sizeof(int);
    static_cast<void>(queue.write_buffer(buffer, Blocking::yes, 0, bytes, data.data(), {}));
    launch("add_tail", 100, 0);
    launch("add_tail", 100, 0);
    std::vector<int> out(data.size());
    static_cast<void>(queue.read_buffer(buffer, Blocking::yes, 0, bytes, out.data(), {}));
    for (int i = 0; i < 10'000; ++i) {
        const int place = i % 100 + 1;
        ASSERT_EQ(out[static_cast<std::size_t>(i)], (i * 2 + place) * 2 + place) << i;
    }
    Kernel kernel(*program, "read_calls");
    kernel.set(0, buffer);
    static_cast<void>(queue.ndrange_kernel(kernel, {.global_size = {1, 1, 1}}));
    static_cast<void>(queue.read_buffer(buffer, Blocking::yes, 0, 4, out.data(), {}));
    EXPECT_EQ(out[0], 102);
}

TEST_F(WithQueues, ChildrenRunAfterTheirParent) {
    const std::size_t bytes = data.size() * sizeof(int);
    static_cast<void>(queue.write_buffer(buffer, Blocking::yes, 0, bytes, data.data(), {}));
    launch("nest", 50, 3);
    std::vector<int> out(data.size());
    static_cast<void>(queue.read_buffer(buffer, Blocking::yes, 0, bytes, out.data(), {}));
    for (int i = 0; i < 10'000; ++i) ASSERT_EQ(out[static_cast<std::size_t>(i)], (i + 3) * 10) << i;
}

}  // namespace
}  // namespace clmm::runtime
