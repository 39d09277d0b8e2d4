#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace clmm::runtime {

enum class ChannelOrder : std::uint8_t {
    r,
    a,
    rg,
    ra,
    rgb,
    rgba,
    bgra,
    argb,
    abgr,
    intensity,
    luminance,
    depth,
    srgba,
    sbgra,
};

enum class ChannelType : std::uint8_t {
    snorm_int8,
    snorm_int16,
    unorm_int8,
    unorm_int16,
    unorm_short_565,
    unorm_short_555,
    unorm_int_101010,
    signed_int8,
    signed_int16,
    signed_int32,
    unsigned_int8,
    unsigned_int16,
    unsigned_int32,
    half_float,
    float32,
};

/// How the elements of an image are stored, and their conversion to what kernels see.
///
/// Shape    colours are (r, g, b, a). Channels that the format lacks read as 0, alpha as 1.
/// Units    elements are whole bytes, little-endian as the host stores them.
/// Errors   `check` throws CL_INVALID_IMAGE_FORMAT_DESCRIPTOR for a pair that the API does not
///          have; the other functions expect one that it accepts.
/// Cost     O(1), no allocation.
/// Threads  values; loads and stores are plain accesses to the element.
/// Source   the API's tables of channel orders and types; OpenCL C, "Image addressing and
///          filtering", "Conversion rules".
/// Tests    tests/unit/runtime-exec/runtime/image_format_test.cpp
struct ImageFormat {
    ChannelOrder order = ChannelOrder::rgba;
    ChannelType type = ChannelType::unorm_int8;

    friend bool operator==(const ImageFormat&, const ImageFormat&) = default;
};

/// What kernels read an image of the format with: read_imagef, read_imagei or read_imageui.
enum class ColourKind : std::uint8_t { floating, signed_integer, unsigned_integer };

void check_format(ImageFormat format);
[[nodiscard]] ColourKind colour_kind(ImageFormat format);
[[nodiscard]] unsigned channel_count(ImageFormat format);
/// Bytes of an element.
[[nodiscard]] std::size_t element_size(ImageFormat format);

/// Only for formats of the matching colour kind. Out-of-range values saturate.
[[nodiscard]] std::array<float, 4> load_float(ImageFormat format, const std::byte* element);
[[nodiscard]] std::array<std::int32_t, 4> load_int(ImageFormat format, const std::byte* element);
[[nodiscard]] std::array<std::uint32_t, 4> load_uint(ImageFormat format, const std::byte* element);
void store_float(ImageFormat format, std::byte* element, const std::array<float, 4>& colour);
void store_int(ImageFormat format, std::byte* element, const std::array<std::int32_t, 4>& colour);
void store_uint(ImageFormat format, std::byte* element, const std::array<std::uint32_t, 4>& colour);

/// IEEE half precision, rounding to nearest even.
[[nodiscard]] float half_to_float(std::uint16_t half);
[[nodiscard]] std::uint16_t float_to_half(float value);

}  // namespace clmm::runtime
