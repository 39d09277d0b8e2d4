#pragma once

#include <cstdint>

namespace clmm {

/// What an odd number is multiplied by to give 1, modulo 2⁶⁴.
///
/// Idea     by Newton's method: each round doubles the lowest bits that are right, three at first.
[[nodiscard]] constexpr std::uint64_t inverse_of_odd(std::uint64_t odd) {
    std::uint64_t inverse = odd;
    for (unsigned right = 3; right < 64; right *= 2) inverse *= 2 - odd * inverse;
    return inverse;
}

}  // namespace clmm
