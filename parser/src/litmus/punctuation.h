#pragma once

#include <cstddef>
#include <string_view>

namespace clmm::syntax {

struct Punctuation {
    std::string_view text;
    std::size_t type;
};

/// What people paste from papers and word processors, and what they mean by it.
struct Lookalike {
    std::string_view text;
    Punctuation meant;
};

/// The operator or bracket that `text` begins with, the longest one; null: none.
[[nodiscard]] const Punctuation* punctuation_at(std::string_view text);

/// The look-alike of this character, if it is one.
[[nodiscard]] const Lookalike* lookalike_of(std::string_view character);

}  // namespace clmm::syntax
