#pragma once

#include <optional>
#include <string_view>
#include <vector>

/// The files of lowering/mappings, carried inside the library. The build writes the definitions
/// (cmake/EmbedTexts.cmake).
namespace clmm::lowering {

/// The text of the file `name`, with its extension ("c11-x86.map").
[[nodiscard]] std::optional<std::string_view> embedded_mapping(std::string_view name);

/// The file names, sorted.
[[nodiscard]] std::vector<std::string_view> embedded_mapping_names();

}  // namespace clmm::lowering
