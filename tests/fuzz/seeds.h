#pragma once

#include <string>
#include <vector>

#include "harness.h"

namespace clmm::fuzz {

/// The files of at most 20 kB below a folder, in the order of their names.
[[nodiscard]] std::vector<std::string> texts_below(const std::string& folder);

/// What a harness starts from, each text once: the files below the folders that it reads (of golden
/// tests' command lines what it takes of them), and what clmm itself writes.
[[nodiscard]] std::vector<std::string> seeds_of(const Harness& harness,
                                                const std::vector<std::string>& folders);
/// Writes seeds_of() into a folder, a file each.
void write_seeds(const Harness& harness, const std::vector<std::string>& folders,
                 const std::string& to);

}  // namespace clmm::fuzz
