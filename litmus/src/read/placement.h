#pragma once

#include <vector>

#include "clmm/litmus/litmus_test.h"
#include "clmm/parser/litmus_tree.h"
#include "read/diagnose.h"

namespace clmm::litmus {

/// Where each thread runs, in the order of the file: by `@wg 0, dev 0`, by the scope tree, or by
/// default (C: all in one work-group; OpenCL: a work-group each, with a warning). A work-group is
/// identified by its device, kernel and number; without `sg` each OpenCL unit is a sub-group.
[[nodiscard]] std::vector<Unit> place_units(const syntax::LitmusTree& tree, Reporter& reporter);

}  // namespace clmm::litmus
