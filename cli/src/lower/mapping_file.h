#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "clmm/lowering/mapping.h"
#include "lower/command.h"

namespace clmm::cli {

/// A shipped mapping's name, or the path of a file (a word with a `/` or ending in `.map`).
/// Errors   E-MAPPING, E-FILE.
[[nodiscard]] Result<lowering::Mapping> read_mapping_named(const std::string& word);

/// Tells what is wrong with the models that a file of the user's names, and with each of its lines
/// by itself. False where that is an error. Of a shipped mapping nothing is asked.
[[nodiscard]] bool is_usable(const LowerArguments& arguments, const lowering::Mapping& mapping,
                             std::ostream& err);

/// The user's variants, or where nothing was said of a side's model, the mapping's.
[[nodiscard]] std::vector<std::string> source_variants(const LowerArguments& arguments,
                                                       const lowering::Mapping& mapping);
[[nodiscard]] std::vector<std::string> target_variants(const LowerArguments& arguments,
                                                       const lowering::Mapping& mapping);

}  // namespace clmm::cli
