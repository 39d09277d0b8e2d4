#pragma once

#include "clmm/generator/program.h"

namespace clmm::generator {

/// Of the orders: relaxed, then acquire and release, then acq_rel, then seq_cst. True of equal
/// ones.
///
/// Source   OpenCL C 3.0, "Order and Consistency"
[[nodiscard]] bool is_no_stronger(MemoryOrder a, MemoryOrder b);

/// What is left of a read-modify-write's order for its load, or its store.
[[nodiscard]] MemoryOrder order_of_part(MemoryOrder order, Kind part);

}  // namespace clmm::generator
