#pragma once

#include <random>
#include <string>
#include <vector>

namespace clmm::fuzz {

/// A text with one to four edits that mostly leave it a text of its language: words are exchanged
/// for words, numbers for numbers, lines and what brackets enclose are doubled, moved, left out, or
/// come from a donor. Now and then a byte is changed, whatever it is.
///
/// Shape    at most `most` bytes.
[[nodiscard]] std::string mutated(std::string text, const std::vector<std::string>& donors,
                                  std::mt19937& random, std::size_t most);

}  // namespace clmm::fuzz
