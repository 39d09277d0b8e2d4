#pragma once

#include <vector>

#include "clmm/parser/c_tree.h"
#include "kernels/ndrange.h"

namespace clmm::litmus {

/// What stands beside the call of a kernel in a launch: `global_size(8), local_size(4)`.
struct LaunchClauses {
    NDRange range;
    std::uint32_t device = 0;
    std::vector<const syntax::Expression*> others;  ///< not about the range
};

/// Rejects (E-NDRANGE) sizes that are no constants, missing or no range.
[[nodiscard]] LaunchClauses read_clauses(const std::vector<const syntax::Expression*>& clauses,
                                         Span launch);

/// A local size of 0 is missing, sizes must not be 0, local ones not above global ones.
void check_range(NDRange& range, Span span);

}  // namespace clmm::litmus
