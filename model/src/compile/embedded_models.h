#pragma once

#include <optional>
#include <string_view>
#include <vector>

/// The files of model/cat, carried inside the library so that clmm needs no data directory.
/// The build writes the definitions (cmake/EmbedTexts.cmake).
namespace clmm::model {

/// The text of the file `name`, a file name of model/cat with its extension ("opencl-3.0.cat").
[[nodiscard]] std::optional<std::string_view> embedded_model(std::string_view name);

/// The file names, sorted; include files are among them.
[[nodiscard]] std::vector<std::string_view> embedded_model_names();

}  // namespace clmm::model
