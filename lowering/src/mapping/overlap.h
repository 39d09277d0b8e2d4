#pragma once

#include "clmm/lowering/mapping.h"

namespace clmm::lowering {

/// Whether some operation is about both rules.
[[nodiscard]] bool overlap(const Rule& a, const Rule& b);

/// Whether no operation is about the rule, since a line before it takes all of them: of a mapping
/// that is like another, what this one says besides.
[[nodiscard]] bool is_hidden(const Mapping& mapping, std::size_t rule);

}  // namespace clmm::lowering
