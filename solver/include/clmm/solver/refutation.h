#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/budget.h"
#include "clmm/model/engine.h"

namespace clmm::solver {

/// One way in which executions with the wanted state break the model: literals that no
/// consistent execution has together.
struct Refutation {
    /// Where it shows in `would_be`; nullopt: values out of thin air, which the request forbids.
    std::optional<model::Finding> finding;
    model::Reason reason;
    /// By literal of `reason`: which of the wanted terms force it, whatever the model says
    /// (indices; empty: it is forced in every execution). nullopt: it is not forced, so a case.
    std::vector<std::optional<std::vector<std::size_t>>> forced_by;
    /// Satisfies what is wanted and has this reason, and none of the others of its argument.
    model::Execution would_be;
};

/// Refutations that together leave no execution with the wanted state, and of which none can be
/// left out.
using Argument = std::vector<Refutation>;

/// What is known of the executions in which all wanted terms hold.
struct Refuted {
    std::vector<Argument> arguments;          ///< no two share a refutation; shortest first
    std::optional<model::Execution> allowed;  ///< there is one after all, here
    /// No assignment of values satisfies the terms, whatever the model says.
    bool impossible_by_values = false;
    std::optional<std::string> incomplete;  ///< why nothing is certain, or the arguments few
};

struct RefutationLimits {
    std::size_t arguments = 3;
    Budget budget;
    model::ThinAir forbid_thin_air = model::ThinAir::none;
};

/// Why no execution that ends within the unrolling bounds makes all the terms true.
///
/// Idea     Z3 proposes executions with the wanted state as they come from the test alone, without
///          any axiom. Each breaks some: the literals that do so, less those that the others imply,
///          become a clause. Once nothing is left to propose, the solver's core of clauses, shrunk
///          one by one, is an argument. Without its clauses the search goes on for an independent
///          one.
/// Cost     as a search for the outcome, plus a solver call a clause of the core and a literal.
/// Tests    tests/unit/solver/refutation_test.cpp; tests/cross re-checks arguments by enumeration.
[[nodiscard]] Refuted refute(const model::EventStructure& structure,
                             const model::MemoryModel& model,
                             const std::vector<litmus::TermId>& wanted,
                             const RefutationLimits& limits = {});

}  // namespace clmm::solver
