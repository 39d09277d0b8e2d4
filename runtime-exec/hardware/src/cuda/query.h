#pragma once

#include "clmm/hardware/device.h"
#include "cuda/api.h"

namespace clmm::hardware::cuda {

[[nodiscard]] unsigned count_devices(const Api& api);
/// What the driver says of a device, and that it cannot be used: PTX's memory model begins with
/// compute capability 7.0. Errors   DeviceError.
[[nodiscard]] DeviceInfo query(const Api& api, DeviceNumber device);

}  // namespace clmm::hardware::cuda
