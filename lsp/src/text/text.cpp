#include "text/text.h"

#include <algorithm>

#include "clmm/base/utf8.h"

namespace clmm::lsp {
namespace {

/// One character: its bytes, and how many units it counts.
struct Step {
    std::uint32_t bytes = 1;
    std::uint32_t units = 1;
};

Step step(std::string_view text, std::size_t at, Encoding encoding) {
    const std::uint32_t bytes = std::max(utf8_at(text, at).length, 1U);
    if (encoding == Encoding::utf8) return {bytes, bytes};
    return {bytes, bytes == 4 ? 2U : 1U};
}

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

Position position_of(const Source& source, std::uint32_t offset, Encoding encoding) {
    const Source::Position at = source.position(offset);
    const std::string_view line = source.line(at.line);
    Position result{at.line - 1, 0};
    for (std::uint32_t i = 0; i < at.column - 1;) {
        if (i >= line.size()) break;  // inside the line's end
        const Step next = step(line, i, encoding);
        result.character += next.units;
        i += next.bytes;
    }
    return result;
}

Range range_of(const Source& source, Span span, Encoding encoding) {
    return {position_of(source, span.begin, encoding),
            position_of(source, std::max(span.begin, span.end), encoding)};
}

std::uint32_t offset_of(const Source& source, Position position, Encoding encoding) {
    const auto size = static_cast<std::uint32_t>(source.text().size());
    const std::uint32_t last_line = source.position(size).line;
    if (position.line >= last_line) return size;
    const std::string_view line = source.line(position.line + 1);
    std::uint32_t at = 0;
    for (std::uint32_t units = 0; at < line.size();) {
        const Step next = step(line, at, encoding);
        units += next.units;
        if (units > position.character) break;
        at += next.bytes;
    }
    return source.offset({position.line + 1, 1}) + at;
}

Span word_at(std::string_view text, std::uint32_t offset, std::string_view also) {
    const auto is_part = [&](char c) {
        return is_word(c) || also.find(c) != std::string_view::npos;
    };
    std::size_t begin = std::min<std::size_t>(offset, text.size());
    std::size_t end = begin;
    while (begin > 0 && is_part(text[begin - 1])) --begin;
    while (end < text.size() && is_part(text[end])) ++end;
    while (begin < end && !is_word(text[begin])) ++begin;
    while (end > begin && !is_word(text[end - 1])) --end;
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

}  // namespace clmm::lsp
