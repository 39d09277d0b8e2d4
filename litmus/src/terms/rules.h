#pragma once

#include <cstdint>
#include <optional>

#include "clmm/litmus/term.h"

/// The rewrites that TermPool applies on construction. Each yields a simpler equal term, or
/// nothing; operands are already simplified, and a constant operand of a commutative operator
/// stands on the right.
namespace clmm::litmus {

[[nodiscard]] constexpr std::uint64_t mask_to(std::uint64_t value, unsigned width) {
    return width >= 64 ? value : value & ((std::uint64_t{1} << width) - 1U);
}
[[nodiscard]] constexpr std::int64_t as_signed(std::uint64_t value, unsigned width) {
    const unsigned shift = 64U - width;
    return static_cast<std::int64_t>(value << shift) >> shift;
}

[[nodiscard]] bool is_comparison(TermOp op);
[[nodiscard]] std::uint8_t result_width(TermOp op, std::uint8_t operand_width);
/// `(ite c 3 5)`: operators on it are worth pushing inside.
[[nodiscard]] bool has_constant_branches(const TermPool& terms, TermId id);

[[nodiscard]] std::optional<TermId> simplify_binary(TermPool& terms, TermOp op, TermId a, TermId b);
[[nodiscard]] std::optional<TermId> simplify_not(TermPool& terms, TermId a);
[[nodiscard]] std::optional<TermId> simplify_extension(TermPool& terms, const Term& shape);
[[nodiscard]] std::optional<TermId> simplify_if(TermPool& terms, TermId condition, TermId when_true,
                                                TermId when_false);

}  // namespace clmm::litmus
