#pragma once

#include <string_view>

#include "execute/instruction.h"
#include "execute/loops/arithmetic.h"
#include "execute/scalar.h"

/// The loops of integer functions.
namespace clmm::runtime::loops {

struct IntegerFunction {
    std::string_view name;
    bool to_unsigned = false;  ///< abs and abs_diff
};
/// Null if there is no such function.
[[nodiscard]] const IntegerFunction* integer_function(std::string_view name);
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
