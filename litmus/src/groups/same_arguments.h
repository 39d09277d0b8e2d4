#pragma once

#include "unfold/unfolding.h"

namespace clmm::litmus {

/// Once all units have run: where work-items that meet at a call give other arguments than one
/// another, though all have to give the same. That is divergence, as for who does not come.
///
/// Source   OpenCL C 3.0, "Synchronization Functions" ("The values of flags and scope must be the
///          same for all work-items in the work-group"), "Work-group Collective Functions" and
///          "Sub-Group Functions" (the index of a broadcast); cl_intel_subgroups (pointers of
///          blocks). Copies are looked at where they run (copies.cpp).
/// Tests    tests/golden/group-functions/broadcast-index*, tests/golden/kernels/agreement-*
void check_same_arguments(Unfolding& unfolding);

}  // namespace clmm::litmus
