#pragma once

#include "clmm/model/refutation.h"

namespace clmm::solver {

/// Refutations by the SMT engine.
///
/// Idea     Z3 proposes executions with the wanted state as they come from the test alone, without
///          any axiom, to model::refute(), and has cores of its own.
/// Errors   as model::Refuter.
/// Cost     as a search for the outcome, plus a solver call a clause of the core and a literal.
class SmtRefuter final : public model::Refuter {
public:
    [[nodiscard]] model::Refuted refute(const model::EventStructure& structure,
                                        const model::MemoryModel& model,
                                        const std::vector<litmus::TermId>& wanted,
                                        const model::RefutationLimits& limits) override;
};

}  // namespace clmm::solver
