#pragma once

#include "unfold/unfolding.h"

namespace clmm::litmus {

/// Turns the condition and the filter into terms, and lists what they and `locations` observe:
/// registers by unit and name, then locations by name.
void observe(Unfolding& unfolding);

}  // namespace clmm::litmus
