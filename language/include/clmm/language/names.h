#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clmm::language {

/// `did you mean 'x'?`, or nothing where no candidate is near: a third of the name's letters
/// apart at the most, or one. Of several the nearest, of equally near ones the first.
///
/// Errors   none; it is a hint to one.
[[nodiscard]] std::string did_you_mean(std::string_view name,
                                       const std::vector<std::string>& candidates);

/// Of ASCII letters.
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);

}  // namespace clmm::language
