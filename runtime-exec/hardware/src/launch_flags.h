#pragma once

#include <cstdint>

namespace clmm::hardware {

/// Bits of the test kernel's parameter `clmm_flags`: what a launch does besides.
constexpr std::uint32_t kFlagBarrier = 1;
constexpr std::uint32_t kFlagStress = 2;
constexpr std::uint32_t kFlagPreStress = 4;

}  // namespace clmm::hardware
