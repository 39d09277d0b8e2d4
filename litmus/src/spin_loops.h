#pragma once

#include <map>

#include "unfolding.h"

/// Loops that only wait. An iteration that goes on without having written anything, and that
/// hands nothing to the next, can be left out of an execution when each of its reads reads what
/// an earlier iteration has read: the rest stays consistent, and what the earlier one has
/// synchronised with still comes before. By coherence there are at most as many other iterations
/// as there are writes to the locations that the loop reads; so one more than these is enough.
namespace clmm::litmus {

/// Whether two conjunctions hold one condition and its negation.
[[nodiscard]] bool exclude(const TermPool& terms, TermId a, TermId b);

/// Bounds that waiting loops need beyond the one they had, where those are small.
[[nodiscard]] std::map<LoopKey, unsigned> longer_bounds(const Unfolding& unfolding);

/// Marks the bounds of waiting loops that were unrolled far enough.
void mark_exhaustive(Unfolding& unfolding);

}  // namespace clmm::litmus
