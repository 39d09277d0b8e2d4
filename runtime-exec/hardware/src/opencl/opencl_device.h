#pragma once

#include <memory>
#include <vector>

#include "clmm/hardware/device.h"

/// Devices behind OpenCL's ICD loader. No other folder sees OpenCL's headers.
namespace clmm::hardware::opencl {

/// Devices of OpenCL 1.2 and newer. Those that cannot be used are left out, and a note says why.
struct Listing {
    std::vector<DeviceInfo> devices;
    std::vector<unsigned> numbers;  ///< of the devices, as open() takes them
    Diagnostics notes;
};
[[nodiscard]] Listing list();

/// Errors   E-DEVICE.
[[nodiscard]] Result<std::unique_ptr<Device>> open(unsigned number);

}  // namespace clmm::hardware::opencl
