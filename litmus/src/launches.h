#pragma once

#include "unfolding.h"

namespace clmm::litmus {

/// The kernel-instances that the test launches, then those that are waiting, until none is left.
void run_launches(Unfolding& unfolding);

/// The index of an object beyond those of the test. One that is new lacks its initial write, so
/// another unfolding is needed that has it from the start.
std::size_t wanted_object(Unfolding& unfolding, const WantedObject& wanted);

}  // namespace clmm::litmus
