#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace clmm::litmus {

/// A number, or an operator or bracket, of what stands behind `#if`.
struct DirectiveToken {
    std::string symbol = {};  ///< empty: a number
    std::uint64_t value = 0;
    bool is_unsigned = false;
};

enum class DirectiveError : std::uint8_t { none, ill_formed, division_by_zero, overflow, too_deep };

struct DirectiveValue {
    bool holds = false;
    DirectiveError error = DirectiveError::none;
};

/// What `#if` and `#elif` decide once macros are expanded and identifiers are 0: numbers of 64
/// bits, signed or unsigned, of which unsigned ones wrap. What is not evaluated has no errors.
///
/// Errors   signed results that do not fit, among them the smallest number divided by -1; shifts
///          by less than 0 or more than 63; more than 200 levels of brackets, prefix operators
///          and `?:`.
/// Source   C99, 6.10.1 and 6.6
/// Tests    tests/unit/litmus/if_directive_test.cpp
[[nodiscard]] DirectiveValue evaluate_directive(std::span<const DirectiveToken> tokens);

}  // namespace clmm::litmus
