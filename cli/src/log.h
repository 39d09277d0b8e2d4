#pragma once

#include <string>

#include "clmm/enumerator/check.h"

/// What the program says on stderr.
namespace clmm::cli {

/// Statistics and times of one check, for `--verbose`.
[[nodiscard]] std::string statistics_line(const enumerator::CheckResult& result);

/// An error for a claim that does not hold, a warning for one that cannot be decided. The hint is
/// the command that says why, where the model is one that it can name.
[[nodiscard]] Diagnostic claim_problem(const enumerator::CheckResult& result,
                                       const enumerator::ClaimResult& claim);

/// An error for each of these kinds of undefined behaviour, which a test does not expect.
[[nodiscard]] Diagnostics undefined_problems(const enumerator::CheckResult& result,
                                             const std::vector<std::string>& kinds);

}  // namespace clmm::cli
