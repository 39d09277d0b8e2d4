#include "litmus/utf8.h"

namespace clmm::syntax {
namespace {

unsigned byte_at(std::string_view text, std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
}

std::uint32_t expected_length(unsigned lead) {
    if (lead < 0x80U) return 1;
    if (lead >= 0xc2U && lead <= 0xdfU) return 2;
    if (lead >= 0xe0U && lead <= 0xefU) return 3;
    if (lead >= 0xf0U && lead <= 0xf4U) return 4;
    return 0;
}

/// Overlong forms, surrogates and values past U+10FFFF show in the second byte.
bool second_byte_fits(unsigned lead, unsigned second) {
    if (lead == 0xe0U) return second >= 0xa0U;
    if (lead == 0xedU) return second < 0xa0U;
    if (lead == 0xf0U) return second >= 0x90U;
    if (lead == 0xf4U) return second < 0x90U;
    return true;
}

}  // namespace

std::uint32_t utf8_length(std::string_view text, std::size_t at) {
    const unsigned lead = byte_at(text, at);
    const std::uint32_t length = expected_length(lead);
    for (std::uint32_t i = 1; i < length; ++i)
        if ((byte_at(text, at + i) & 0xc0U) != 0x80U) return 0;
    return length > 1 && !second_byte_fits(lead, byte_at(text, at + 1)) ? 0 : length;
}

std::optional<std::uint32_t> first_invalid_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::uint32_t length = utf8_length(text, at);
        if (length == 0) return static_cast<std::uint32_t>(at);
        at += length;
    }
    return std::nullopt;
}

}  // namespace clmm::syntax
