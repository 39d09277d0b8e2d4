#pragma once

#include <vector>

#include "clmm/model/evaluator.h"
#include "clmm/report/graph.h"

namespace clmm::report {

/// The pairs that make a check fail, as steps along relations with names, ready to be drawn bold:
/// a -ghb-> b -rb-> a.
///
/// Idea     walks down the operators of the check's node to relations that people know by name,
///          and no further; a relation that is itself what is cyclic is opened once.
/// Shape    in the order of the cycle where there is one, each step once. Empty where only sets
///          and complements are to blame.
/// Units    `evaluator` has evaluated the execution that the finding is about.
/// Tests    tests/unit/report/html_test.cpp
[[nodiscard]] std::vector<Highlight> violated_pairs(const model::MemoryModel& model,
                                                    const model::Evaluator& evaluator,
                                                    const model::Finding& finding);

}  // namespace clmm::report
