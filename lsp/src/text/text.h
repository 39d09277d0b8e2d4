#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "clmm/base/source.h"

namespace clmm::lsp {

/// What a column counts.
enum class Encoding : std::uint8_t { utf8, utf16 };

/// Where the protocol says something is: both count from 0.
struct Position {
    std::uint32_t line = 0;
    std::uint32_t character = 0;
    friend bool operator==(const Position&, const Position&) = default;
};
struct Range {
    Position start, end;
    friend bool operator==(const Range&, const Range&) = default;
};

/// Bytes to positions and back. Bytes that are no UTF-8 count as one unit each.
///
/// Errors   none: what lies outside counts as the nearest place inside.
[[nodiscard]] Position position_of(const Source& source, std::uint32_t offset, Encoding encoding);
[[nodiscard]] Range range_of(const Source& source, Span span, Encoding encoding);
[[nodiscard]] std::uint32_t offset_of(const Source& source, Position position, Encoding encoding);

/// The word around an offset, or that ends there: letters, digits, `_`, and inside a word what
/// `also` has (`-` and `.` in cat). Empty where there is none.
[[nodiscard]] Span word_at(std::string_view text, std::uint32_t offset, std::string_view also = {});

}  // namespace clmm::lsp
