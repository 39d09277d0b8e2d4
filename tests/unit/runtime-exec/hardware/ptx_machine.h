#pragma once

#include <memory>

#include "clmm/hardware/device.h"

namespace clmm::hardware::test {

/// A device that executes PTX on the host, an instruction of some thread at a time, in an order
/// that is random and the same every time: sequentially consistent. It knows the instructions that
/// the harness writes and those of tests; others are DeviceErrors. A launch in which all threads
/// wait is one too.
[[nodiscard]] std::unique_ptr<Device> ptx_machine();

}  // namespace clmm::hardware::test
