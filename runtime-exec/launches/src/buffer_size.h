#pragma once

#include <map>
#include <string>

#include "clmm/base/result.h"
#include "launch_terms.h"

namespace clmm::runtime::launches {

/// A number of elements: sums, differences and products of numbers, `global`, `local`, `groups`
/// (of the first dimension; `global1` of the second), scalar parameters and parentheses.
///
/// Shape    64 bits, signed.
/// Errors   E-LAUNCH.
[[nodiscard]] Result<TermId> buffer_size(const std::string& text, Formulas& formulas,
                                         LaunchTerms& launch,
                                         const std::map<std::string, TermId>& scalars);

}  // namespace clmm::runtime::launches
