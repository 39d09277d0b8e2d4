#pragma once

#include <string_view>

namespace clmm::cli {

[[nodiscard]] std::string_view version();  ///< `0.1.0`

}  // namespace clmm::cli
