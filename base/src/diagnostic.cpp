#include "clmm/base/diagnostic.h"

#include <algorithm>
#include <optional>

#include "clmm/base/printable.h"
#include "clmm/base/utf8.h"

namespace clmm {
namespace {

constexpr std::string_view kReset = "\033[0m";
constexpr std::string_view kBold = "\033[1m";

std::string_view colour_of(Severity severity) {
    switch (severity) {
        case Severity::error:
            return "\033[1;31m";
        case Severity::warning:
            return "\033[1;35m";
        case Severity::note:
            return "\033[1;36m";
    }
    return "";
}

std::string caret_line(std::string_view line, std::uint32_t column, std::size_t length) {
    std::string out;
    for (std::size_t i = 0; i + 1 < column; ++i)
        if (i >= line.size() || !continues_utf8(line[i]))
            out += i < line.size() && line[i] == '\t' ? '\t' : ' ';
    const std::size_t room = line.size() >= column ? line.size() - column + 1 : 1;
    out += '^';
    out.append(std::max<std::size_t>(std::min(length, room), 1) - 1, '~');
    return out;
}

/// A window on a line that nobody wants to see as a whole, or all of it.
struct Shown {
    std::string_view text;
    std::uint32_t column;  ///< of the place, in it
    bool begins_later = false, ends_earlier = false;
};

bool is_inside_character(std::string_view text, std::size_t at) {
    return at < text.size() && continues_utf8(text[at]);
}

Shown shown(std::string_view line, std::uint32_t column) {
    constexpr std::size_t kWidest = 1000, kBefore = 100, kBehind = 300;
    if (line.size() <= kWidest) return {line, column};
    const std::size_t place = std::min<std::size_t>(column - 1, line.size());
    std::size_t begin = place > kBefore ? place - kBefore : 0;
    while (begin > 0 && is_inside_character(line, begin)) --begin;
    std::size_t end = std::min(place + kBehind, line.size());
    while (is_inside_character(line, end)) ++end;
    return {line.substr(begin, end - begin), static_cast<std::uint32_t>(place - begin + 1),
            begin > 0, end < line.size()};
}

/// The line of the place, and what points at it.
std::string line_with_caret(std::string_view line, std::uint32_t column, std::size_t length,
                            std::string_view colour, std::string_view reset) {
    const Shown part = shown(line, column);
    const std::string_view before = part.begins_later ? "…" : "";
    const std::string_view behind = part.ends_earlier ? "…" : "";
    std::string out = "    ";
    out.append(before).append(printable_line(part.text)).append(behind).append("\n    ");
    out.append(part.begins_later ? " " : "").append(colour);
    out += caret_line(part.text, part.column, length);
    return out.append(reset).append("\n");
}

/// A name may be as long as a text.
std::string shortened(std::string text) {
    constexpr std::size_t kLongest = 4000, kEnd = 200;
    if (text.size() <= kLongest) return text;
    std::size_t begin = kLongest - kEnd, end = text.size() - kEnd;
    while (is_inside_character(text, begin)) --begin;
    while (is_inside_character(text, end)) ++end;
    return text.replace(begin, end - begin, "…");
}

}  // namespace

std::string_view to_string(Severity severity) {
    switch (severity) {
        case Severity::error:
            return "error";
        case Severity::warning:
            return "warning";
        case Severity::note:
            break;
    }
    return "note";
}

bool has_errors(const Diagnostics& diagnostics) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& d) { return d.severity == Severity::error; });
}

std::string render(const Diagnostic& diagnostic, bool colour) {
    const auto paint = [&](std::string_view code) {
        return colour ? std::string(code) : std::string();
    };
    std::string out = paint(kBold);
    std::optional<Source::Written> place;
    if (diagnostic.source) {
        place.emplace(diagnostic.source->written(diagnostic.span));
        const Source::Position at = place->position();
        out += printable(place->source.name()) + ":" + std::to_string(at.line) + ":" +
               std::to_string(at.column) + ": ";
    }
    out += paint(colour_of(diagnostic.severity));
    out += to_string(diagnostic.severity);
    out += ": " + paint(kReset) + shortened(printable(diagnostic.message));
    if (!diagnostic.code.empty()) out += " [" + diagnostic.code + "]";
    out += '\n';
    if (place) {
        const Source::Position at = place->position();
        out += line_with_caret(place->source.line(at.line), at.column,
                               place->span.end - place->span.begin,
                               paint(colour_of(diagnostic.severity)), paint(kReset));
    }
    if (!diagnostic.hint.empty()) out += "  hint: " + shortened(printable(diagnostic.hint)) + "\n";
    return out;
}

std::string render(const Diagnostics& diagnostics, bool colour) {
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics) out += render(diagnostic, colour);
    return out;
}

}  // namespace clmm
