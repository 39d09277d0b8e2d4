#pragma once

#include <list>
#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/enumerator/explanation.h"
#include "clmm/report/explanation.h"

namespace clmm::report {

/// What there is to explain of a test, and all that the explanations point into but the result.
struct ToldTest {
    std::list<enumerator::StateExplanation> states;
    std::list<enumerator::RaceExplanation> races;
    std::vector<ToldExplanation> told;
};

/// Explains a final state, `x=1; 0:r0=2`; where none is named, the undefined behaviour, each place
/// once, which comes first since nothing else is promised of a test that has some, and then the
/// condition.
///
/// Shape    `result` must live on. Adds terms to its structure.
/// Errors   E-SELECT: no state of the test; nothing to explain (but where the search for undefined
///          behaviour was cut short: then nothing is told).
[[nodiscard]] Result<ToldTest> tell_test(enumerator::CheckResult& result,
                                         const model::MemoryModel& model, const std::string& state,
                                         const enumerator::ExplainOptions& options);

/// Why there may be undefined behaviour that was not found; empty if there is none.
[[nodiscard]] std::string why_undefined_incomplete(const enumerator::CheckResult& result);

}  // namespace clmm::report
