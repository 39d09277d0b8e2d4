#pragma once

#include <vector>

#include "clmm/hardware/device.h"
#include "opencl/api.h"

namespace clmm::hardware::opencl {

/// A device of OpenCL, without a context.
struct DeviceHandle {
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
};

/// All devices of all platforms, in the loader's order.
/// Errors   DeviceError: no platforms, or what a driver says.
[[nodiscard]] std::vector<DeviceHandle> find_devices(const Api& api);

/// What a device says of itself, but for what compiling tells (machine.cpp).
/// Source   "Querying Devices"; the minimum of OpenCL 2.x: Table "OpenCL Device Queries",
///          CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, and OpenCL C 2.0 6.13.11.
[[nodiscard]] DeviceInfo query(const Api& api, const DeviceHandle& place);

/// `300` of `OpenCL 3.0 CUDA`; 0 where the text is another one.
[[nodiscard]] unsigned revision(const std::string& version);

/// The values of -cl-std that the device claims, newest first.
[[nodiscard]] std::vector<std::string> claimed_languages(const Api& api, cl_device_id device);

/// CL_DEVICE_NAME and so on: a text without the final 0; empty if there is none.
[[nodiscard]] std::string device_text(const Api& api, cl_device_id device, cl_device_info what);

}  // namespace clmm::hardware::opencl
