#pragma once

#include <algorithm>
#include <string>

namespace clmm::report {

/// With blanks behind it, so that columns stand below one another.
[[nodiscard]] inline std::string padded(const std::string& text, std::size_t width) {
    return text + std::string(std::max(width, text.size()) - text.size(), ' ');
}

}  // namespace clmm::report
