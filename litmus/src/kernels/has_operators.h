#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace clmm::litmus {

/// `__has_builtin(f)` and its like, which texts ask before they use what not every compiler has:
/// Clang's "Feature Checking Macros". Here they are macros with any number of arguments, defined as
/// 0 or 1.
[[nodiscard]] std::span<const std::string_view> has_operators();
[[nodiscard]] bool is_has_operator(std::string_view name);

/// Whether a file can be included: its name, and whether that stands in `<>`.
using FindsFile = std::function<bool(const std::string& path, bool is_system)>;

/// `operand`: what stands between the brackets, with a macro's name as written. What clmm reads it
/// has; of files the answer is that of `finds`.
[[nodiscard]] bool answer_has_operator(std::string_view name, std::string_view operand,
                                       const FindsFile& finds);

}  // namespace clmm::litmus
