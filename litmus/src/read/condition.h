#pragma once

#include <string>

#include "clmm/litmus/litmus_test.h"
#include "read/diagnose.h"
#include "read/test_code.h"

namespace clmm::litmus {

/// Resolves the names of the condition, the filter and `locations`, which say what is observed.
/// Fills code.condition, code.filter and code.observed.
void resolve_condition(TestCode& code, const std::vector<Unit>& units, Reporter& reporter);

/// `exists (x=1 /\ 0:r0=2)`; empty where there is no condition.
[[nodiscard]] std::string condition_text(const syntax::LitmusTree& tree);

}  // namespace clmm::litmus
