#pragma once

#include "clmm/model/refutation.h"

namespace clmm::solver {

/// Refutations by the SMT engine.
///
/// Idea     Z3 proposes executions with the wanted state as they come from the test alone, without
///          any axiom. Each breaks some: the literals that do so, less those that the others imply,
///          become a clause. Once nothing is left to propose, the solver's core of clauses, shrunk
///          one by one, is an argument. Without its clauses the search goes on for an independent
///          one.
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
