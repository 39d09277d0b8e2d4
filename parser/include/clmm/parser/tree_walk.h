#pragma once

#include <functional>

#include "clmm/parser/litmus_tree.h"

namespace clmm::syntax {

/// Calls `visit` for each statement and for all that is in it, in the order of the text.
void for_each_statement(const Statement& statement,
                        const std::function<void(const Statement&)>& visit);
/// Calls `visit` for each declaration in a body, in the order of the text.
void for_each_declarator(const Block& body, const std::function<void(const Declarator&)>& visit);

/// Calls `visit` for both sides of each comparison, in the order of the text.
void for_each_atom(const Proposition& proposition,
                   const std::function<void(const PropositionAtom&)>& visit);

}  // namespace clmm::syntax
