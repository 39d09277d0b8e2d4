#pragma once

#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/enumerator/check.h"
#include "clmm/report/graph.h"

namespace clmm::report {

/// Pictures of the executions of a test that a word selects.
struct DrawnSelection {
    std::vector<Graph> graphs;
    /// Why these may not be all of them, or not those that the word means once all is known; empty
    /// where they are. There may be no graphs then.
    std::string unknown;
};

/// Draws what `word` selects: `witness` (the execution that decides the condition, else one that
/// the test has, else one with undefined behaviour), `all`, `race`, `forbidden` (what the condition
/// asks for, with what the model has against it), the number of an outcome, or a state `x=1;
/// 0:r0=2`.
///
/// Shape    `result` has witnesses of all outcomes (model::Witnesses::all).
/// Errors   E-SELECT: a word that is none of these, or selects nothing.
/// Cost     of `forbidden` that of an explanation, within `limits`; of the others none.
[[nodiscard]] Result<DrawnSelection> draw_selected(enumerator::CheckResult& result,
                                                   const model::MemoryModel& model,
                                                   const std::string& word,
                                                   const GraphOptions& options,
                                                   const enumerator::CheckOptions& limits);

/// Names among the options that the model has no relation for. E-SELECT.
[[nodiscard]] Diagnostics unknown_relations(const model::MemoryModel& model,
                                            const GraphOptions& options);

}  // namespace clmm::report
