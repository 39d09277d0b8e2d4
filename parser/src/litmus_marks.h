#pragma once

#include <vector>

#include "litmus_lexer.h"

namespace clmm::syntax {

/// Turns names that label a statement into LABEL. `a ? b : c` and `case N:` have colons that
/// follow no label; labels never stand in parentheses, so those need no look inside.
void mark_labels(std::vector<LitmusToken>& tokens);

/// Turns every IF that has an `else` into IF_ELSE, so that the grammar need not look ahead.
void mark_if_else(std::vector<LitmusToken>& tokens);

}  // namespace clmm::syntax
