#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "clmm/language/scalars.h"

namespace clmm::language {

/// How a result that does not fit is rounded: none, as the function does without a suffix.
enum class Rounding : std::uint8_t { none, to_even, to_zero, up, down };

/// Takes a suffix such as `_rte` off a name.
///
/// Source   OpenCL C 3.0, "Rounding Modes"
[[nodiscard]] Rounding take_rounding(std::string_view& name);

/// What `convert_uchar4_sat_rte` or `as_float2` makes of a value.
struct ConversionName {
    Scalar scalar;
    unsigned lanes = 1;  ///< 1, 2, 3, 4, 8 or 16
    Rounding rounding = Rounding::none;
    bool saturates = false;
    bool reinterprets = false;  ///< `as_`: the same bits
};
/// Source   OpenCL C 3.0, "Conversions and Type Casting"
[[nodiscard]] std::optional<ConversionName> find_conversion(std::string_view name);

}  // namespace clmm::language
