#pragma once

#include <memory>

#include "clmm/base/result.h"
#include "clmm/model/term_solver.h"

namespace clmm::engines {

/// What decides terms over choices. Errors: as the kind of the SMT engine.
[[nodiscard]] Result<std::unique_ptr<model::TermSolver>> term_solver(const litmus::TermPool& terms);

}  // namespace clmm::engines
