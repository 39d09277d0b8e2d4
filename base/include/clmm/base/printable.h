#pragma once

#include <string>
#include <string_view>

namespace clmm {

/// Text that a terminal shows and nothing else: bytes that would move its cursor, change its
/// colours, turn the direction of the text around, end the line, or are no UTF-8, as `\n` and
/// `\x1b`. All other bytes are as they were.
[[nodiscard]] std::string printable(std::string_view text);
[[nodiscard]] bool is_printable(std::string_view text);

/// The same of a line of a source, whose columns keep their places: a blank for each of these
/// characters. Tabs stay.
[[nodiscard]] std::string printable_line(std::string_view line);

}  // namespace clmm
