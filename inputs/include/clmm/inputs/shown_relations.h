#pragma once

#include <string>
#include <vector>

#include "clmm/inputs/model_store.h"

namespace clmm::inputs {

/// A model that also defines, by their own texts, those of the relations to show that are no names
/// but expressions of its language (`rf;sb`).
///
/// Errors   those of loading the model; those of the expressions, with spans into them; E-SELECT
///          for an expression that is a set.
[[nodiscard]] Result<model::MemoryModel> model_showing(ModelStore& models, const std::string& word,
                                                       const std::vector<std::string>& shown);

}  // namespace clmm::inputs
