#include "cuda/api.h"

#include "clmm/hardware/device.h"
#include "symbols.h"

namespace clmm::hardware::cuda {
namespace {

constexpr const char* kLibrary = "libcuda.so.1";

Diagnostic problem(std::string message, std::string hint = {}) {
    return {Severity::error, "E-DEVICE", std::move(message), std::move(hint), nullptr, {}};
}

/// `_v2` are those with sizes of 64 bits.
void find_all(Symbols& symbols, Api& api) {
    symbols.required(api.init, "cuInit");
    symbols.required(api.driver_get_version, "cuDriverGetVersion");
    symbols.required(api.get_error_name, "cuGetErrorName");
    symbols.required(api.get_error_string, "cuGetErrorString");
    symbols.required(api.device_get_count, "cuDeviceGetCount");
    symbols.required(api.device_get, "cuDeviceGet");
    symbols.required(api.device_get_name, "cuDeviceGetName");
    symbols.required(api.device_get_attribute, "cuDeviceGetAttribute");
    symbols.required(api.device_total_mem, "cuDeviceTotalMem_v2");
    symbols.required(api.primary_context_retain, "cuDevicePrimaryCtxRetain");
    symbols.required(api.primary_context_release, "cuDevicePrimaryCtxRelease_v2");
    symbols.required(api.set_current_context, "cuCtxSetCurrent");
    symbols.required(api.module_load_data_ex, "cuModuleLoadDataEx");
    symbols.required(api.module_unload, "cuModuleUnload");
    symbols.required(api.module_get_function, "cuModuleGetFunction");
    symbols.required(api.link_create, "cuLinkCreate_v2");
    symbols.required(api.link_add_data, "cuLinkAddData_v2");
    symbols.required(api.link_complete, "cuLinkComplete");
    symbols.required(api.link_destroy, "cuLinkDestroy");
    symbols.required(api.mem_alloc, "cuMemAlloc_v2");
    symbols.required(api.mem_free, "cuMemFree_v2");
    symbols.required(api.copy_to_device, "cuMemcpyHtoD_v2");
    symbols.required(api.copy_to_host, "cuMemcpyDtoH_v2");
    symbols.required(api.memset_bytes, "cuMemsetD8_v2");
    symbols.required(api.launch_kernel, "cuLaunchKernel");
    symbols.required(api.event_create, "cuEventCreate");
    symbols.required(api.event_destroy, "cuEventDestroy_v2");
    symbols.required(api.event_record, "cuEventRecord");
    symbols.required(api.event_query, "cuEventQuery");
    symbols.required(api.event_elapsed_time, "cuEventElapsedTime");
}

}  // namespace

Result<std::shared_ptr<const Api>> load_api() {
    using Outcome = Result<std::shared_ptr<const Api>>;
    // Never closed: the driver has threads and handlers at exit.
    void* library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return Outcome::failure(
            problem(std::string("there is no CUDA: ") + kLibrary + " cannot be loaded",
                    "it is part of NVIDIA's driver; no toolkit is needed"));
    auto api = std::make_shared<Api>();
    Symbols symbols(library);
    find_all(symbols, *api);
    if (!symbols.missing().empty())
        return Outcome::failure(problem(std::string(kLibrary) + " has no " + symbols.missing(),
                                        "the driver is older than CUDA 6.5"));
    if (const Status status = api->init(0); status != 0)
        return Outcome::failure(problem("cuInit: " + status_text(*api, status)));
    return std::shared_ptr<const Api>(std::move(api));
}

std::string status_text(const Api& api, Status status) {
    const char* name = nullptr;
    const char* text = nullptr;
    const bool known = api.get_error_name(status, &name) == 0 && name != nullptr;
    std::string out = known ? std::string(name) : "error " + std::to_string(status);
    if (api.get_error_string(status, &text) == 0 && text != nullptr)
        out += " (" + std::string(text) + ")";
    return out;
}

void check(const Api& api, Status status, const char* call) {
    if (status != 0) throw DeviceError(std::string(call) + ": " + status_text(api, status));
}

}  // namespace clmm::hardware::cuda
