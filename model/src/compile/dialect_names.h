#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Names and files of herd's library, which a model for herd takes for granted.
/// Its grammar's words are in parser/src/cat/dialect.h.
namespace clmm::model {

/// What to write instead of a name that herd has.
[[nodiscard]] std::optional<std::string> instead_of_name(std::string_view name);

/// What to write instead of including a file that herd has.
[[nodiscard]] std::optional<std::string> instead_of_file(std::string_view file);

}  // namespace clmm::model
