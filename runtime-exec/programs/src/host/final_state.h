#pragma once

#include "host/run.h"

namespace clmm::runtime::host {

/// Reads what the test observes, in the order in which `clmm check` lists it, and decides the
/// condition and the filter. All threads and commands must have ended.
void read_final_state(Run& run, HostOutcome& outcome);

}  // namespace clmm::runtime::host
