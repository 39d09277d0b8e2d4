#pragma once

#include <string>
#include <string_view>

#include "clmm/litmus/opencl_changes.h"

namespace clmm::litmus {

/// As programs write them: `memory_order_relaxed`, `memory_scope_device`,
/// `CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE`, and `0` for no flags. Not of `none`.
///
/// Errors   none.
/// Source   OpenCL C 3.0, "Order and Consistency", "Memory Scope"
[[nodiscard]] std::string spelling(Order order);
[[nodiscard]] std::string spelling(Scope scope);
[[nodiscard]] std::string spelling(Regions flags);

/// `order`, `failure-order`, `scope`, `flags`, `fence`.
[[nodiscard]] std::string_view to_string(PlaceKind kind);

}  // namespace clmm::litmus
