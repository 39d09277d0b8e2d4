#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness.h"

namespace clmm::fuzz {

/// Files with one of these endings, of at most 20 kB, below a folder, in the order of their names;
/// all where no ending is named.
[[nodiscard]] std::vector<std::string> texts_below(const std::string& folder,
                                                   const std::vector<std::string_view>& endings);

/// What a harness starts from: the files below the folders, and what clmm itself writes.
[[nodiscard]] std::vector<std::string> seeds_of(const Harness& harness,
                                                const std::vector<std::string>& folders);

}  // namespace clmm::fuzz
