#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "cat/lexer.h"

namespace clmm::syntax {

[[nodiscard]] bool opens_cat_comment(std::string_view text, std::size_t at);

struct CatCommentEnd {
    std::uint32_t end = 0;
    bool closed = true;
};
/// Of the comment that starts at `at`.
[[nodiscard]] CatCommentEnd end_of_cat_comment(std::string_view text, std::size_t at);

/// Adds it, or extends the last one with a `//` line right below it.
void add_cat_comment(std::string_view text, Span span, std::vector<CatComment>& comments);

/// The comment that ends on the line above `begin`, or on its line; empty where none does.
[[nodiscard]] std::string_view citation_above(std::string_view text,
                                              const std::vector<CatComment>& comments,
                                              std::uint32_t begin);

}  // namespace clmm::syntax
