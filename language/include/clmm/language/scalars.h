#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "clmm/language/integers.h"

namespace clmm::language {

/// The scalar types of OpenCL C, by what they are in memory. A bool is a u8, a pointer and a handle
/// a u64.
///
/// Units    bytes.
/// Source   OpenCL C 3.0, "Built-in Scalar Data Types" (their widths; a pointer has those of a
/// device
///          with 64-bit addresses)
enum class Scalar : std::uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64 };

/// Bytes in memory.
[[nodiscard]] constexpr unsigned memory_size(Scalar scalar) {
    constexpr unsigned kSizes[] = {1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};
    return kSizes[static_cast<unsigned>(scalar)];
}
[[nodiscard]] constexpr bool is_floating(Scalar scalar) { return scalar >= Scalar::f16; }
[[nodiscard]] constexpr bool is_signed(Scalar scalar) {
    return is_floating(scalar) || static_cast<unsigned>(scalar) % 2 == 0;
}

[[nodiscard]] Scalar scalar_of(IntegerType type);

/// `uchar`, `half`
[[nodiscard]] std::string_view name_of(Scalar scalar);
/// By any name of an integer or floating-point type; nothing for those of bool.
[[nodiscard]] std::optional<Scalar> find_scalar(std::string_view name);

}  // namespace clmm::language
