#include "clmm/base/printable.h"

#include "clmm/base/utf8.h"

namespace clmm {
namespace {

bool is_shown(Utf8Character character) {
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
        const Utf8Character character = utf8_at(text, at);
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
