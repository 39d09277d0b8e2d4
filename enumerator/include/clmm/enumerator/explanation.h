#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/enumerator/check.h"
#include "clmm/model/derivation.h"
#include "clmm/model/refutation.h"

namespace clmm::enumerator {

/// One refutation with the inferences from what the execution decides to the violated axiom.
struct Contradiction {
    model::Refutation refutation;
    std::vector<model::Inference> inferences;  ///< on refutation.would_be; empty for thin air
};

/// Contradictions of which each execution with the state has one, and none can be left out.
using ForbiddenArgument = std::vector<Contradiction>;

/// One place of the test made stronger than it is: a statement, or an object.
struct Strengthening {
    std::string_view kind;                           ///< StrengthKind::name
    std::vector<model::EventId> events = {};         ///< of one statement; empty for objects
    std::vector<litmus::LocationId> locations = {};  ///< of one object
    std::string words = {};                          ///< StrengthStep::words
};

/// A test that differs in nothing but the strengthenings and lacks what is to be explained;
/// with any one of them less strong it would not. Where they are several, no single one does,
/// unless by making accesses atomic, which ends a race without ordering anything.
struct Stronger {
    std::vector<Strengthening> strengthenings;
    model::EventStructure structure;
    /// Why the state cannot be there; empty where a race was to go.
    std::vector<ForbiddenArgument> arguments;
};

/// A final state that is asked about: its parts, which all hold in it, and how to speak of it.
struct Question {
    std::vector<litmus::TermId> wanted;
    std::vector<std::string> texts;  ///< of each: `0:r0=1`
    std::string text;                ///< a subject: `exists (x=1): such a state`, `0:r0=1`
};

/// Why a state is forbidden or allowed.
struct StateExplanation {
    Question question;
    std::vector<ForbiddenArgument> arguments;  ///< where it is forbidden
    bool impossible_by_values = false;         ///< no write stores the values, whatever the model
    bool without_reasons = false;              ///< it is forbidden; `incomplete` says why no more
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

/// The condition. Cost: none; the parts are those of its text, as it was written.
[[nodiscard]] Question question_of_condition(const litmus::LitmusTest& test,
                                             const model::EventStructure& structure);

/// A state written `x=1; 0:r0=2`, with names of the structure's observables. Adds terms to the
/// structure's pool.
/// Errors   E-SELECT: a name that is none, or a value that is no number or address.
[[nodiscard]] Result<Question> question_of_state(model::EventStructure& structure,
                                                 const std::string& state);

/// Why no execution satisfies the terms, or one that does.
///
/// Cost     that of deciding the condition, some ten times.
/// Tests    tests/unit/enumerator/explanation_test.cpp; tests/cross re-checks it on the corpus.
[[nodiscard]] StateExplanation explain_state(const model::EventStructure& structure,
                                             const model::MemoryModel& model, Question question,
                                             const ExplainOptions& options);

/// Why an entry of the answer's undefined behaviour is a race, and what would order its actions.
[[nodiscard]] RaceExplanation explain_race(const CheckResult& result,
                                           const model::MemoryModel& model, std::size_t entry,
                                           const ExplainOptions& options);

}  // namespace clmm::enumerator
