#pragma once

#include <string>
#include <vector>

#include "clmm/lowering/mapping.h"
#include "lower/command.h"

namespace clmm::cli {

/// A shipped mapping's name, or the path of a file (a word with a `/` or ending in `.map`).
/// Errors   E-MAPPING, E-FILE.
[[nodiscard]] Result<lowering::Mapping> read_mapping_named(const std::string& word);

/// The user's variants, or where nothing was said of a side's model, the mapping's.
[[nodiscard]] std::vector<std::string> source_variants(const LowerArguments& arguments,
                                                       const lowering::Mapping& mapping);
[[nodiscard]] std::vector<std::string> target_variants(const LowerArguments& arguments,
                                                       const lowering::Mapping& mapping);

}  // namespace clmm::cli
