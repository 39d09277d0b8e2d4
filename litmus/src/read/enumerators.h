#pragma once

#include "clmm/parser/litmus_tree.h"
#include "read/diagnose.h"

namespace clmm::litmus {

/// Puts the values of a tree's enumerators, which are ints, in place of their names.
/// Errors   E-NAME where two have one name, or a variable or function has it too; E-TYPE where a
///          value is no constant.
void replace_enumerators(syntax::LitmusTree& tree, Reporter& reporter);

}  // namespace clmm::litmus
