#pragma once

#include <string>

#include "clmm/lowering/mapping.h"

namespace clmm::cli {

/// A shipped mapping's name, or the path of a file (a word with a `/` or ending in `.map`).
/// Errors   E-MAPPING, E-FILE.
[[nodiscard]] Result<lowering::Mapping> read_mapping_named(const std::string& word);

}  // namespace clmm::cli
