#include "clmm/base/utf8.h"

#include <algorithm>

namespace clmm {
namespace {

std::uint32_t length_by(std::uint32_t first) {
    if (first < 0x80U) return 1;
    if (first >= 0xc2U && first <= 0xdfU) return 2;
    if (first >= 0xe0U && first <= 0xefU) return 3;
    if (first >= 0xf0U && first <= 0xf4U) return 4;
    return 0;
}

/// Whether no shorter form has this code, and it is that of a character.
bool is_well_formed(std::uint32_t code, std::uint32_t length) {
    if (length == 3) return code >= 0x800 && (code < 0xd800 || code > 0xdfff);
    return length != 4 || (code >= 0x10000 && code <= 0x10ffff);
}

}  // namespace

Utf8Character utf8_at(std::string_view text, std::size_t at) {
    if (at >= text.size()) return {};
    const auto first = static_cast<unsigned char>(text[at]);
    const std::uint32_t length = length_by(first);
    if (length <= 1) return {first, length};
    std::uint32_t code = first & (0x7fU >> length);
    for (std::uint32_t i = 1; i < length; ++i) {
        if (at + i >= text.size() || !continues_utf8(text[at + i])) return {first, 0};
        code = code << 6U | (static_cast<unsigned char>(text[at + i]) & 0x3fU);
    }
    return is_well_formed(code, length) ? Utf8Character{code, length} : Utf8Character{first, 0};
}

std::size_t utf8_characters(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char byte) { return !continues_utf8(byte); }));
}

std::optional<std::uint32_t> first_invalid_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::uint32_t length = utf8_at(text, at).length;
        if (length == 0) return static_cast<std::uint32_t>(at);
        at += length;
    }
    return std::nullopt;
}

}  // namespace clmm
