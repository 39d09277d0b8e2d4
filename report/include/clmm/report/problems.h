#pragma once

#include <string>
#include <vector>

#include "clmm/enumerator/check.h"

/// Results that are not what a test, or who asks, expects, as messages.
namespace clmm::report {

/// An error for a claim that does not hold, a warning for one that cannot be decided. The hint is
/// the command that says why, where the model is one that it can name.
[[nodiscard]] Diagnostic claim_problem(const enumerator::CheckResult& result,
                                       const enumerator::ClaimResult& claim);

/// An error for each of these kinds of undefined behaviour, which a test does not expect.
[[nodiscard]] Diagnostics undefined_problems(const enumerator::CheckResult& result,
                                             const std::vector<std::string>& kinds);

}  // namespace clmm::report
