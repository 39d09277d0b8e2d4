#include <bit>
#include <cmath>
#include <cstdint>

#include "clmm/runtime/image_format.h"

namespace clmm::runtime {

float half_to_float(std::uint16_t half) {
    const std::uint32_t sign = std::uint32_t{half & 0x8000U} << 16U;
    const std::uint32_t exponent = (half >> 10U) & 0x1FU;
    const std::uint32_t fraction = half & 0x3FFU;
    if (exponent == 0x1F)  // infinity and NaN
        return std::bit_cast<float>(sign | 0x7F800000U | (fraction << 13U));
    if (exponent != 0)
        return std::bit_cast<float>(sign | ((exponent + 112U) << 23U) | (fraction << 13U));
    const float magnitude = std::ldexp(static_cast<float>(fraction), -24);
    return sign != 0 ? -magnitude : magnitude;
}

namespace {

/// value / 2^shift, rounded to nearest even.
std::uint32_t shifted(std::uint32_t value, std::uint32_t shift) {
    const std::uint32_t quotient = value >> shift;
    const std::uint32_t rest = value & ((1U << shift) - 1U);
    const std::uint32_t halfway = 1U << (shift - 1U);
    return quotient +
           static_cast<std::uint32_t>(rest > halfway || (rest == halfway && (quotient & 1U) != 0));
}

/// Of a finite magnitude: bits of a float without its sign.
std::uint32_t finite_half(std::uint32_t magnitude) {
    constexpr std::uint32_t kRoundsToInfinity = 0x477FF000U;  // 65520, which rounds to infinity
    constexpr std::uint32_t kSmallestNormal = 0x38800000U;    // 2^-14
    if (magnitude >= kRoundsToInfinity) return 0x7C00U;
    if (magnitude >= kSmallestNormal) return shifted(magnitude - 0x38000000U, 13);
    const std::uint32_t exponent = magnitude >> 23U;
    if (exponent < 102) return 0;  // below half of the smallest subnormal
    const std::uint32_t significand = (magnitude & 0x7FFFFFU) | 0x800000U;
    return shifted(significand, 126U - exponent);
}

}  // namespace

std::uint16_t float_to_half(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (bits >> 16U) & 0x8000U;
    const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
    if (magnitude > 0x7F800000U) return static_cast<std::uint16_t>(sign | 0x7E00U);  // NaN
    if (magnitude == 0x7F800000U) return static_cast<std::uint16_t>(sign | 0x7C00U);
    return static_cast<std::uint16_t>(sign | finite_half(magnitude));
}

}  // namespace clmm::runtime
