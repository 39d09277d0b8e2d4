#pragma once

#include <cstddef>

#include "clmm/runtime/command_queue.h"

namespace clmm::runtime {

/// Rows and slices of bytes in linear memory.
struct Box {
    std::byte* base = nullptr;
    std::size_t row_pitch = 0;
    std::size_t slice_pitch = 0;
};

/// How large a box is: x in bytes.
using Extent = Size3;

void copy_box(const Box& to, const Box& from, const Extent& extent);

/// Bytes from the first to behind the last of a box; throws CL_INVALID_VALUE beyond 64 bits.
[[nodiscard]] std::size_t span_of(const Extent& extent, std::size_t row_pitch,
                                  std::size_t slice_pitch);

/// Whether two boxes of one memory object have a byte in common; both have the same pitches.
[[nodiscard]] bool boxes_overlap(const Size3& a, const Size3& b, const Size3& region);

/// The layout with its pitches filled in. Throws CL_INVALID_VALUE for pitches that are too small
/// and regions of size 0.
[[nodiscard]] RectLayout resolve(const RectLayout& layout, const Size3& region);
/// Where a resolved layout starts; throws CL_INVALID_VALUE beyond 64 bits.
[[nodiscard]] std::size_t offset_of(const RectLayout& layout);
[[nodiscard]] Box box_at(std::byte* memory, const RectLayout& layout);

}  // namespace clmm::runtime
