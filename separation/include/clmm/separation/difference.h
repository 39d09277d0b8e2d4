#pragma once

#include <set>
#include <string>

#include "clmm/model/program.h"

namespace clmm::separation {

/// What two models say differently: the sets and relations of tests that stand in the definitions
/// by which they differ, by the names that cat files have for them (`swg`, `L`, `rmw`).
///
/// Idea     operators are compared from the leaves on. One of which the other model has no equal,
///          though it has those of the operands, is where they part.
/// Errors   none; empty: their axioms and flags are the same.
[[nodiscard]] std::set<std::string> differing_names(const model::Program& first,
                                                    const model::Program& second);

}  // namespace clmm::separation
