#include "opencl/workers.h"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>

namespace clmm::hardware::opencl {
namespace {

constexpr std::string_view kBusy = R"(
kernel void clmm_busy(global uint* out, uint turns) {
    uint x = get_global_id(0);
    for (uint turn = 0; turn < turns; ++turn) x = x * 1664525u + 1013904223u;
    out[get_group_id(0)] = x;
}
)";
constexpr cl_uint kTurns = 200'000;           ///< of one work-group: a fraction of a millisecond
constexpr unsigned kGroupsOfAUnit = 4;        ///< so that no thread is left without
constexpr std::uint64_t kLeastTime = 50'000;  ///< nanoseconds; less is waking up, not work
constexpr std::chrono::milliseconds kLimit{1'000};

/// Of each thread of the process, for how many nanoseconds it has run.
std::map<pid_t, std::uint64_t> times_of_threads() {
    std::map<pid_t, std::uint64_t> times;
    std::error_code ended;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", ended)) {
        std::ifstream in(task.path() / "schedstat");
        std::uint64_t time = 0;
        if (in >> time) times[std::stoi(task.path().filename().string())] = time;
    }
    return times;
}

std::vector<pid_t> that_worked(const std::map<pid_t, std::uint64_t>& before) {
    std::vector<pid_t> out;
    for (const auto& [thread, time] : times_of_threads()) {
        const auto known = before.find(thread);
        const std::uint64_t start = known == before.end() ? 0 : known->second;
        if (thread != gettid() && time - start >= kLeastTime) out.push_back(thread);
    }
    return out;
}

/// The kernel with its arguments.
class Busy {
public:
    Busy(const Machine& machine, unsigned groups)
        : machine_(machine), groups_(groups), built_(compile(machine, kBusy, "")) {
        const Api& api = *machine_.api;
        check(built_.status, "clBuildProgram");
        cl_int status = CL_SUCCESS;
        out_ = {api.create_buffer(machine.context.get(), CL_MEM_READ_WRITE,
                                  std::size_t{groups} * sizeof(cl_uint), nullptr, &status),
                api.release_mem_object};
        check(status, "clCreateBuffer");
        kernel_ = {api.create_kernel(built_.program.get(), "clmm_busy", &status),
                   api.release_kernel};
        check(status, "clCreateKernel");
        const cl_mem memory = out_.get();
        check(api.set_kernel_arg(kernel_.get(), 0, sizeof memory, &memory), "clSetKernelArg");
        check(api.set_kernel_arg(kernel_.get(), 1, sizeof kTurns, &kTurns), "clSetKernelArg");
    }

    /// Reading its result waits for it.
    void run() const {
        const Api& api = *machine_.api;
        const std::size_t global = groups_, local = 1;
        check(api.enqueue_ndrange_kernel(machine_.queue.get(), kernel_.get(), 1, nullptr, &global,
                                         &local, 0, nullptr, nullptr),
              "clEnqueueNDRangeKernel");
        cl_uint first = 0;
        check(api.enqueue_read_buffer(machine_.queue.get(), out_.get(), CL_TRUE, 0, sizeof first,
                                      &first, 0, nullptr, nullptr),
              "clEnqueueReadBuffer");
    }

private:
    const Machine& machine_;
    unsigned groups_;
    Built built_;
    Handle<cl_mem> out_;
    Handle<cl_kernel> kernel_;
};

}  // namespace

std::vector<pid_t> worker_threads(const Machine& machine, unsigned compute_units) {
    using Clock = std::chrono::steady_clock;
    const Busy busy(machine, compute_units * kGroupsOfAUnit);
    busy.run();  // what is compiled at the first launch is none of it
    const auto before = times_of_threads();
    const auto end = Clock::now() + kLimit;
    std::vector<pid_t> found;
    while (found.size() < compute_units && Clock::now() < end) {
        busy.run();
        found = that_worked(before);
    }
    if (found.size() != compute_units) return {};
    return found;
}

}  // namespace clmm::hardware::opencl
