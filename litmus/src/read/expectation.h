#pragma once

#include <vector>

#include "clmm/litmus/litmus_test.h"
#include "clmm/parser/litmus_tree.h"
#include "read/diagnose.h"

namespace clmm::litmus {

/// What the `Expect=` lines claim: `[model:] item{, item}{; …}`, items allowed, forbidden, holds,
/// fails, racy, race-free. Malformed ones are E-EXPECT.
[[nodiscard]] std::vector<Expectation> read_expectations(const syntax::LitmusTree& tree,
                                                         Reporter& reporter);

}  // namespace clmm::litmus
