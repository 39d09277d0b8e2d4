#pragma once

#include <cstdint>
#include <string_view>

/// Where pieces of C end in a text that has not been cut into tokens. All offsets are bytes.
namespace clmm::syntax {

[[nodiscard]] bool is_word_start(char c);
[[nodiscard]] bool is_digit(char c);
[[nodiscard]] bool is_word(char c);

[[nodiscard]] std::uint32_t skip_spaces(std::string_view text, std::uint32_t at);

/// The end of the word or integer at `at`.
[[nodiscard]] std::uint32_t word_end(std::string_view text, std::uint32_t at);

/// The end of the floating-point constant at `at`; `at` where there is none.
[[nodiscard]] std::uint32_t floating_end(std::string_view text, std::uint32_t at);

/// Past the quote that closes the one at `at`, on the same line; `at` + 1 where none does.
[[nodiscard]] std::uint32_t quoted_end(std::string_view text, std::uint32_t at);

/// Past the bracket that closes the one at `at`; the end of the text where none does.
[[nodiscard]] std::uint32_t bracket_end(std::string_view text, std::uint32_t at);

/// `name` of `(^name)(void)` and of `(^const name)(void)`.
[[nodiscard]] std::string_view block_name(std::string_view declarator);

}  // namespace clmm::syntax
