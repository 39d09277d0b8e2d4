#pragma once

#include <memory>
#include <string_view>

#include "clmm/hardware/device.h"

/// The project's own runtime as a device: compute units are threads, which execute kernels that it
/// compiles, or machine code.
namespace clmm::hardware::host {

/// One for each processor.
[[nodiscard]] unsigned default_compute_units();
[[nodiscard]] DeviceInfo device_info(unsigned compute_units);
[[nodiscard]] std::unique_ptr<Device> open(unsigned compute_units);

/// The machine that clmm was built for.
#if defined(__x86_64__) && !defined(__ILP32__)
constexpr std::string_view kArchitecture = "x86-64";
#elif defined(__aarch64__)
constexpr std::string_view kArchitecture = "AArch64";
#else
constexpr std::string_view kArchitecture = "another machine";
#endif
/// The threads as a device for tests of x86. Errors   E-DEVICE on other machines.
[[nodiscard]] Result<DeviceInfo> x86_info(unsigned compute_units,
                                          std::string_view architecture = kArchitecture);
[[nodiscard]] Result<std::unique_ptr<Device>> open_x86(unsigned compute_units);

}  // namespace clmm::hardware::host
