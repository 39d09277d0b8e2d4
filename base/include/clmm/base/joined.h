#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clmm {

/// The words one after another, with a text between each two of them.
[[nodiscard]] std::string joined(const std::vector<std::string>& words, std::string_view between);

}  // namespace clmm
