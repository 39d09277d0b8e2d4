#pragma once

#include "clmm/litmus/term.h"

namespace clmm::litmus {

/// Whether two conjunctions hold one condition and its negation: events with such guards never take
/// place together. So do those with a guard that is false.
///
/// Errors   none. False where nothing is known: the terms are looked at, not solved for.
[[nodiscard]] bool exclude(const TermPool& terms, TermId a, TermId b);

}  // namespace clmm::litmus
