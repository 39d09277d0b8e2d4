#pragma once

#include "clmm/litmus/event_structure.h"

namespace clmm::litmus {

/// Where outcomes are not listed, a write of a value that an OpaqueValue is part of, and that
/// nothing which decides what takes place can read, becomes a write of 0, and there are no
/// observables: races and other undefined behaviour stay as they are.
void forget_values(EventStructure& structure);

}  // namespace clmm::litmus
