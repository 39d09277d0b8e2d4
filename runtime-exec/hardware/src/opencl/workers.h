#pragma once

#include <sys/types.h>

#include <vector>

#include "opencl/machine.h"

namespace clmm::hardware::opencl {

/// The threads of this process that execute work-groups for a CPU's driver.
///
/// Idea     drivers name them nowhere. So a kernel is executed that only computes: the threads
///          whose time on a processor grows meanwhile, but for the caller, are those. It is
///          launched until there are as many as the device has compute units.
/// Shape    one for each compute unit, ascending; empty where their number is another, or the
///          system does not tell times of threads (/proc/self/task/*/schedstat).
/// Errors   DeviceError.
/// Cost     a compilation, and launches for some milliseconds; a second where they are not found.
[[nodiscard]] std::vector<pid_t> worker_threads(const Machine& machine, unsigned compute_units);

}  // namespace clmm::hardware::opencl
