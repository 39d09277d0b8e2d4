#pragma once

#include <string>
#include <vector>

#include "litmus/lexer.h"
#include "litmus/report.h"

namespace clmm::syntax {

/// Matches brackets before the grammar sees them: an open one is best blamed where the
/// statement or body that it spoils ends. Also keeps the recursion of all later stages small.
///
/// Errors   unmatched brackets; more than kDeepest levels of brackets, prefix operators or
///          `else if`; more than kLongest operators in one expression or condition, where elements
///          of lists count each for itself.
/// Shape    false: the grammar would only repeat what has been said.
[[nodiscard]] bool check_nesting(Reporter& reporter, const std::vector<LitmusToken>& tokens);

inline constexpr int kDeepest = 200;
inline constexpr int kLongest = 2000;

/// Of types of tokens.
[[nodiscard]] bool is_opening(std::size_t type);
[[nodiscard]] bool is_closing(std::size_t type);
[[nodiscard]] std::string too_many_brackets();

}  // namespace clmm::syntax
