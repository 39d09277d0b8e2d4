#pragma once

#include <memory>

#include "clmm/hardware/device.h"

/// The project's own runtime as a device: compute units are threads.
namespace clmm::hardware::host {

/// One for each processor.
[[nodiscard]] unsigned default_compute_units();
[[nodiscard]] DeviceInfo device_info(unsigned compute_units);
[[nodiscard]] std::unique_ptr<Device> open(unsigned compute_units);

}  // namespace clmm::hardware::host
