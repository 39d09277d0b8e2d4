#pragma once

#include <string_view>

#include "read/type.h"

namespace clmm::litmus {

/// `read_imagef`, `write_imageui`, `get_image_width` and so on.
/// Source   OpenCL C 3.0, "Image Read and Write Functions"
[[nodiscard]] bool is_image_function(std::string_view name);
/// How many numbers say which texel is meant; the layer of an array is one of them.
[[nodiscard]] unsigned coordinate_count(const Type& image);
/// What such a function yields for an image of this type: void for writes, null where it has no
/// meaning for it.
[[nodiscard]] TypePtr image_call_type(std::string_view name, const Type& image);

}  // namespace clmm::litmus
