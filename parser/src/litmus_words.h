#pragma once

#include <cstddef>
#include <string_view>

namespace clmm::syntax {

/// Where a word stands; keywords differ.
enum class WordPlace { top_level, body, condition };

/// The token type of an identifier: a keyword, a type, a qualifier or a name.
[[nodiscard]] std::size_t classify_word(std::string_view word, WordPlace place);

/// `__global` and `__restrict__` without their underscores, for known qualifiers.
[[nodiscard]] std::string_view without_underscores(std::string_view word);

}  // namespace clmm::syntax
