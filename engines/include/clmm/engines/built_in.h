#pragma once

#include <memory>
#include <string>

#include "clmm/base/result.h"
#include "clmm/model/engines.h"

namespace clmm::engines {

/// All engines of this build, and those that it was built without.
///
/// Threads  any; all callers get the same object.
[[nodiscard]] std::shared_ptr<const model::Engines> built_in();

/// The SMT engine's formula before any search, with the clauses that the static bounds give, as
/// SMT-LIB 2. Errors: as the engine's kind.
[[nodiscard]] Result<std::string> smt2(const model::EventStructure& structure,
                                       const model::MemoryModel& model);

}  // namespace clmm::engines
