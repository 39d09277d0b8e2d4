#pragma once

#include <string_view>

#include "execute/instruction.h"
#include "execute/loops/arithmetic.h"
#include "execute/scalar.h"

/// The loops of integer functions.
namespace clmm::runtime::loops {

/// Of the functions that are computed component by component from operands of one type; null for
/// others, and for types that the function does not have.
[[nodiscard]] Loop integer_loop(std::string_view name, Scalar scalar);

/// min, max and clamp of any type.
[[nodiscard]] Loop minimum(Scalar scalar);
[[nodiscard]] Loop maximum(Scalar scalar);
/// (c & b) | (~c & a) on the bits of elements of this size.
[[nodiscard]] Loop bit_select(unsigned size);
/// The most significant bit, as 0 or 1 of 32 bits.
[[nodiscard]] Loop sign_bit(Scalar scalar);

enum class Combine : std::uint8_t { add, min, max };
enum class Scan : std::uint8_t { reduce, inclusive, exclusive };
/// Of a group: d[i] from the values a[0] to a[count - 1] of its work-items, in their order.
[[nodiscard]] Loop group_combine(Combine combine, Scan scan, Scalar scalar);
/// int: whether any, or all, are not 0.
[[nodiscard]] Loop group_any();
[[nodiscard]] Loop group_all();
/// The element whose index is b[0], 64 bits.
[[nodiscard]] Loop group_broadcast(unsigned size);

}  // namespace clmm::runtime::loops
