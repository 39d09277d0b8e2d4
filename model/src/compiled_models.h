#pragma once

#include <optional>
#include <string_view>

namespace clmm::model {

/// The table (compile/table.h) of a shipped model by its name, with all switches as the model sets
/// them; nothing where there is no such model. The build writes the definition (model/tables).
[[nodiscard]] std::optional<std::string_view> compiled_model(std::string_view name);

}  // namespace clmm::model
