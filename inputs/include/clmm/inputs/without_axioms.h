#pragma once

#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/model/memory_model.h"

namespace clmm::inputs {

/// The model with some of its axioms left out, and with a name that says so.
/// Errors   E-MODEL where it has no such axiom.
[[nodiscard]] Result<model::MemoryModel> without_axioms(const model::MemoryModel& model,
                                                        const std::vector<std::string>& names);

}  // namespace clmm::inputs
