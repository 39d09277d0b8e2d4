#pragma once

#include <optional>
#include <vector>

#include "clmm/runtime/command_queue.h"
#include "exec/values/argument.h"
#include "exec/values/number.h"

namespace clmm::cli {

/// What `img=image2d:rgba8:64x48:@in.raw` asks for.
///
/// Shape    `bytes` holds the elements without gaps; it is empty for zeros.
struct ImageRequest {
    runtime::ImageFormat format;
    runtime::ImageDescription description;
    std::vector<std::byte> bytes;
};

/// The words: the type of the image, which must be the parameter's; a format, whose names are those
/// of GLSL (`rgba8`, `r32f`, `rg16i`, `rgba8ui`, `r8_snorm`, `rgb565`); sizes in elements, width
/// first, which an NPY or JSON file may give instead by its shape.
/// Throws ExecError.
[[nodiscard]] ImageRequest image_request(const ExecArgument& argument,
                                         const runtime::Parameter& parameter);

/// The region of all of an image.
[[nodiscard]] runtime::Size3 whole_region(const runtime::ImageDescription& image);
/// The type of the channels as files have them; none of packed formats.
[[nodiscard]] std::optional<NumberType> channel_number(runtime::ImageFormat format);
/// As files have it, the last index fastest: layers or depth, height, width, channels (unless there
/// is one only).
[[nodiscard]] std::vector<std::uint64_t> image_shape(runtime::ImageFormat format,
                                                     const runtime::ImageDescription& image);

/// `smp=sampler:normalized:repeat:linear`, in any order; left out: unnormalized, clamp_to_edge,
/// nearest. Throws ExecError.
[[nodiscard]] runtime::SamplerArgument sampler_request(const ExecArgument& argument);

}  // namespace clmm::cli
