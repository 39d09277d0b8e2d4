#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace clmm {

/// A character of a text, or a byte that is no part of one.
///
/// Units    `length` in bytes; 0 where no well-formed character begins (overlong forms, surrogates
///          and values past U+10FFFF are none).
/// Source   Unicode 15, table 3-7
struct Utf8Character {
    std::uint32_t code = 0;
    std::uint32_t length = 0;
};
[[nodiscard]] Utf8Character utf8_at(std::string_view text, std::size_t at);

/// Whether a byte is inside a character, whatever precedes it.
[[nodiscard]] constexpr bool continues_utf8(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

/// How many characters begin in a text.
[[nodiscard]] std::size_t utf8_characters(std::string_view text);

/// Where text stops being UTF-8, if it does.
[[nodiscard]] std::optional<std::uint32_t> first_invalid_utf8(std::string_view text);

}  // namespace clmm
