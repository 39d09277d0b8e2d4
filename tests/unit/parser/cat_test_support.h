#pragma once

#include <string>

#include "clmm/parser/cat_tree.h"

namespace clmm::syntax::test {

[[nodiscard]] Result<CatTree> parse_cat_text(const std::string& text);

/// The statements, one a line, expressions fully parenthesised; or what is wrong.
[[nodiscard]] std::string cat_tree_of(const std::string& text);

/// One expression likewise.
[[nodiscard]] std::string cat_expression_of(const std::string& expression);

/// What is wrong with a text; empty if nothing is.
[[nodiscard]] std::string cat_errors_of(const std::string& text);

}  // namespace clmm::syntax::test
