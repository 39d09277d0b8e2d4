#pragma once

#include <memory>

#include "listing.h"

/// Devices behind OpenCL's ICD loader. No other folder sees OpenCL's headers.
namespace clmm::hardware::opencl {

/// Devices of OpenCL 1.2 and newer.
[[nodiscard]] Listing list();

/// Errors   E-DEVICE.
[[nodiscard]] Result<std::unique_ptr<Device>> open(unsigned number);

}  // namespace clmm::hardware::opencl
