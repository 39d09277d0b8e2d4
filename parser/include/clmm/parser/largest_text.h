#pragma once

#include <cstddef>

namespace clmm::syntax {

/// What a test, or a file of kernels after its preprocessing, may have at most: the trees take some
/// hundred times as much.
///
/// Units    bytes.
inline constexpr std::size_t kLargestText = std::size_t{4} << 20U;

}  // namespace clmm::syntax
