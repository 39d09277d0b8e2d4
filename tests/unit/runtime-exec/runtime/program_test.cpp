#include <atomic>

#include "support.h"

namespace clmm::runtime {
namespace {

using testing::code;
using testing::Gate;
using testing::Log;
using testing::Machine;
using testing::TestProgram;
using testing::thrown;

TEST(Program, initialiser_kernels_run_before_any_kernel_of_the_program_on_the_device) {
    Log log;
    const Machine machine(2);
    auto program_code = std::make_shared<TestProgram>(
        TestProgram::Kernels{code("k", [&](auto&) { log.add("kernel"); })});
    program_code->initializer_kernels = {code("i1", [&](auto&) { log.add("first"); }),
                                         code("i2", [&](auto&) { log.add("second"); })};
    const Program program(machine.context, program_code);
    const Kernel kernel(program, "k");
    static_cast<void>(machine.out_of_order.task(kernel));
    static_cast<void>(machine.out_of_order.task(kernel));
    machine.out_of_order.finish();
    EXPECT_EQ(log.entries(), (std::vector<std::string>{"first", "second", "kernel", "kernel"}));
}

TEST(Program, initialiser_kernels_run_once_on_each_device_over_1_1_1) {
    std::atomic<int> initialised = 0;
    const Platform platform(std::vector<DeviceDescription>{{.name = "a"}, {.name = "b"}});
    const Context context(platform.devices());
    auto program_code =
        std::make_shared<TestProgram>(TestProgram::Kernels{code("k", [](auto&) {})});
    program_code->initializer_kernels = {code("i", [&](const FunctionCall& call) {
        ++initialised;
        EXPECT_EQ(call.range.work_dimensions, 3U);
        EXPECT_EQ(call.range.global_size, (Index3{1, 1, 1}));
        EXPECT_EQ(work_group_count(call.range), 1U);
    })};
    const Program program(context, program_code);
    for (int round = 0; round < 3; ++round)
        for (const Device& device : platform.devices())
            CommandQueue(context, device).task(Kernel(program, "k")).wait();
    EXPECT_EQ(initialised, 2);
}

TEST(Program, an_initialiser_that_fails_terminates_the_kernels) {
    const Machine machine;
    auto program_code = std::make_shared<TestProgram>(
        TestProgram::Kernels{code("k", [](auto&) { FAIL() << "it must not run"; })});
    program_code->initializer_kernels = {code("i", [](auto&) { throw 1; })};
    const Program program(machine.context, program_code);
    const Event event = machine.in_order.task(Kernel(program, "k"));
    event.wait();
    EXPECT_EQ(event.status(), testing::kWaitListFailed);
}

TEST(Program, finaliser_kernels_run_when_the_program_is_gone) {
    Log log;
    {
        const Machine machine;
        auto program_code = std::make_shared<TestProgram>(
            TestProgram::Kernels{code("k", [&](auto&) { log.add("kernel"); })});
        program_code->finalizer_kernels = {code("f", [&](const FunctionCall& call) {
            EXPECT_EQ(call.range.global_size, (Index3{1, 1, 1}));
            log.add("finaliser");
        })};
        const UserEvent go(machine.context);
        static_cast<void>(
            machine.in_order.task(Kernel(Program(machine.context, program_code), "k"), {go}));
        machine.in_order.flush();
        EXPECT_TRUE(log.entries().empty());
        go.set_status(0);
    }
    EXPECT_EQ(log.entries(), (std::vector<std::string>{"kernel", "finaliser"}));
}

TEST(Program, scope_variables_are_per_device_initialised_and_shared_by_its_kernels) {
    const Platform platform(std::vector<DeviceDescription>{{.name = "a"}, {.name = "b"}});
    const Context context(platform.devices());
    std::atomic<int> last = 0;
    auto program_code =
        std::make_shared<TestProgram>(TestProgram::Kernels{code("k", [&](const FunctionCall& call) {
            const MemoryArgument scope = call.environment.program_scope();
            EXPECT_EQ(scope.size, sizeof(int));
            EXPECT_EQ(scope.allocation, Allocation::program_scope);
            EXPECT_EQ(call.environment.memory_at(scope.base)->object, scope.object);
            last = ++*reinterpret_cast<int*>(scope.base);
        })});
    program_code->scope_size = sizeof(int);
    program_code->initial = [](std::byte* memory) { *reinterpret_cast<int*>(memory) = 40; };
    const Program program(context, program_code);
    const CommandQueue a(context, platform.devices()[0]);
    const CommandQueue b(context, platform.devices()[1]);
    a.task(Kernel(program, "k")).wait();
    a.task(Kernel(program, "k")).wait();
    EXPECT_EQ(last, 42);
    b.task(Kernel(program, "k")).wait();
    EXPECT_EQ(last, 41);
}

TEST(Program, kernels_are_found_by_name) {
    const Machine machine;
    const Program program(machine.context, std::make_shared<TestProgram>(TestProgram::Kernels{
                                               code("a", [](auto&) {}), code("b", [](auto&) {})}));
    EXPECT_EQ(program.kernel_names(), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(Kernel(program, "b").code().name(), "b");
    EXPECT_EQ(thrown([&] { const Kernel kernel(program, "c"); }), ErrorCode::invalid_kernel_name);
    EXPECT_EQ(thrown([&] { const Program none(machine.context, nullptr); }),
              ErrorCode::invalid_value);
}

TEST(BuiltInKernel, is_enqueued_like_others_on_its_device_only) {
    std::atomic<int> groups = 0;
    const auto built_in = code("reverse", [&](auto&) { ++groups; });
    const Platform platform(std::vector<DeviceDescription>{
        {.name = "custom", .custom = true, .built_in_kernels = {built_in}}, {.name = "cpu"}});
    const Context context(platform.devices());
    const Program program =
        Program::with_built_in_kernels(context, platform.devices()[0], {"reverse"});
    const Kernel kernel(program, "reverse");
    const CommandQueue custom(context, platform.devices()[0]);
    const CommandQueue cpu(context, platform.devices()[1]);
    custom.ndrange_kernel(kernel, {.global_size = {8, 1, 1}, .local_size = Index3{2, 1, 1}}).wait();
    EXPECT_EQ(groups, 4);
    EXPECT_EQ(thrown([&] { static_cast<void>(cpu.task(kernel)); }),
              ErrorCode::invalid_program_executable);
    EXPECT_EQ(thrown([&] {
                  static_cast<void>(
                      Program::with_built_in_kernels(context, platform.devices()[0], {"sort"}));
              }),
              ErrorCode::invalid_value);
}

TEST(BuiltInKernel, a_custom_device_has_no_others) {
    const Machine machine(1, {}, {.custom = true});
    EXPECT_EQ(
        thrown([&] { static_cast<void>(machine.in_order.task(machine.kernel([](auto&) {}))); }),
        ErrorCode::invalid_program_executable);
}

TEST(NativeKernel, shares_memory_objects_with_other_commands) {
    const Machine machine;
    const Buffer buffer(machine.context, 4 * sizeof(int));
    const int source[] = {1, 2, 3, 4};
    int target[4] = {};
    static_cast<void>(
        machine.in_order.write_buffer(buffer, Blocking::no, 0, sizeof source, source));
    static_cast<void>(machine.in_order.native_kernel(
        [](std::span<void* const> memory) {
            for (int i = 0; i < 4; ++i) static_cast<int*>(memory[0])[i] *= 10;
        },
        {buffer}));
    static_cast<void>(
        machine.in_order.read_buffer(buffer, Blocking::yes, 0, sizeof target, target));
    EXPECT_EQ(target[3], 40);
}

TEST(NativeKernel, is_optional_and_must_not_block) {
    const Machine none(1, {}, {.native_kernels = false});
    EXPECT_EQ(thrown([&] { static_cast<void>(none.in_order.native_kernel([](auto) {})); }),
              ErrorCode::invalid_operation);
    const Machine machine;
    ErrorCode code = ErrorCode::success;
    machine.in_order
        .native_kernel([&](auto) { code = thrown([&] { machine.out_of_order.finish(); }); })
        .wait();
    EXPECT_EQ(code, ErrorCode::invalid_operation);
}

}  // namespace
}  // namespace clmm::runtime
