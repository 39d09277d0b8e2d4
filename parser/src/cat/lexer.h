#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/diagnostic.h"

namespace clmm::syntax {

/// `type` is one of the numbers of CatTokens.tokens; the last token has kCatEndOfFile.
struct CatToken {
    std::size_t type = 0;
    Span span;
};

inline constexpr std::size_t kCatEndOfFile = static_cast<std::size_t>(-1);

struct CatComment {
    Span span;
    std::string text;  ///< without delimiters and the decoration at the start of lines
};

/// Adjacent `//` lines are one comment.
struct CatTokens {
    std::vector<CatToken> tokens;
    std::vector<CatComment> comments;
};

/// Errors   E-CAT-SYNTAX: characters that start no token, open comments and strings; nesting
///          beyond kDeepestCat, which ends the list there.
[[nodiscard]] CatTokens tokenize_cat(const SourcePtr& source, Diagnostics& diagnostics);

/// Whether a token begins an operand of an expression.
[[nodiscard]] bool starts_operand(std::size_t type);

[[nodiscard]] Diagnostic cat_error(const SourcePtr& source, Span span, std::string message,
                                   std::string hint = {});

}  // namespace clmm::syntax
