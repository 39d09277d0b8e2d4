#pragma once

#include <cstdint>
#include <vector>

#include "clmm/targets/ptx_code.h"
#include "harness/layout.h"

namespace clmm::hardware::ptx_text {

/// How many threads of the test meet at each barrier: by unit of the test, then by the thread's
/// barriers.
///
/// Idea     a device counts arrivals at a number, whoever they are, so barriers of the test can be
///          those of the device only where that comes to the same: the threads of each group are
///          run in all orders. None may wait for ever, which would hang the device.
/// Errors   Rejected (E-UNSUPPORTED).
/// Cost     exponential in the threads of a group that have barriers, which are few.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> meetings(
    const std::vector<targets::PtxThread>& threads, const Layout& layout);

/// The number of the barrier at which all threads of a group meet between instances.
constexpr std::int64_t kOwnBarrier = 15;

}  // namespace clmm::hardware::ptx_text
