// pocl_bench DEVICE KERNEL ITEMS: one kernel on one device, in a process of its own. DEVICE is
// `clmm`, `clmm-races` (which looks for races) or a part of an OpenCL platform's name. Prints the
// milliseconds of the kernel's commands (the best of several runs), those of all that a command
// does from nothing (device and program, objects, transfers, launches), and the device's version;
// exits with 77 and says why where the device cannot do it.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <string>
#include <thread>

#include "jobs.h"

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

int measure(const std::string& device, const clmm::pocl::Kind& kind, std::size_t items) {
    const clmm::pocl::Work work = kind.make(items, 1);
    clmm::pocl::Job job = work.job;

    const auto start = Clock::now();
    const bool checked = device == "clmm-races";
    const auto machine =
        device == "clmm" || checked
            ? clmm::pocl::make_runtime(std::thread::hardware_concurrency(), checked)
            : clmm::pocl::make_opencl(device);
    const std::string lacks = machine == nullptr ? "a device" : machine->lacks(job);
    if (!lacks.empty()) {
        std::printf("lacks %s\n", lacks.c_str());
        return 77;
    }
    auto kernel = static_cast<double>(machine->run(job)) / 1e6;
    const double whole = milliseconds(Clock::now() - start);
    if (const auto wrong = mismatch(job, work.expected, false); !wrong.empty()) {
        std::fprintf(stderr, "%s: %s\n", machine->name().c_str(), wrong.c_str());
        return 1;
    }

    // Warm from now on; what takes long is not noisy.
    const auto enough = Clock::now() + std::chrono::seconds(2);
    for (int i = 0; i < 9 && Clock::now() < enough && whole < 5000; ++i) {
        job = work.job;
        kernel = std::min(kernel, static_cast<double>(machine->run(job)) / 1e6);
    }
    std::printf("%.3f %.1f %s\n", kernel, whole, machine->name().c_str());
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    try {
        if (count == 4)
            for (const clmm::pocl::Kind& kind : clmm::pocl::kinds())
                if (kind.name == arguments[2])
                    return measure(arguments[1], kind, std::stoul(arguments[3]));
        std::fprintf(stderr, "usage: pocl_bench DEVICE KERNEL ITEMS\n");
        return 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "pocl_bench: %s\n", error.what());
        return 1;
    }
}
