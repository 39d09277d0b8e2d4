#pragma once

#include <string>
#include <vector>

#include "clmm/model/memory_model.h"

namespace clmm::model::test {

[[nodiscard]] Result<MemoryModel> load(const std::string& text, const LoadOptions& options = {});

/// A node written out, fully parenthesised; recursive names by name.
[[nodiscard]] std::string text_of(const Program& program, NodeId node);

/// The last definition of `text`, written out; or what is wrong.
[[nodiscard]] std::string compiled(const std::string& text, const LoadOptions& options = {});
[[nodiscard]] std::string compiled_expression(const std::string& expression);

/// What is wrong with a model; empty if nothing is.
[[nodiscard]] std::string errors_of(const std::string& text, const LoadOptions& options = {});

/// Files to include, by name.
[[nodiscard]] LoadOptions with_files(std::vector<std::pair<std::string, std::string>> files);

}  // namespace clmm::model::test
