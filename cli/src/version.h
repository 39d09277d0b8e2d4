#pragma once

#include <string>
#include <string_view>

namespace clmm::cli {

[[nodiscard]] std::string_view version();  ///< `0.1.0`

/// `clmm 0.1.0`, and behind line breaks `built with Z3, …` and `built without …`, where there are
/// such.
[[nodiscard]] std::string version_text();

}  // namespace clmm::cli
