#pragma once

#include <string_view>

namespace clmm::language {

/// Attributes that a reader looks at, or that change nothing in what a program may do.
[[nodiscard]] bool is_known_attribute(std::string_view name);

/// Attributes that change what a program means, and that nothing here reads.
[[nodiscard]] bool is_refused_attribute(std::string_view name);

}  // namespace clmm::language
