#pragma once

#include <span>
#include <string_view>

#include "clmm/hardware/device.h"
#include "clmm/hardware/tuning.h"

namespace clmm::hardware {

/// A field of Tuning that is a number, and what it may be.
struct TuningNumber {
    std::string_view name;
    std::uint32_t Tuning::*member;
    std::uint32_t least;
    std::uint32_t most;
};
[[nodiscard]] std::span<const TuningNumber> tuning_numbers();

/// E-TUNING for what is out of range, or more than the device has.
[[nodiscard]] Diagnostics check_tuning(const Tuning& tuning, const DeviceInfo& device);

}  // namespace clmm::hardware
