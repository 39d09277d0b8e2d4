#pragma once

#include <optional>
#include <string_view>
#include <vector>

/// Texts about words, carried inside the library. The build writes the definitions
/// (CMakeLists.txt).
namespace clmm::lsp {

/// The text of a file by its name, `opencl.md` or `cat.md`.
[[nodiscard]] std::optional<std::string_view> embedded_words(std::string_view name);
[[nodiscard]] std::vector<std::string_view> embedded_words_names();

}  // namespace clmm::lsp
