#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clmm::hardware {

/// What a program that takes a file prints about it. `%` stands for the file among the words of
/// the command, whose first is looked for in the PATH.
///
/// Errors   none: nullopt where there is no such program, or it fails.
/// Cost     a temporary file and a process.
[[nodiscard]] std::optional<std::string> output_of_tool(const std::vector<std::string>& command,
                                                        std::span<const std::byte> contents);

}  // namespace clmm::hardware
