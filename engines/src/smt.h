#pragma once

#include "clmm/engines/built_in.h"

namespace clmm::engines {

/// The SMT engine, or why this build has none.
[[nodiscard]] model::EngineKind smt();

}  // namespace clmm::engines
