#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clmm::comparison {

/// Fields of a line of a table; a field in double quotes may hold commas, and `""` in it is a
/// quote.
[[nodiscard]] std::vector<std::string> csv_fields(std::string_view line);

}  // namespace clmm::comparison
