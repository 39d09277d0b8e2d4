#pragma once

#include "clmm/litmus/term.h"

namespace clmm::litmus {

/// Whether two conjunctions hold one condition and its negation.
[[nodiscard]] bool exclude(const TermPool& terms, TermId a, TermId b);

}  // namespace clmm::litmus
