#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace clmm::syntax {

/// Bytes of the well-formed UTF-8 character at `at`; 0 where there is none.
[[nodiscard]] std::uint32_t utf8_length(std::string_view text, std::size_t at);

/// Where text stops being UTF-8, if it does.
[[nodiscard]] std::optional<std::uint32_t> first_invalid_utf8(std::string_view text);

}  // namespace clmm::syntax
