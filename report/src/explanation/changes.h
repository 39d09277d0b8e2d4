#pragma once

#include <vector>

#include "clmm/report/explanation.h"

namespace clmm::report {

/// The strengthenings in words, by the names that the execution gives to its actions.
[[nodiscard]] std::vector<ToldChange> changes_of(const enumerator::Stronger& stronger,
                                                 const enumerator::CheckResult& result,
                                                 const model::Execution& execution);

}  // namespace clmm::report
