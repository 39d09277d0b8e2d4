// How fast the runtime's own machinery is, with kernels that do nothing; then, if asked for, the
// stress test at length.
//
//   runtime_bench [--work-groups N] [--seed S]
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "clmm/runtime/command_queue.h"
#include "clmm/runtime/device_queue.h"
#include "clmm/runtime/function_kernel.h"
#include "unit/runtime-exec/runtime/stress.h"

namespace {

using namespace clmm::runtime;

class OneKernel final : public ProgramCode {
public:
    explicit OneKernel(FunctionKernel::Function function)
        : kernel_(std::make_shared<FunctionKernel>("k", std::vector<Parameter>(),
                                                   std::move(function))) {}
    std::vector<std::shared_ptr<const KernelCode>> kernels() const override { return {kernel_}; }

private:
    std::shared_ptr<const KernelCode> kernel_;
};

/// Runs the work and prints how many units of it a second has.
void measure(const char* what, std::uint64_t units, const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    std::printf("%-44s %12.0f /s   %6.0f ns\n", what, static_cast<double>(units) / time.count(),
                time.count() * 1e9 / static_cast<double>(units));
}

LaunchRange groups(std::uint64_t count) {
    return {.global_size = {count, 1, 1}, .local_size = Index3{1, 1, 1}};
}

/// So many commands, each made by `enqueue`, until all are complete.
void commands(const char* what, const CommandQueue& queue, std::uint64_t count,
              const std::function<void()>& enqueue) {
    measure(what, count, [&] {
        for (std::uint64_t i = 0; i < count; ++i) {
            enqueue();
            if (i % 64 == 0) queue.flush();
        }
        queue.finish();
    });
}

void measure_machinery() {
    const unsigned units = std::max(1U, std::thread::hardware_concurrency());
    const Platform platform(std::vector<DeviceDescription>{{.compute_units = units}});
    const Context context(platform.devices());
    const Device& device = platform.devices().front();
    const CommandQueue in_order(context, device);
    const CommandQueue out_of_order(context, device, {.out_of_order = true});
    const CommandQueue profiling(context, device, {.profiling = true});
    const Program program(context, std::make_shared<OneKernel>([](const FunctionCall&) {}));
    const Kernel kernel(program, "k");
    const DeviceQueue children(context, device, {.is_default = true});

    std::printf("%u compute units; commands and work-groups that do nothing\n", units);
    constexpr std::uint64_t kCommands = 200'000;
    const auto one = groups(1);
    commands("kernels, in order", in_order, kCommands,
             [&] { in_order.ndrange_kernel(kernel, one); });
    commands("kernels, in order, profiled", profiling, kCommands,
             [&] { profiling.ndrange_kernel(kernel, one); });
    commands("kernels, out of order", out_of_order, kCommands,
             [&] { out_of_order.ndrange_kernel(kernel, one); });
    Event last = in_order.marker();
    commands("kernels, each waits for the one before", out_of_order, kCommands,
             [&] { last = out_of_order.ndrange_kernel(kernel, one, {last}); });
    commands("markers, in order", in_order, kCommands, [&] { in_order.marker(); });
    measure("kernels, the host waits for each", kCommands / 10, [&] {
        for (std::uint64_t i = 0; i < kCommands / 10; ++i)
            in_order.ndrange_kernel(kernel, one).wait();
    });
    constexpr std::uint64_t kGroups = 20'000'000;
    measure("work-groups of one kernel", kGroups,
            [&] { in_order.ndrange_kernel(kernel, groups(kGroups)).wait(); });

    constexpr std::uint64_t kChildren = 200'000;
    const auto nothing = std::make_shared<FunctionKernel>("child", std::vector<Parameter>(),
                                                          [](const FunctionCall&) {});
    const Program nesting(
        context, std::make_shared<OneKernel>([&](const FunctionCall& call) {
            for (std::uint64_t i = 0; i < kChildren / 10; ++i)
                call.environment.enqueue_child(
                    {.queue = call.environment.default_queue(), .kernel = nothing});
        }));
    const Kernel parent(nesting, "k");
    measure("child kernels", kChildren,
            [&] { in_order.ndrange_kernel(parent, groups(10)).wait(); });
}

bool stress(const testing::StressOptions& options) {
    const auto report = testing::run_stress(options);
    std::printf(
        "stress: %llu rounds from seed %llu, %llu commands, %llu work-groups, %llu failures, "
        "%.2f s\n",
        static_cast<unsigned long long>(report.rounds),
        static_cast<unsigned long long>(options.seed),
        static_cast<unsigned long long>(report.commands),
        static_cast<unsigned long long>(report.work_groups),
        static_cast<unsigned long long>(report.failures), report.seconds);
    for (const std::string& problem : report.problems) std::printf("%s\n", problem.c_str());
    return report.problems.empty();
}

}  // namespace

int main(int argc, char** argv) {
    testing::StressOptions options;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string name = argv[i];
        if (name == "--work-groups")
            options.work_groups = std::stoull(argv[i + 1]);
        else if (name == "--seed")
            options.seed = std::stoull(argv[i + 1]);
        else
            return std::fprintf(stderr, "no such option: %s\n", argv[i]), 2;
    }
    if (argc % 2 == 0) return std::fprintf(stderr, "%s needs a value\n", argv[argc - 1]), 2;
    measure_machinery();
    return options.work_groups == 0 || stress(options) ? 0 : 1;
}
