#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "read/test_code.h"

namespace clmm::litmus {

/// The devices that a test names: those of its work-items, launches and queues. Queues whose device
/// is no constant in the text are left out.
[[nodiscard]] std::set<std::uint32_t> devices_of(const TestCode& code,
                                                 const std::vector<Unit>& units);

}  // namespace clmm::litmus
