#pragma once

#include <string_view>
#include <vector>

#include "cat/lexer.h"

/// What herd's cat has and this one does without: its words and forms, and what to write instead.
/// Names that herd's library defines are in model/src/compile/dialect_names.h.
namespace clmm::syntax {

/// What to write instead of a word of herd's grammar; empty for other words.
[[nodiscard]] std::string_view instead_of(std::string_view word);

/// Such words and forms would pass for names and operators, and puzzle the grammar later.
[[nodiscard]] Diagnostics find_dialect(const SourcePtr& source,
                                       const std::vector<CatToken>& tokens);

}  // namespace clmm::syntax
