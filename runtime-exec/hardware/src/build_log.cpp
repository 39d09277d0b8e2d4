#include "clmm/hardware/build_log.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <regex>
#include <string>

namespace clmm::hardware {
namespace {

const std::regex& clang_line() {
    static const std::regex regex(
        R"(^\s*(.*?):(\d+):(\d+): (?:fatal )?(error|warning|note): (.*)$)");
    return regex;
}
const std::regex& pocl_line() {
    static const std::regex regex(
        R"(^\s*(?:fatal )?(error|warning|note): (.*?):(\d+):(\d+)(?: <[^>]*>)?: (.*)$)");
    return regex;
}

struct Message {
    std::string file;
    Source::Position position;
    Severity severity = Severity::error;
    std::string text;
};

Severity severity_of(const std::string& word) {
    if (word == "error") return Severity::error;
    return word == "warning" ? Severity::warning : Severity::note;
}

std::uint32_t number(const std::string& digits) {
    std::uint32_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

std::optional<Message> message_of(const std::string& line) {
    std::smatch part;
    if (std::regex_match(line, part, pocl_line()))
        return Message{part[2], {number(part[3]), number(part[4])}, severity_of(part[1]), part[5]};
    if (std::regex_match(line, part, clang_line()))
        return Message{part[1], {number(part[2]), number(part[3])}, severity_of(part[4]), part[5]};
    return std::nullopt;
}

/// The word at the place, or one character.
Span span_at(const Source& source, Source::Position position) {
    const std::uint32_t begin = source.offset(position);
    const std::string_view text = source.text();
    const auto is_word = [&](std::uint32_t at) {
        return at < text.size() &&
               (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
    };
    std::uint32_t end = begin;
    while (is_word(end)) ++end;
    return {begin, std::max(end, begin + 1)};
}

}  // namespace

Diagnostics log_diagnostics(std::string_view log, const SourcePtr& source) {
    Diagnostics out;
    const auto lines = static_cast<std::uint32_t>(std::ranges::count(source->text(), '\n')) + 1;
    while (!log.empty()) {
        const std::size_t end = std::min(log.find('\n'), log.size());
        const auto message = message_of(std::string(log.substr(0, end)));
        log.remove_prefix(std::min(end + 1, log.size()));
        if (!message || message->file.ends_with(".h") || message->position.line == 0 ||
            message->position.column == 0 || message->position.line > lines)
            continue;
        out.push_back({message->severity, message->severity == Severity::error ? "E-DEVICE" : "",
                       message->text, "", source, span_at(*source, message->position)});
    }
    return out;
}

}  // namespace clmm::hardware
