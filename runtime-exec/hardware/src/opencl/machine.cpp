#include "opencl/machine.h"

#include <algorithm>
#include <vector>

namespace clmm::hardware::opencl {
namespace {

constexpr std::string_view kAllOrders = R"(
kernel void probe(global atomic_uint* x, global uint* r) {
    r[0] = atomic_load_explicit(x, memory_order_acquire, memory_scope_device);
    atomic_store_explicit(x, 1u, memory_order_release, memory_scope_device);
    r[1] = atomic_fetch_add_explicit(x, 1u, memory_order_acq_rel, memory_scope_work_group);
    r[2] = atomic_load_explicit(x, memory_order_seq_cst, memory_scope_device);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
}
)";
constexpr std::string_view kAnyOrder = R"(
kernel void probe(global atomic_uint* x, global uint* r) {
    r[0] = atomic_load_explicit(x, memory_order_relaxed, memory_scope_work_group);
    atomic_store_explicit(x, 1u, memory_order_relaxed, memory_scope_work_group);
}
)";
constexpr std::string_view kPlain = "kernel void probe(global uint* r) { r[0] = 1; }\n";

struct Found {
    std::string language;
    Handle<cl_program> program;
};

/// The first language that compiles the text.
Found first_that_compiles(const Machine& machine, std::string_view text,
                          const std::vector<std::string>& languages) {
    for (const std::string& language : languages) {
        Built built = compile(machine, text, "-cl-std=" + language);
        if (built.status == CL_SUCCESS) return {language, std::move(built.program)};
    }
    return {};
}

void query_sub_group_size(const Machine& machine, cl_program program, DeviceInfo& info) {
    const Api& api = *machine.api;
    if (!info.sub_groups || info.sub_group_size != 0 || revision(info.version) < 210 ||
        api.get_kernel_sub_group_info == nullptr)
        return;
    cl_int status = CL_SUCCESS;
    const Handle<cl_kernel> kernel(api.create_kernel(program, "probe", &status),
                                   api.release_kernel);
    const std::size_t local = std::min<std::size_t>(info.max_work_group_size, 64);
    std::size_t size = 0;
    if (status == CL_SUCCESS &&
        api.get_kernel_sub_group_info(kernel.get(), machine.place.device,
                                      CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local,
                                      &local, sizeof size, &size, nullptr) == CL_SUCCESS)
        info.sub_group_size = size;
}

std::string build_log(const Machine& machine, cl_program program) {
    const Api& api = *machine.api;
    std::size_t size = 0;
    if (api.get_program_build_info(program, machine.place.device, CL_PROGRAM_BUILD_LOG, 0, nullptr,
                                   &size) != CL_SUCCESS)
        return {};
    std::string log(size, '\0');
    if (api.get_program_build_info(program, machine.place.device, CL_PROGRAM_BUILD_LOG, size,
                                   log.data(), nullptr) != CL_SUCCESS)
        return {};
    log.erase(std::find(log.begin(), log.end(), '\0'), log.end());
    while (!log.empty() && (log.back() == '\n' || log.back() == ' ')) log.pop_back();
    return log;
}

}  // namespace

Machine::Machine(std::shared_ptr<const Api> functions, const DeviceHandle& where)
    : api(std::move(functions)), place(where) {
    cl_int status = CL_SUCCESS;
    context = {api->create_context(nullptr, 1, &place.device, nullptr, nullptr, &status),
               api->release_context};
    check(status, "clCreateContext");
    // Deprecated since OpenCL 2.0, but there in every revision.
    queue = {
        api->create_command_queue(context.get(), place.device, CL_QUEUE_PROFILING_ENABLE, &status),
        api->release_command_queue};
    check(status, "clCreateCommandQueue");
}

Machine::~Machine() {
    if (!unfinished) return;
    queue.forget();
    context.forget();
}

Built compile(const Machine& machine, std::string_view text, const std::string& options) {
    const Api& api = *machine.api;
    const char* line = text.data();
    const std::size_t length = text.size();
    cl_int status = CL_SUCCESS;
    Built built;
    built.program = {
        api.create_program_with_source(machine.context.get(), 1, &line, &length, &status),
        api.release_program};
    check(status, "clCreateProgramWithSource");
    built.status = api.build_program(built.program.get(), 1, &machine.place.device, options.c_str(),
                                     nullptr, nullptr);
    built.log = build_log(machine, built.program.get());
    return built;
}

void probe(const Machine& machine, DeviceInfo& info) {
    const auto claimed = claimed_languages(*machine.api, machine.place.device);
    std::vector<std::string> with_atomics;
    const auto add = [&](const std::string& language) {
        if (std::find(with_atomics.begin(), with_atomics.end(), language) == with_atomics.end())
            with_atomics.push_back(language);
    };
    for (const std::string& each : claimed)
        if (each >= "CL2.0") add(each);
    // Some drivers compile what they do not claim; those of OpenCL 1.2 know neither name.
    if (revision(info.version) >= 200)
        for (const char* each : {"CL3.0", "CL2.0"}) add(each);

    Found found = first_that_compiles(machine, kAllOrders, with_atomics);
    if (found.language.empty()) found = first_that_compiles(machine, kAnyOrder, with_atomics);
    info.c11_atomics = !found.language.empty();
    if (!info.c11_atomics) found = first_that_compiles(machine, kPlain, claimed);
    info.language = found.language;
    if (!info.language.empty()) query_sub_group_size(machine, found.program.get(), info);
}

}  // namespace clmm::hardware::opencl
