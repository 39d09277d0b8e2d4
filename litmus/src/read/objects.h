#pragma once

#include <vector>

#include "clmm/litmus/litmus_test.h"
#include "read/diagnose.h"
#include "read/test_code.h"

namespace clmm::litmus {

/// Finds the objects of a test and what its parameters hold: from the initial state, from
/// parameters that are pointers (one that the initial state does not name is an object that is
/// zero), and from `local` declarations in bodies (one object a work-group). Fills
/// code.objects, code.object_names and code.units; yields the locations.
[[nodiscard]] std::vector<Location> collect_objects(TestCode& code, const std::vector<Unit>& units,
                                                    Reporter& reporter);

}  // namespace clmm::litmus
