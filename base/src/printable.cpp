#include "clmm/base/printable.h"

#include <cstdint>

namespace clmm {
namespace {

struct Character {
    std::uint32_t code = 0;
    std::size_t length = 0;  ///< 0: no UTF-8
};

Character character_at(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) -> std::uint32_t {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
    };
    const std::uint32_t first = byte(0);
    if (first < 0x80) return {first, 1};
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4) return {};
    std::uint32_t code = first & (0x7fU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0U) != 0x80U) return {};
        code = code << 6U | (byte(i) & 0x3fU);
    }
    const bool is_too_long = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    if (is_too_long || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return {};
    return {code, length};
}

bool is_shown(const Character& character) {
    const std::uint32_t code = character.code;
    const bool is_control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    // Embeddings, overrides and isolates of the bidirectional algorithm; line separators.
    const bool turns_around = (code >= 0x202a && code <= 0x202e) ||
                              (code >= 0x2066 && code <= 0x2069) || code == 0x200e ||
                              code == 0x200f || code == 0x061c;
    const bool ends_line = code == 0x2028 || code == 0x2029;
    return character.length != 0 && !is_control && !turns_around && !ends_line;
}

std::string escaped(std::string_view bytes) {
    static constexpr char kDigits[] = "0123456789abcdef";
    if (bytes == "\n") return "\\n";
    if (bytes == "\t") return "\\t";
    if (bytes == "\r") return "\\r";
    std::string out;
    for (const char c : bytes) {
        const auto value = static_cast<unsigned char>(c);
        out += {'\\', 'x', kDigits[value >> 4U], kDigits[value & 15U]};
    }
    return out;
}

/// `replace(bytes)` in place of what is not shown.
template <class Replace>
std::string with_replaced(std::string_view text, Replace&& replace) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const Character character = character_at(text, at);
        const std::string_view bytes =
            text.substr(at, character.length == 0 ? 1 : character.length);
        if (is_shown(character))
            out += bytes;
        else
            out += replace(bytes);
        at += bytes.size();
    }
    return out;
}

}  // namespace

std::string printable(std::string_view text) { return with_replaced(text, escaped); }

bool is_printable(std::string_view text) { return printable(text) == text; }

std::string printable_line(std::string_view line) {
    return with_replaced(
        line, [](std::string_view bytes) { return bytes == "\t" ? std::string("\t") : " "; });
}

}  // namespace clmm
