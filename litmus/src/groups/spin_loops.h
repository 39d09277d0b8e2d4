#pragma once

#include <map>

#include "clmm/litmus/exclusion.h"
#include "unfold/unfolding.h"

/// Loops that only wait. An iteration that goes on without having written anything, and that
/// hands nothing to the next, can be left out of an execution when each of its reads reads what
/// an earlier iteration has read: the rest stays consistent, and what the earlier one has
/// synchronised with still comes before. By coherence every iteration that stays, but the first,
/// reads a write that is new to the loop; the last one ends the loop. So as many iterations as
/// there are writes to the locations that the loop reads let every outcome happen (one more where
/// the loop ends in its body, and one where a weak exchange fails though it need not). Writes of
/// the same unit in the loop or after it cannot be read in it.
namespace clmm::litmus {

/// Bounds that are just enough for waiting loops and differ from those they had. Loops that would
/// need a large one keep theirs.
[[nodiscard]] std::map<LoopKey, unsigned> sufficient_bounds(const Unfolding& unfolding);

/// Bounds with which waiting loops go round once, where nothing in them may be undefined.
[[nodiscard]] std::map<LoopKey, unsigned> bounds_of_one(const Unfolding& unfolding);

/// Marks the bounds of waiting loops that were unrolled far enough, and says when they never end.
void mark_exhaustive(Unfolding& unfolding);

}  // namespace clmm::litmus
