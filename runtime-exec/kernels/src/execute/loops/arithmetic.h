#pragma once

#include "clmm/language/conversion_names.h"
#include "execute/instruction.h"
#include "execute/scalar.h"

/// The loops of the language's operators. Integers wrap around; shift counts are taken modulo the
/// width; x / 0 is 0 and x % 0 is x, so that no division traps. Halves are rounded after each
/// operation.
namespace clmm::runtime::loops {

enum class Binary : std::uint8_t {
    add,
    subtract,
    multiply,
    divide,
    remainder,
    bit_and,
    bit_or,
    bit_xor,
    shift_left,
    shift_right,
    less,  ///< comparisons yield 0 or 1 of 32 bits
    less_equal,
    equal,
    not_equal,
};
/// Both operands and, but for comparisons, the result are of one type; the count of a shift too.
/// Null where the type has no such operation.
[[nodiscard]] Loop binary(Binary op, Scalar scalar);

[[nodiscard]] Loop negate(Scalar scalar);
[[nodiscard]] Loop complement(Scalar scalar);
/// Whether it is not 0 (or is 0), as 0 or 1 of 32 bits.
[[nodiscard]] Loop is_true(Scalar scalar);
[[nodiscard]] Loop is_false(Scalar scalar);
[[nodiscard]] Loop copy(unsigned size);
/// d = a (32 bits) is not 0 ? b : c, by the size of the elements.
[[nodiscard]] Loop choose(unsigned size);

using language::Rounding;
/// As C converts; from floating-point to integers out of range: the nearest that there is, and 0
/// for NaN. `saturate` also for integers. To a half or float: `rounding`, to nearest even if none.
[[nodiscard]] Loop convert(Scalar from, Scalar to, Rounding rounding, bool saturate);
/// To 0 or 1 of 8 bits.
[[nodiscard]] Loop to_bool(Scalar from);

}  // namespace clmm::runtime::loops
