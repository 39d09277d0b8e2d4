#pragma once

#include "unfolding.h"

namespace clmm::litmus {

/// Relates each barrier entry to the exits of the other units that meet in the same instance,
/// and reports divergence: an instance that one unit of a group executes and another does not.
void pair_barriers(Unfolding& unfolding);

}  // namespace clmm::litmus
