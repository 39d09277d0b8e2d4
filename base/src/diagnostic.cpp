#include "clmm/base/diagnostic.h"

#include <algorithm>
#include <optional>

#include "clmm/base/printable.h"

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
        if (i >= line.size() || (static_cast<unsigned char>(line[i]) & 0xc0U) != 0x80U)
            out += i < line.size() && line[i] == '\t' ? '\t' : ' ';
    const std::size_t room = line.size() >= column ? line.size() - column + 1 : 1;
    out += '^';
    out.append(std::max<std::size_t>(std::min(length, room), 1) - 1, '~');
    return out;
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
    out += ": " + paint(kReset) + printable(diagnostic.message);
    if (!diagnostic.code.empty()) out += " [" + diagnostic.code + "]";
    out += '\n';
    if (place) {
        const Source::Position at = place->position();
        const std::string_view line = place->source.line(at.line);
        out += "    " + printable_line(line) + "\n    " + paint(colour_of(diagnostic.severity)) +
               caret_line(line, at.column, place->span.end - place->span.begin) + paint(kReset) +
               "\n";
    }
    if (!diagnostic.hint.empty()) out += "  hint: " + printable(diagnostic.hint) + "\n";
    return out;
}

std::string render(const Diagnostics& diagnostics, bool colour) {
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics) out += render(diagnostic, colour);
    return out;
}

}  // namespace clmm
