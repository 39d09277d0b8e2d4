#pragma once

#include <string>

#include "clmm/parser/litmus_tree.h"
#include "clmm/parser/tree_walk.h"

namespace clmm::hardware {

/// Declared `local` and no pointer: an object of the work-group.
[[nodiscard]] bool is_local_object(const syntax::Declarator& declarator);

/// Whether a barrier is a statement in it, at any depth.
[[nodiscard]] bool contains_barrier(const syntax::Statement& statement);
/// The call, where the statement is one of a barrier; else null.
[[nodiscard]] const syntax::Call* barrier_of(const syntax::Statement& statement);
/// The label of a labelled statement; empty: none.
[[nodiscard]] std::string label_of(const syntax::Statement& statement);

}  // namespace clmm::hardware
