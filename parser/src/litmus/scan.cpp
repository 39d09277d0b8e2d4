#include "litmus/scan.h"

#include <algorithm>
#include <cctype>

namespace clmm::syntax {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

}  // namespace

bool is_word_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_word_start(c) || is_digit(c); }

std::uint32_t skip_spaces(std::string_view text, std::uint32_t at) {
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
    return at;
}

std::uint32_t word_end(std::string_view text, std::uint32_t at) {
    while (at < text.size() && is_word(text[at])) ++at;
    return at;
}

std::uint32_t floating_end(std::string_view text, std::uint32_t at) {
    const bool hexadecimal = text[at] == '0' && at + 1 < text.size() && lower(text[at + 1]) == 'x';
    const char exponent = hexadecimal ? 'p' : 'e';
    bool floating = false;
    std::uint32_t end = at;
    for (; end < text.size(); ++end) {
        const char c = text[end];
        const char next = end + 1 < text.size() ? text[end + 1] : ' ';
        if (lower(c) == exponent && (next == '+' || next == '-' || is_digit(next))) {
            floating = true;
            ++end;
        } else if (c == '.') {
            floating = true;
        } else if (!is_word(c)) {
            break;
        }
    }
    return floating ? end : at;
}

std::uint32_t quoted_end(std::string_view text, std::uint32_t at) {
    for (std::uint32_t i = at + 1; i < text.size() && text[i] != '\n'; ++i) {
        if (text[i] == text[at]) return i + 1;
        if (text[i] == '\\') ++i;
    }
    return at + 1;
}

std::uint32_t bracket_end(std::string_view text, std::uint32_t at) {
    const char open = text[at];
    const char close = open == '(' ? ')' : open == '{' ? '}' : ']';
    int depth = 0;
    for (std::uint32_t i = at; i < text.size(); ++i) {
        if (text[i] == open) ++depth;
        if (text[i] == close && --depth == 0) return i + 1;
    }
    return static_cast<std::uint32_t>(text.size());
}

std::string_view block_name(std::string_view declarator) {
    constexpr std::string_view kAround = " \t\n";
    const std::size_t close = std::min(declarator.find(')'), declarator.size());
    const std::string_view inside = declarator.substr(0, close);
    const std::size_t end = inside.find_last_not_of(kAround) + 1;
    const std::size_t begin = inside.substr(0, end).find_last_of("(^ \t\n") + 1;
    return inside.substr(begin, end - begin);
}

}  // namespace clmm::syntax
