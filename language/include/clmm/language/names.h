#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clmm::language {

/// `did you mean 'x'?`, or nothing where no candidate is near.
[[nodiscard]] std::string did_you_mean(std::string_view name,
                                       const std::vector<std::string>& candidates);

[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);

}  // namespace clmm::language
