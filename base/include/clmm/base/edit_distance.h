#pragma once

#include <cstddef>
#include <string_view>

namespace clmm {

/// How many letters to insert, delete or replace to make one word of the other.
///
/// Units    edits of one byte each; letters are bytes.
/// Cost     O(a.size() · b.size()).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace clmm
