#pragma once

#include <cstddef>
#include <string_view>

namespace clmm::syntax {

/// Where a word stands; keywords differ.
enum class WordPlace { top_level, body, condition };

/// The token type of an identifier: a keyword, a type, a qualifier or a name.
[[nodiscard]] std::size_t classify_word(std::string_view word, WordPlace place);

/// What `classify_word` says of words of C that are known only to be refused: goto, union, …
inline constexpr std::size_t kRefusedWord = 1000;

/// Whether the word is a type of C itself; other types may be defined again.
[[nodiscard]] bool is_c_type(std::string_view word);

/// `float4` and the like.
[[nodiscard]] bool is_vector_type(std::string_view word);

/// Whether the word says, in the initial state, how an object is allocated.
[[nodiscard]] bool is_allocation(std::string_view word);

/// `__global` and `__restrict__` without their underscores, for known qualifiers.
[[nodiscard]] std::string_view without_underscores(std::string_view word);

}  // namespace clmm::syntax
