#pragma once

#include <cstddef>
#include <string_view>

namespace clmm {

/// How many letters to insert, delete or replace to make one word of the other.
///
/// Units    edits of one byte each; letters are bytes. Of words with more than 64, all of the
/// longer
///          one is replaced, unless they are the same.
/// Cost     O(a.size() · b.size()), at most 4,096 steps.
/// Tests    tests/unit/base/edit_distance_test.cpp
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace clmm
