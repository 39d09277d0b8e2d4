#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "clmm/report/graph.h"

namespace clmm::cli {

/// `svg`.
[[nodiscard]] const char* extension(report::GraphFormat format);
[[nodiscard]] std::optional<report::GraphFormat> format_named(std::string_view name);
/// What the name of a file says, else `otherwise`.
[[nodiscard]] report::GraphFormat format_of(const std::string& file, report::GraphFormat otherwise);

}  // namespace clmm::cli
