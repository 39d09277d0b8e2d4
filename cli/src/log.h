#pragma once

#include <string>

#include "clmm/enumerator/check.h"

/// What the program says on stderr.
namespace clmm::cli {

/// Statistics and times of one check, for `--verbose`.
[[nodiscard]] std::string statistics_line(const enumerator::CheckResult& result);

}  // namespace clmm::cli
