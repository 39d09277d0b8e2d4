#pragma once

#include <vector>

#include "unfold/unfolding.h"

namespace clmm::litmus {

/// Locations in which work-items only count: all accesses are relaxed read-modify-writes of global
/// memory with one scope that reaches all of the launch, and what they read is used for nothing but
/// what they write there.
///
/// Idea     where there is no fence, and no barrier that reaches beyond a work-group, such an
///          operation orders nothing between work-items that share no group with a barrier. One
///          that is left out of an execution leaves a release sequence of those before and after
///          it, since all are read-modify-writes; one that is added comes last. So work-items that
///          have nothing else in common have nothing in common.
/// Shape    by LocationId; all false where the launch has such fences or barriers.
[[nodiscard]] std::vector<bool> counters(const Unfolding& unfolding);

}  // namespace clmm::litmus
