#pragma once

#include <optional>
#include <string>

#include "clmm/base/natural.h"
#include "clmm/litmus/litmus_test.h"
#include "clmm/model/engine.h"

namespace clmm::enumerator {

/// What is known of a quantified condition. Errors   none: what an answer does not tell is unknown.
enum class Verdict { holds, fails, unknown };

/// Whether a proposition is true of some, all or no final states: herd's `Observation`.
enum class Observation { sometimes, always, never, unknown };

/// Final states by the proposition, whatever its quantifier.
struct Tally {
    Natural satisfying;
    Natural violating;
    friend bool operator==(const Tally&, const Tally&) = default;
};

/// Nothing can be missing from the answer's outcomes: no limit, no time-out, no loop cut short.
[[nodiscard]] bool is_complete(const model::EngineAnswer& answer);

/// Counts outcomes, or the executions behind them.
[[nodiscard]] Tally tally(const model::EngineAnswer& answer, bool executions);

/// Whether some allowed execution satisfies the proposition. An outcome found decides it for
/// good; its absence only where the answer is complete.
[[nodiscard]] std::optional<bool> allowed(const model::EngineAnswer& answer);

/// Whether every allowed execution satisfies it; a counterexample decides.
[[nodiscard]] std::optional<bool> always(const model::EngineAnswer& answer);

/// The verdict on the quantified condition. A test without a condition claims nothing: it
/// holds if its outcomes are all known.
///
/// Tests    tests/unit/enumerator/verdict_test.cpp has the whole table.
[[nodiscard]] Verdict verdict(const std::optional<litmus::Quantifier>& quantifier,
                              const model::EngineAnswer& answer);

[[nodiscard]] Observation observe(const model::EngineAnswer& answer);

/// True: some execution has a data race or an unsequenced race. False: none has. nullopt: unknown.
[[nodiscard]] std::optional<bool> racy(const model::EngineAnswer& answer);

/// Why the answer is not complete; empty where it is.
[[nodiscard]] std::string why_incomplete(const model::EngineAnswer& answer,
                                         const litmus::EventStructure& structure,
                                         const litmus::LitmusTest& test, unsigned unroll);

[[nodiscard]] std::string_view to_string(Verdict verdict);          ///< `holds`
[[nodiscard]] std::string_view to_string(Observation observation);  ///< `Sometimes`

}  // namespace clmm::enumerator
