#include <cstring>
#include <numeric>

#include "support.h"

namespace clmm::runtime {
namespace {

/// The program that docs/runtime.md shows.
TEST(Documentation, the_example_of_the_runtime_runs) {
    const auto code =
        std::make_shared<testing::TestProgram>(testing::TestProgram::Kernels{testing::code(
            "saxpy",
            [](const FunctionCall& call) {
                float a = 0;
                std::memcpy(&a, std::get<ValueArgument>(call.arguments[1]).bytes.data(), sizeof a);
                for (std::uint64_t i = 0; i < call.group.items(); ++i)
                    call.pointer<float>(0)[call.group.base[0] + i] *= a;
            },
            {testing::global_pointer("x"), {.name = "a", .type_name = "float", .size = 4}})});
    std::vector<float> values(1000);
    std::iota(values.begin(), values.end(), 0.0F);
    float* data = values.data();
    const std::size_t bytes = values.size() * sizeof(float);

    const Platform platform(std::vector<DeviceDescription>{{.name = "cpu", .compute_units = 2}});
    const Context context(platform.devices());
    const CommandQueue queue(context, platform.devices().front(), {.out_of_order = true});
    const Program program(context, code);
    Kernel kernel(program, "saxpy");
    const Buffer x(context, bytes, {.host_pointer = HostPointer::copy}, data);
    kernel.set(0, x);
    kernel.set(1, 2.0F);
    const Event done = queue.ndrange_kernel(kernel, {.global_size = {1000, 1, 1}});
    static_cast<void>(queue.read_buffer(x, Blocking::yes, 0, bytes, data, {done}));

    EXPECT_EQ(values[999], 1998.0F);
}

}  // namespace
}  // namespace clmm::runtime
