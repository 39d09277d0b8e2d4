#pragma once

#include "objects/box.h"
#include "objects/memory_core.h"

namespace clmm::runtime {

/// How many elements an image has in the directions of its coordinates.
[[nodiscard]] Size3 image_extent(const ImageDescription& image);
/// The box of elements from `origin` on.
[[nodiscard]] Box image_box(std::byte* memory, const ImageInfo& image, const Size3& origin);
/// A region of elements in bytes.
[[nodiscard]] Extent bytes_of(const ImageInfo& image, const Size3& region);
/// Throws CL_INVALID_VALUE for a region that is not in the image.
void check_image_region(const MemoryCore& memory, const Size3& origin, const Size3& region);

}  // namespace clmm::runtime
