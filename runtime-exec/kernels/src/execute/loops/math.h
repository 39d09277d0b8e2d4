#pragma once

#include <string_view>

#include "execute/instruction.h"
#include "execute/scalar.h"

/// The loops of functions on floating-point values, one element at a time. Halves are computed as
/// floats and rounded by whoever emits the call.
namespace clmm::runtime::loops {

enum class FloatShape : std::uint8_t {
    floats,      ///< floats to a float
    with_int,    ///< a float and an int to a float
    to_int,      ///< floats to an int
    from_bits,   ///< an unsigned integer of the float's width to a float
    relational,  ///< floats to 0 or 1 of 32 bits, -1 in vectors
};

struct FloatFunction {
    std::string_view name;
    FloatShape shape = FloatShape::floats;
    Loop f32 = nullptr;
    Loop f64 = nullptr;
    bool has_approximations = false;  ///< half_NAME and native_NAME are the same function
};

/// Null if there is no such function.
[[nodiscard]] const FloatFunction* float_function(std::string_view name);

/// The parts of functions with several results; null for other names.
enum class Part : std::uint8_t { first, second };
/// `fract`, `modf`, `sincos`, `frexp`, `lgamma_r`: the result, and what the pointer takes (an int
/// of the last two).
[[nodiscard]] Loop two_results(std::string_view name, Part part, Scalar scalar);
/// `remquo` of two operands.
[[nodiscard]] Loop remquo(Part part, Scalar scalar);

}  // namespace clmm::runtime::loops
