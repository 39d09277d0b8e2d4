#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/parser/litmus_tree.h"
#include "litmus/report.h"

namespace clmm::syntax {

/// What some editors write at the begin of a file.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// The lines before the initial state: dialect and name, `key=value` lines, a quoted text.
struct LitmusHeader {
    Dialect dialect = Dialect::opencl;
    std::string name;
    std::string documentation;
    std::vector<Metadata> metadata;
    std::uint32_t end = 0;  ///< where the body begins
};

[[nodiscard]] LitmusHeader read_header(Reporter& reporter);

}  // namespace clmm::syntax
