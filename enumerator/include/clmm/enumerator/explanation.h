#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clmm/enumerator/check.h"
#include "clmm/model/derivation.h"
#include "clmm/solver/refutation.h"

namespace clmm::enumerator {

/// One refutation with the inferences from what the execution decides to the violated axiom.
struct Contradiction {
    solver::Refutation refutation;
    std::vector<model::Inference> inferences;  ///< on refutation.would_be; empty for thin air
};

/// Contradictions of which each execution with the state has one, and none can be left out.
using ForbiddenArgument = std::vector<Contradiction>;

/// One place of the test made stronger than it is.
struct Strengthening {
    enum class What : std::uint8_t { order, scope, region, atomic };
    What what = What::order;
    std::vector<model::EventId> events;          ///< of one statement
    litmus::Order order = litmus::Order::none;   ///< the new one, for What::order
    litmus::Scope scope = litmus::Scope::none;   ///< … What::scope
    std::optional<litmus::LocationId> location;  ///< for What::region: made global
};

/// A test that differs in nothing but the strengthenings and lacks what is to be explained;
/// with any one of them less strong it would not.
struct Stronger {
    std::vector<Strengthening> strengthenings;
    model::EventStructure structure;
    /// Why the state cannot be there; empty where a race was to go.
    std::vector<ForbiddenArgument> arguments;
};

/// Why a state, given by terms that all hold, is forbidden or allowed.
struct StateExplanation {
    std::vector<litmus::TermId> wanted;
    std::vector<ForbiddenArgument> arguments;  ///< where it is forbidden
    bool impossible_by_values = false;         ///< no write stores the values, whatever the model
    std::optional<model::Execution> witness;   ///< where it is allowed
    std::optional<Stronger> expected;          ///< what would forbid it
    std::optional<std::string> incomplete;     ///< why the answer is not certain
};

/// Undefined behaviour of two actions, and what would rule it out.
struct RaceExplanation {
    std::size_t entry = 0;  ///< index into EngineAnswer::undefined
    std::vector<model::Inference> inferences;
    std::optional<Stronger> expected;
    std::optional<std::string> incomplete;  ///< why there may be one that was not found
};

struct ExplainOptions {
    CheckOptions check;
    std::size_t arguments = 3;  ///< independent ones of a forbidden state
    bool expected = true;       ///< look for what would forbid an allowed state or a race
};

/// A term that says `observable = value`, or `≠`.
struct ObservedValue {
    std::size_t observable = 0;  ///< index into EventStructure::observables
    std::uint64_t value = 0;
    bool negated = false;
};
[[nodiscard]] std::optional<ObservedValue> observation_of(const model::EventStructure& structure,
                                                          litmus::TermId term);

/// The terms that the condition asks for of one execution: those of an `exists` or `~exists`, the
/// negation for a `forall`, split at conjunctions. Adds terms to the structure's pool.
[[nodiscard]] std::vector<litmus::TermId> wanted_by_condition(const litmus::LitmusTest& test,
                                                              model::EventStructure& structure);

/// The terms of a state written `x=1; 0:r0=2`, with names of the structure's observables.
/// Errors   E-SELECT: a name that is none, or a value that is no number or address.
[[nodiscard]] Result<std::vector<litmus::TermId>> wanted_by_state(model::EventStructure& structure,
                                                                  const std::string& state);

/// Why no execution satisfies the terms, or one that does.
///
/// Cost     that of deciding the condition, some ten times.
/// Tests    tests/unit/enumerator/explanation_test.cpp; tests/cross re-checks it on the corpus.
[[nodiscard]] StateExplanation explain_state(const model::EventStructure& structure,
                                             const model::MemoryModel& model,
                                             std::vector<litmus::TermId> wanted,
                                             const ExplainOptions& options);

/// Why an entry of the answer's undefined behaviour is a race, and what would order its actions.
[[nodiscard]] RaceExplanation explain_race(const CheckResult& result,
                                           const model::MemoryModel& model, std::size_t entry,
                                           const ExplainOptions& options);

}  // namespace clmm::enumerator
