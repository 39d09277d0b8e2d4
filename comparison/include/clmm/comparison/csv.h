#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clmm::comparison {

/// Fields of a line of a table; a field in double quotes may hold commas, and `""` in it is a
/// quote.
///
/// Shape    a field for each comma outside of quotes, and one more; an empty line has one.
/// Errors   none: a quote that is left open reaches to the end of the line.
/// Source   RFC 4180, but for fields with line breaks
[[nodiscard]] std::vector<std::string> csv_fields(std::string_view line);

}  // namespace clmm::comparison
