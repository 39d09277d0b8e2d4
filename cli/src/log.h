#pragma once

#include <string>

#include "clmm/enumerator/check.h"

/// What the program says on stderr.
namespace clmm::cli {

/// Statistics and times of one check, for `--verbose`.
[[nodiscard]] std::string statistics_line(const enumerator::CheckResult& result);

/// An error for a claim that does not hold, a warning for one that cannot be decided.
[[nodiscard]] Diagnostic claim_problem(const enumerator::CheckResult& result,
                                       const enumerator::ClaimResult& claim);

}  // namespace clmm::cli
