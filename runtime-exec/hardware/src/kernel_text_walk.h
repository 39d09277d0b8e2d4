#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "clmm/parser/litmus_tree.h"

namespace clmm::hardware {

/// Calls `visit` for each statement and for all that is in it, in the order of the text.
void for_each_statement(const syntax::Statement& statement,
                        const std::function<void(const syntax::Statement&)>& visit);
/// Each declaration in a body.
void for_each_declarator(const syntax::Block& body,
                         const std::function<void(const syntax::Declarator&)>& visit);

/// Declared `local` and no pointer: an object of the work-group.
[[nodiscard]] bool is_local_object(const syntax::Declarator& declarator);

/// Whether a barrier is a statement in it, at any depth.
[[nodiscard]] bool contains_barrier(const syntax::Statement& statement);
/// The call, where the statement is one of a barrier; else null.
[[nodiscard]] const syntax::Call* barrier_of(const syntax::Statement& statement);
/// The label of a labelled statement; empty: none.
[[nodiscard]] std::string label_of(const syntax::Statement& statement);

}  // namespace clmm::hardware
