#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "clmm/parser/c_tree.h"

namespace clmm::syntax {

/// `1.5f`, `0x1p-3`, `2h`; none where the text is no such constant.
[[nodiscard]] std::optional<FloatingLiteral> read_floating(std::string_view text);

/// What stands between quotes, several strings joined.
struct Unescaped {
    std::string text;
    bool well_formed = true;  ///< and, of a character, exactly one
};
[[nodiscard]] Unescaped unescape(std::string_view quoted);

}  // namespace clmm::syntax
