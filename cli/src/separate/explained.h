#pragma once

#include <array>
#include <string>

#include "clmm/enumerator/check.h"
#include "clmm/separation/separate.h"

namespace clmm::cli {

/// Why one model forbids what the other allows, and how that one comes to it; where one races, why:
/// as `clmm explain` says it, indented.
[[nodiscard]] std::string explained(const separation::Separation& separation,
                                    const std::array<const model::MemoryModel*, 2>& models,
                                    const std::array<std::string, 2>& words,
                                    const enumerator::CheckOptions& check);

}  // namespace clmm::cli
