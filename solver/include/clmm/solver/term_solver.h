#pragma once

#include <memory>

#include "clmm/model/term_solver.h"

namespace clmm::solver {

/// Terms decided by Z3, as bit-vectors.
///
/// Errors   none; why_unavailable() is asked before.
[[nodiscard]] std::unique_ptr<model::TermSolver> make_term_solver(const litmus::TermPool& terms);

}  // namespace clmm::solver
