#include "opencl/query.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace clmm::hardware::opencl {
namespace {

// Queries of vendors' extensions, which <CL/cl.h> does not have.
constexpr cl_device_info kWarpSizeNv = 0x4003;
constexpr cl_device_info kWavefrontWidthAmd = 0x4043;
constexpr cl_device_info kSubGroupSizesIntel = 0x4108;

/// Without what stands around it; drivers end texts with one 0 or several, and pad with spaces.
std::string trimmed(std::string text) {
    text.erase(std::find(text.begin(), text.end(), '\0'), text.end());
    const auto first = text.find_first_not_of(" \t\n");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

std::string platform_text(const Api& api, cl_platform_id platform, cl_platform_info what) {
    std::size_t size = 0;
    if (api.get_platform_info(platform, what, 0, nullptr, &size) != CL_SUCCESS) return {};
    std::string text(size, '\0');
    if (api.get_platform_info(platform, what, size, text.data(), nullptr) != CL_SUCCESS) return {};
    return trimmed(std::move(text));
}

/// An old device does not know what is newer: it has none of it.
template <class T>
T value(const Api& api, cl_device_id device, cl_device_info what) {
    T out{};
    return api.get_device_info(device, what, sizeof out, &out, nullptr) == CL_SUCCESS ? out : T{};
}

template <class T>
std::vector<T> values(const Api& api, cl_device_id device, cl_device_info what) {
    std::size_t size = 0;
    if (api.get_device_info(device, what, 0, nullptr, &size) != CL_SUCCESS) return {};
    std::vector<T> out(size / sizeof(T));
    if (out.empty() || api.get_device_info(device, what, out.size() * sizeof(T), out.data(),
                                           nullptr) != CL_SUCCESS)
        return {};
    return out;
}

bool has_extension(const std::string& extensions, std::string_view name) {
    return (" " + extensions + " ").find(" " + std::string(name) + " ") != std::string::npos;
}

AtomicClaims claims(cl_bitfield bits) {
    AtomicClaims out;
    out.relaxed = (bits & CL_DEVICE_ATOMIC_ORDER_RELAXED) != 0;
    out.acq_rel = (bits & CL_DEVICE_ATOMIC_ORDER_ACQ_REL) != 0;
    out.seq_cst = (bits & CL_DEVICE_ATOMIC_ORDER_SEQ_CST) != 0;
    out.work_item = (bits & CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM) != 0;
    out.work_group = (bits & CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP) != 0;
    out.device = (bits & CL_DEVICE_ATOMIC_SCOPE_DEVICE) != 0;
    out.all_devices = (bits & CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES) != 0;
    return out;
}

void add_claims(const Api& api, cl_device_id device, DeviceInfo& info) {
    const unsigned version = revision(info.version);
    if (version >= 300) {
        info.atomics =
            claims(value<cl_bitfield>(api, device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES));
        info.fences = claims(value<cl_bitfield>(api, device, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES));
    } else if (version >= 200) {
        // All orders and scopes are mandatory in OpenCL 2.x; all devices as far as memory is
        // shared with atomics.
        info.atomics = {true, true, true, true, true, true, info.fine_grained_svm_atomics};
        info.fences = info.atomics;
    } else {
        info.atomics.relaxed = info.atomics.work_group = true;
        info.fences = {};
    }
}

std::uint64_t sub_group_size(const Api& api, cl_device_id device, const std::string& extensions) {
    if (const auto warp = value<cl_uint>(api, device, kWarpSizeNv); warp != 0) return warp;
    if (const auto wavefront = value<cl_uint>(api, device, kWavefrontWidthAmd); wavefront != 0)
        return wavefront;
    if (!has_extension(extensions, "cl_intel_required_subgroup_size")) return 0;
    // The compiler chooses one of them for each kernel.
    const auto sizes = values<std::size_t>(api, device, kSubGroupSizesIntel);
    return sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end());
}

bool has_feature(const std::vector<cl_name_version>& features, std::string_view name) {
    return std::any_of(features.begin(), features.end(),
                       [&](const cl_name_version& each) { return name == each.name; });
}

void add_features(const Api& api, cl_device_id device, DeviceInfo& info) {
    const unsigned version = revision(info.version);
    const std::string extensions = device_text(api, device, CL_DEVICE_EXTENSIONS);
    const auto features = values<cl_name_version>(api, device, CL_DEVICE_OPENCL_C_FEATURES);
    info.sub_groups = has_feature(features, "__opencl_c_subgroups") ||
                      has_extension(extensions, "cl_khr_subgroups") ||
                      has_extension(extensions, "cl_intel_subgroups") ||
                      value<cl_uint>(api, device, CL_DEVICE_MAX_NUM_SUB_GROUPS) != 0;
    info.sub_group_size = sub_group_size(api, device, extensions);
    const bool is_2 = version >= 200 && version < 300;
    info.generic_address_space =
        is_2 || value<cl_bool>(api, device, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT) != CL_FALSE;
    info.program_scope_variables =
        is_2 || has_feature(features, "__opencl_c_program_scope_global_variables");
    const auto svm = value<cl_bitfield>(api, device, CL_DEVICE_SVM_CAPABILITIES);
    info.fine_grained_svm = (svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) != 0;
    info.fine_grained_svm_atomics = info.fine_grained_svm && (svm & CL_DEVICE_SVM_ATOMICS) != 0;
}

}  // namespace

std::string device_text(const Api& api, cl_device_id device, cl_device_info what) {
    const std::vector<char> text = values<char>(api, device, what);
    return trimmed({text.begin(), text.end()});
}

unsigned revision(const std::string& version) {
    unsigned major = 0, minor = 0;
    // NOLINTNEXTLINE(cert-err34-c): numbers of one digit
    if (std::sscanf(version.c_str(), "OpenCL %1u.%1u", &major, &minor) != 2) return 0;
    return major * 100 + minor * 10;
}

std::vector<std::string> claimed_languages(const Api& api, cl_device_id device) {
    std::vector<unsigned> versions;
    for (const cl_name_version& each :
         values<cl_name_version>(api, device, CL_DEVICE_OPENCL_C_ALL_VERSIONS))
        versions.push_back(CL_VERSION_MAJOR(each.version) * 10 + CL_VERSION_MINOR(each.version));
    // Before OpenCL 3.0: `OpenCL C 1.2 …`, and all that are older.
    unsigned major = 0, minor = 0;
    const std::string newest = device_text(api, device, CL_DEVICE_OPENCL_C_VERSION);
    // NOLINTNEXTLINE(cert-err34-c): numbers of one digit
    if (std::sscanf(newest.c_str(), "OpenCL C %1u.%1u", &major, &minor) == 2)
        versions.push_back(major * 10 + minor);
    std::sort(versions.rbegin(), versions.rend());
    versions.erase(std::unique(versions.begin(), versions.end()), versions.end());
    std::vector<std::string> out;
    for (const unsigned each : versions)
        if (each >= 12)
            out.push_back("CL" + std::to_string(each / 10) + "." + std::to_string(each % 10));
    return out;
}

std::vector<DeviceHandle> find_devices(const Api& api) {
    cl_uint count = 0;
    const cl_int status = api.get_platform_ids(0, nullptr, &count);
    if (status != CL_SUCCESS || count == 0)
        throw DeviceError("OpenCL's loader knows no platform: no driver is installed");
    std::vector<cl_platform_id> platforms(count);
    check(api.get_platform_ids(count, platforms.data(), nullptr), "clGetPlatformIDs");
    std::vector<DeviceHandle> places;
    for (const cl_platform_id platform : platforms) {
        cl_uint number = 0;
        if (api.get_device_ids(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &number) != CL_SUCCESS)
            continue;  // a driver without devices
        std::vector<cl_device_id> devices(number);
        check(api.get_device_ids(platform, CL_DEVICE_TYPE_ALL, number, devices.data(), nullptr),
              "clGetDeviceIDs");
        for (const cl_device_id device : devices) places.push_back({platform, device});
    }
    return places;
}

DeviceInfo query(const Api& api, const DeviceHandle& place) {
    const cl_device_id device = place.device;
    DeviceInfo info;
    info.backend = Backend::opencl;
    info.name = device_text(api, device, CL_DEVICE_NAME);
    info.vendor = device_text(api, device, CL_DEVICE_VENDOR);
    info.driver = device_text(api, device, CL_DRIVER_VERSION);
    info.version = device_text(api, device, CL_DEVICE_VERSION);
    info.platform = platform_text(api, place.platform, CL_PLATFORM_NAME) + ", " +
                    platform_text(api, place.platform, CL_PLATFORM_VERSION);
    info.is_cpu = (value<cl_bitfield>(api, device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0;
    info.compute_units = value<cl_uint>(api, device, CL_DEVICE_MAX_COMPUTE_UNITS);
    info.max_work_group_size = value<std::size_t>(api, device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    info.local_memory = value<cl_ulong>(api, device, CL_DEVICE_LOCAL_MEM_SIZE);
    info.global_memory = value<cl_ulong>(api, device, CL_DEVICE_GLOBAL_MEM_SIZE);
    add_features(api, device, info);
    add_claims(api, device, info);
    return info;
}

}  // namespace clmm::hardware::opencl
