#include "clmm/base/source.h"

#include <algorithm>

#include "clmm/base/ensure.h"

namespace clmm {

Source::Source(std::string name, std::string text, std::vector<Origin> origins)
    : name_(std::move(name)), text_(std::move(text)), origins_(std::move(origins)) {
    ensure(origins_.empty() || origins_.front().begin == 0, "the first origin is that of offset 0");
    line_starts_.push_back(0);
    for (std::size_t i = text_.find('\n'); i != std::string::npos; i = text_.find('\n', i + 1))
        line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
}

Source::Position Source::position(std::uint32_t offset) const {
    offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
    const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    const auto line = static_cast<std::uint32_t>(after - line_starts_.begin());
    return {line, offset - line_starts_[line - 1] + 1};
}

std::string_view Source::line(std::uint32_t number) const {
    if (number == 0 || number > line_starts_.size()) return {};
    const std::size_t begin = line_starts_[number - 1];
    const std::size_t end = number < line_starts_.size() ? line_starts_[number] - 1 : text_.size();
    std::string_view line = std::string_view(text_).substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

std::uint32_t Source::offset(Position position) const {
    if (position.line == 0 || position.line > line_starts_.size())
        return static_cast<std::uint32_t>(text_.size());
    const std::size_t column = std::max(position.column, std::uint32_t{1}) - 1;
    const std::size_t length = line(position.line).size();
    return line_starts_[position.line - 1] + static_cast<std::uint32_t>(std::min(column, length));
}

const Origin& Source::origin(std::uint32_t offset) const {
    const auto after = std::ranges::upper_bound(origins_, offset, {}, &Origin::begin);
    return *std::prev(after);
}

Source::Written Source::written(Span span) const {
    if (origins_.empty()) return {*this, span};
    const Origin& first = origin(span.begin);
    const Origin& last = origin(std::max(span.end, span.begin + 1) - 1);
    // A span that starts in one text and ends in another is told by its start.
    const bool together = first.source == last.source && last.span.end >= first.span.begin;
    return {*first.source, {first.span.begin, together ? last.span.end : first.span.end}};
}

}  // namespace clmm
