#pragma once

#include <cstdint>

#include "clmm/litmus/term.h"

namespace clmm::targets {

/// What instructions compute of two values of one width.
///
/// Shape    none and exchange are the second value, as is what a compare-and-swap stores; the
///          number that bits are shifted by is taken modulo the width.
enum class Operation : std::uint8_t {
    none,
    add,
    sub,
    mul,
    bit_and,
    bit_clear,
    bit_or,
    bit_xor,
    shift_left,
    shift_right,
    signed_min,
    signed_max,
    unsigned_min,
    unsigned_max,
    // of atomic instructions alone
    exchange,
    compare_and_swap
};
[[nodiscard]] litmus::TermId computed(litmus::TermPool& terms, Operation operation,
                                      litmus::TermId a, litmus::TermId b);

/// What instructions ask of two values of one width.
enum class Condition : std::uint8_t {
    equal,
    not_equal,
    greater_equal,
    less_equal,
    greater,
    less,
    unsigned_less,
    unsigned_greater_equal
};
[[nodiscard]] litmus::TermId holds(litmus::TermPool& terms, Condition condition, litmus::TermId a,
                                   litmus::TermId b);

}  // namespace clmm::targets
