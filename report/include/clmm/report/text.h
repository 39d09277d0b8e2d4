#pragma once

#include <string>

#include "clmm/enumerator/check.h"

namespace clmm::report {

/// What to print beside the block that herd would print.
struct TextOptions {
    bool model = false;           ///< a line `Model NAME`, for tests checked under several
    bool witness = false;         ///< an execution that decides the condition
    bool races = false;           ///< undefined behaviour with its source lines
    bool race_witnesses = false;  ///< and an execution for each
    bool time = false;  ///< a line `Time NAME 0.01`; makes the text differ from run to run
};

/// The result in herd's format (`Test … States … Observation … Hash=…`, an empty line), then
/// what the options ask for. docs/file-formats.md describes it.
///
/// Shape    states in the engine's order, ascending by value; a thin-air family is one state.
///          Counts are of states, or of executions where the check counted those.
/// Tests    tests/unit/report/text_test.cpp
[[nodiscard]] std::string to_text(const enumerator::CheckResult& result,
                                  const TextOptions& options = {});

/// A kernel's result: which properties hold, and what refutes the others.
///
///     Kernel reduce: 8 work-items in 2 work-groups
///     race-free      Verified
///     assert         Refuted
///
/// Tests    tests/golden/kernels
[[nodiscard]] std::string properties_to_text(const enumerator::CheckResult& result,
                                             const TextOptions& options = {});

/// What other readings of the model's switches would change (`--ambiguities`): a line a reading
/// that changes something, and one line for the rest.
///
/// Tests    tests/golden/switches
[[nodiscard]] std::string ambiguities_to_text(const enumerator::CheckResult& result);

/// The execution that decides the condition: one that satisfies an `exists`, one that violates a
/// `forall`; nullptr where there is none. Prefers a concrete outcome that is not out of thin air.
[[nodiscard]] const model::OutcomeEntry* deciding_outcome(const enumerator::CheckResult& result);

/// Every outcome with an execution that ends in it, for `--dump=executions`.
[[nodiscard]] std::string executions_to_text(const enumerator::CheckResult& result);

}  // namespace clmm::report
