#pragma once

#include <array>
#include <cstdint>

#include "clmm/runtime/argument.h"
#include "execute/instruction.h"

namespace clmm::runtime {

/// Where an element stands: x, y and z or the index of an array's layer.
using Texel = std::array<std::int64_t, 3>;

/// The element, or the border colour where there is none.
template <class T>
[[nodiscard]] std::array<T, 4> read_texel(const ImageArgument& image, const Texel& at);

/// As a kernel reads with a sampler: addressing and filter of "Image Addressing and Filtering".
/// Integer coordinates are those of elements.
template <class T>
[[nodiscard]] std::array<T, 4> sample(const ImageArgument& image, const SamplerArgument& sampler,
                                      const std::array<float, 3>& coordinates);

/// Does nothing where there is no such element.
template <class T>
void write_texel(const ImageArgument& image, const Texel& at, const std::array<T, 4>& colour);

/// Dimensions that coordinates have, without an array's index.
[[nodiscard]] unsigned dimensions(ImageType type);
[[nodiscard]] bool is_array(ImageType type);

namespace handlers {

/// Operands: image, sampler, then three coordinates; results: four components. constants[0]: the
/// colour, 'f', 'i' or 'u'; constants[1]: 0 without a sampler, 1 with one and integer
/// coordinates, 2 with floating-point ones.
[[nodiscard]] Handler read_image();
/// Operands: image, three coordinates, four components. constants[0] as above.
[[nodiscard]] Handler write_image();

enum class ImageQuery : std::int64_t { width, height, depth, array_size, data_type, order };
/// Of the image at address a; d is an int.
[[nodiscard]] Handler query_image();

}  // namespace handlers
}  // namespace clmm::runtime
