#pragma once

#include <memory>

#include "listing.h"

/// NVIDIA's GPUs through the CUDA driver: programs are PTX.
namespace clmm::hardware::cuda {

[[nodiscard]] Listing list();

/// Errors   E-DEVICE.
[[nodiscard]] Result<std::unique_ptr<Device>> open(unsigned number);

}  // namespace clmm::hardware::cuda
