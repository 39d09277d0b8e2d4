#pragma once

#include <cstdint>
#include <optional>

#include "clmm/litmus/term.h"

/// Floating-point numbers as terms: the bits that they are in memory, in the formats of IEEE 754.
///
/// Units    widths are bits: 16, 32 or 64.
/// Errors   none; nullopt where a value is not known exactly.
/// Source   IEEE 754-2008, 3.4 (formats), 5.11 (comparisons); OpenCL C 3.0, "Relational Functions"
namespace clmm::litmus {

[[nodiscard]] TermId without_sign(TermPool& terms, TermId value);
[[nodiscard]] TermId with_other_sign(TermPool& terms, TermId value);
[[nodiscard]] TermId has_sign(TermPool& terms, TermId value);
[[nodiscard]] TermId is_zero(TermPool& terms, TermId value);
[[nodiscard]] TermId is_nan(TermPool& terms, TermId value);
[[nodiscard]] TermId is_infinite(TermPool& terms, TermId value);
[[nodiscard]] TermId is_normal(TermPool& terms, TermId value);

/// False where one of them is no number.
[[nodiscard]] TermId floating_less(TermPool& terms, TermId a, TermId b);
[[nodiscard]] TermId floating_equal(TermPool& terms, TermId a, TermId b);

/// Of 32 and 64 bits.
[[nodiscard]] double number_of(std::uint64_t bits, unsigned width);
/// The nearest that the format has.
[[nodiscard]] std::uint64_t nearest_bits(double value, unsigned width);
/// Where the format has the number itself, and it is neither NaN nor subnormal, which devices may
/// take as zero.
[[nodiscard]] std::optional<std::uint64_t> exact_bits(double value, unsigned width);

enum class FloatingOp : std::uint8_t { add, subtract, multiply, divide };
/// `a op b` where no rounding takes place, so that neither contraction nor the precision that an
/// implementation has makes a difference. A single-precision quotient may be off by 2.5 ulp.
/// Source   OpenCL C 3.0, "Relative Error as ULPs"
[[nodiscard]] std::optional<std::uint64_t> exact_result(FloatingOp op, unsigned width,
                                                        std::uint64_t a, std::uint64_t b);

}  // namespace clmm::litmus
