#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "litmus/lexer.h"
#include "litmus/report.h"

namespace clmm::syntax {

/// The names that typedefs give.
using DefinedTypes = std::set<std::string_view>;

/// In the initial state, where typedefs are not known yet: names in `defined` become TYPE, words
/// of allocation before a type QUALIFIER.
void mark_initial_state(std::vector<LitmusToken>& tokens, const Reporter& reporter,
                        const DefinedTypes& defined);

/// Removes `__attribute__((opencl_unroll_hint(2)))` and others before a loop, an `if` or a
/// `switch`, and `__attribute__((fallthrough))`: like pragmas, they say nothing about what is
/// executed.
void drop_statement_attributes(std::vector<LitmusToken>& tokens, const Reporter& reporter);

/// Turns the '(' of `(*name)[` and `(*)[` behind a type into ARRAY_POINTER.
void mark_array_pointers(std::vector<LitmusToken>& tokens);

/// Removes the brackets of `(*const name)` behind a type where neither an array nor a function
/// follows: there they are of no effect.
void drop_declarator_brackets(std::vector<LitmusToken>& tokens);

/// Turns names that label a statement into LABEL. `a ? b : c` and `case N:` have colons that
/// follow no label; labels never stand in parentheses, so those need no look inside.
void mark_labels(std::vector<LitmusToken>& tokens);

/// Turns every IF that has an `else` into IF_ELSE, so that the grammar need not look ahead.
void mark_if_else(std::vector<LitmusToken>& tokens);

/// Whether the '{' at `i` opens the body of a block literal: `^{` or `^(parameters){`.
[[nodiscard]] bool begins_block_literal(const std::vector<LitmusToken>& tokens, std::size_t i);

}  // namespace clmm::syntax
