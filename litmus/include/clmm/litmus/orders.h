#pragma once

#include <cstdint>

#include "clmm/litmus/opencl_attributes.h"

namespace clmm::language {
enum class MemoryOrder : std::uint8_t;
enum class MemoryScope : std::uint8_t;
}  // namespace clmm::language

namespace clmm::litmus {

/// The orders and scopes of the language as events have them: never `none`.
///
/// Errors   none: each has one. memory_order_consume is an acquire.
/// Source   OpenCL C 3.0, "Order and Consistency", "Memory Scope"
[[nodiscard]] Order order_of(language::MemoryOrder order);
[[nodiscard]] Scope scope_of(language::MemoryScope scope);

}  // namespace clmm::litmus
