#pragma once

#include <array>
#include <iosfwd>
#include <string>

#include "clmm/model/memory_model.h"
#include "separate/command.h"

namespace clmm::cli {

/// `clmm separate A B --tests …`: the smallest tests that the given ones contain. `check` has the
/// limits of the whole search.
[[nodiscard]] ExitCode run_contained(const SeparateArguments& arguments,
                                     const std::array<const model::MemoryModel*, 2>& models,
                                     const enumerator::CheckOptions& check, std::ostream& out,
                                     std::ostream& err);

}  // namespace clmm::cli
