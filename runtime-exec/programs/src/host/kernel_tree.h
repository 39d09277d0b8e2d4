#pragma once

#include <vector>

#include "clmm/parser/litmus_tree.h"
#include "units/kernel.h"

namespace clmm::runtime::host {

/// The functions, types and variables of a test as OpenCL C has them, and its work-items `units` as
/// kernels. Clauses of enqueue_kernel and enqueue_marker become counts and lists, a kernel's call
/// that is enqueued a block, `ndrange_2D(4, 2)` one of arrays, texels vectors of four channels, and
/// what the initial state has with the word `program` variables outside the functions.
///
/// Shape    spans are those of the test; what it does not have is at the place that it comes from.
/// Errors   Rejected (E-UNSUPPORTED) for a program-scope variable that holds an address.
[[nodiscard]] syntax::LitmusTree kernel_tree(const syntax::LitmusTree& test,
                                             const std::vector<UnitKernel>& units);

}  // namespace clmm::runtime::host
