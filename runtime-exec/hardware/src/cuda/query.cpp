#include "cuda/query.h"

#include <array>
#include <fstream>

namespace clmm::hardware::cuda {
namespace {

constexpr int kFirstWithModel = 7;  ///< compute capability

unsigned attribute(const Api& api, Attribute which, DeviceNumber device) {
    int value = 0;
    check(api, api.device_get_attribute(&value, which, device), "cuDeviceGetAttribute");
    return static_cast<unsigned>(value);
}

/// `CUDA 13.0`
std::string platform(const Api& api) {
    int version = 0;
    check(api, api.driver_get_version(&version), "cuDriverGetVersion");
    return "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// Of the kernel's module, since no function has it; empty where the system does not say.
std::string driver_version() {
    std::ifstream file("/sys/module/nvidia/version");
    std::string version;
    std::getline(file, version);
    if (!version.empty()) return version;
    // `NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.03  …`
    std::ifstream words("/proc/driver/nvidia/version");
    for (std::string word; words >> word;)
        if (word.find_first_not_of("0123456789.") == std::string::npos && word.size() > 3)
            return word;
    return {};
}

}  // namespace

unsigned count_devices(const Api& api) {
    int count = 0;
    check(api, api.device_get_count(&count), "cuDeviceGetCount");
    return static_cast<unsigned>(count);
}

DeviceInfo query(const Api& api, DeviceNumber device) {
    DeviceInfo info;
    info.backend = Backend::cuda;
    std::array<char, 256> name{};
    check(api, api.device_get_name(name.data(), static_cast<int>(name.size() - 1), device),
          "cuDeviceGetName");
    info.name = name.data();
    info.vendor = "NVIDIA Corporation";
    info.platform = platform(api);
    info.driver = driver_version();
    const unsigned major = attribute(api, Attribute::compute_capability_major, device);
    info.version = "compute capability " + std::to_string(major) + "." +
                   std::to_string(attribute(api, Attribute::compute_capability_minor, device));
    if (major < kFirstWithModel)
        throw DeviceError("'" + info.name + "' has " + info.version +
                          "; PTX's memory model begins with 7.0");
    info.language = "PTX";
    info.compute_units = attribute(api, Attribute::multiprocessor_count, device);
    info.max_work_group_size = attribute(api, Attribute::max_threads_per_block, device);
    info.local_memory = attribute(api, Attribute::max_shared_memory_per_block, device);
    info.sub_group_size = attribute(api, Attribute::warp_size, device);
    std::size_t bytes = 0;
    check(api, api.device_total_mem(&bytes, device), "cuDeviceTotalMem");
    info.global_memory = bytes;
    info.sub_groups = true;
    info.atomics = info.fences = {.relaxed = true,
                                  .acq_rel = true,
                                  .seq_cst = true,
                                  .work_item = false,
                                  .work_group = true,
                                  .device = true,
                                  .all_devices = true};
    return info;
}

}  // namespace clmm::hardware::cuda
