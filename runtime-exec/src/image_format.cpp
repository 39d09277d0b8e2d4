#include "clmm/runtime/image_format.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "clmm/base/ensure.h"
#include "clmm/runtime/error.h"

namespace clmm::runtime {

namespace {

/// Where each stored channel is in a colour (r, g, b, a).
struct Order {
    unsigned count;
    std::array<unsigned, 4> channel;
};

Order order_of(ChannelOrder order) {
    switch (order) {
        case ChannelOrder::r:
        case ChannelOrder::intensity:
        case ChannelOrder::luminance:
        case ChannelOrder::depth:
            return {1, {0}};
        case ChannelOrder::a:
            return {1, {3}};
        case ChannelOrder::rg:
            return {2, {0, 1}};
        case ChannelOrder::ra:
            return {2, {0, 3}};
        case ChannelOrder::rgb:
            return {3, {0, 1, 2}};
        case ChannelOrder::rgba:
        case ChannelOrder::srgba:
            return {4, {0, 1, 2, 3}};
        case ChannelOrder::bgra:
        case ChannelOrder::sbgra:
            return {4, {2, 1, 0, 3}};
        case ChannelOrder::argb:
            return {4, {3, 0, 1, 2}};
        case ChannelOrder::abgr:
            break;
    }
    return {4, {3, 2, 1, 0}};
}

bool is_packed(ChannelType type) {
    return type == ChannelType::unorm_short_565 || type == ChannelType::unorm_short_555 ||
           type == ChannelType::unorm_int_101010;
}

bool is_srgb(ChannelOrder order) {
    return order == ChannelOrder::srgba || order == ChannelOrder::sbgra;
}

std::size_t channel_size(ChannelType type) {
    switch (type) {
        case ChannelType::snorm_int8:
        case ChannelType::unorm_int8:
        case ChannelType::signed_int8:
        case ChannelType::unsigned_int8:
            return 1;
        case ChannelType::snorm_int16:
        case ChannelType::unorm_int16:
        case ChannelType::signed_int16:
        case ChannelType::unsigned_int16:
        case ChannelType::half_float:
        case ChannelType::unorm_short_565:
        case ChannelType::unorm_short_555:
            return 2;
        case ChannelType::signed_int32:
        case ChannelType::unsigned_int32:
        case ChannelType::float32:
        case ChannelType::unorm_int_101010:
            break;
    }
    return 4;
}

bool is_8_bit(ChannelType type) {
    return type == ChannelType::snorm_int8 || type == ChannelType::unorm_int8 ||
           type == ChannelType::signed_int8 || type == ChannelType::unsigned_int8;
}

bool is_valid(ImageFormat format) {
    switch (format.order) {
        case ChannelOrder::rgb:
            return is_packed(format.type);
        case ChannelOrder::srgba:
        case ChannelOrder::sbgra:
            return format.type == ChannelType::unorm_int8;
        case ChannelOrder::bgra:
        case ChannelOrder::argb:
        case ChannelOrder::abgr:
            return is_8_bit(format.type);
        case ChannelOrder::depth:
            return format.type == ChannelType::unorm_int16 || format.type == ChannelType::float32;
        case ChannelOrder::intensity:
        case ChannelOrder::luminance:
            return !is_packed(format.type) && colour_kind(format) == ColourKind::floating;
        case ChannelOrder::r:
        case ChannelOrder::a:
        case ChannelOrder::rg:
        case ChannelOrder::ra:
        case ChannelOrder::rgba:
            break;
    }
    return !is_packed(format.type);
}

template <class T>
T load(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

template <class T>
void store(std::byte* to, T value) {
    std::memcpy(to, &value, sizeof value);
}

/// Clamps to [low, high] and rounds to the nearest even; NaN becomes 0.
long rounded(float value, float low, float high) {
    if (std::isnan(value)) return 0;
    return std::lrintf(std::clamp(value, low, high));
}

template <class T, class From>
T saturated(From value) {
    return static_cast<T>(std::clamp<std::int64_t>(value, std::numeric_limits<T>::min(),
                                                   std::numeric_limits<T>::max()));
}

// ---- sRGB, of the three colours but not of alpha ----

float from_srgb(float c) {
    return c <= 0.04045F ? c / 12.92F : std::pow((c + 0.055F) / 1.055F, 2.4F);
}

float to_srgb(float c) {
    if (std::isnan(c)) return 0;
    c = std::clamp(c, 0.0F, 1.0F);
    return c < 0.0031308F ? 12.92F * c : 1.055F * std::pow(c, 1.0F / 2.4F) - 0.055F;
}

// ---- one channel ----

float load_channel(ChannelType type, const std::byte* from) {
    switch (type) {
        case ChannelType::snorm_int8:
            return std::max(-1.0F, static_cast<float>(load<std::int8_t>(from)) / 127.0F);
        case ChannelType::snorm_int16:
            return std::max(-1.0F, static_cast<float>(load<std::int16_t>(from)) / 32767.0F);
        case ChannelType::unorm_int8:
            return static_cast<float>(load<std::uint8_t>(from)) / 255.0F;
        case ChannelType::unorm_int16:
            return static_cast<float>(load<std::uint16_t>(from)) / 65535.0F;
        case ChannelType::half_float:
            return half_to_float(load<std::uint16_t>(from));
        case ChannelType::float32:
            return load<float>(from);
        default:
            break;
    }
    ensure(false, "the channel has floating-point values");
    return 0;
}

void store_channel(ChannelType type, std::byte* to, float value) {
    switch (type) {
        case ChannelType::snorm_int8:
            return store(to, static_cast<std::int8_t>(rounded(value * 127.0F, -127.0F, 127.0F)));
        case ChannelType::snorm_int16:
            return store(to,
                         static_cast<std::int16_t>(rounded(value * 32767.0F, -32767.0F, 32767.0F)));
        case ChannelType::unorm_int8:
            return store(to, static_cast<std::uint8_t>(rounded(value * 255.0F, 0.0F, 255.0F)));
        case ChannelType::unorm_int16:
            return store(to, static_cast<std::uint16_t>(rounded(value * 65535.0F, 0.0F, 65535.0F)));
        case ChannelType::half_float:
            return store(to, float_to_half(value));
        case ChannelType::float32:
            return store(to, value);
        default:
            break;
    }
    ensure(false, "the channel has floating-point values");
}

std::int64_t load_integer(ChannelType type, const std::byte* from) {
    switch (type) {
        case ChannelType::signed_int8:
            return load<std::int8_t>(from);
        case ChannelType::signed_int16:
            return load<std::int16_t>(from);
        case ChannelType::signed_int32:
            return load<std::int32_t>(from);
        case ChannelType::unsigned_int8:
            return load<std::uint8_t>(from);
        case ChannelType::unsigned_int16:
            return load<std::uint16_t>(from);
        case ChannelType::unsigned_int32:
            return load<std::uint32_t>(from);
        default:
            break;
    }
    ensure(false, "the channel has integer values");
    return 0;
}

void store_integer(ChannelType type, std::byte* to, std::int64_t value) {
    switch (type) {
        case ChannelType::signed_int8:
            return store(to, saturated<std::int8_t>(value));
        case ChannelType::signed_int16:
            return store(to, saturated<std::int16_t>(value));
        case ChannelType::signed_int32:
            return store(to, saturated<std::int32_t>(value));
        case ChannelType::unsigned_int8:
            return store(to, saturated<std::uint8_t>(value));
        case ChannelType::unsigned_int16:
            return store(to, saturated<std::uint16_t>(value));
        case ChannelType::unsigned_int32:
            return store(to, saturated<std::uint32_t>(value));
        default:
            break;
    }
    ensure(false, "the channel has integer values");
}

// ---- packed elements: red in the highest bits ----

struct Packed {
    std::array<unsigned, 3> bits;
    std::array<unsigned, 3> shift;
};

Packed packed(ChannelType type) {
    if (type == ChannelType::unorm_short_565) return {{5, 6, 5}, {11, 5, 0}};
    if (type == ChannelType::unorm_short_555) return {{5, 5, 5}, {10, 5, 0}};
    return {{10, 10, 10}, {20, 10, 0}};
}

std::array<float, 4> load_packed(ChannelType type, const std::byte* element) {
    const std::uint32_t bits =
        channel_size(type) == 2 ? load<std::uint16_t>(element) : load<std::uint32_t>(element);
    const Packed layout = packed(type);
    std::array<float, 4> colour = {0, 0, 0, 1};
    for (std::size_t c = 0; c < 3; ++c) {
        const std::uint32_t largest = (1U << layout.bits[c]) - 1;
        colour[c] =
            static_cast<float>((bits >> layout.shift[c]) & largest) / static_cast<float>(largest);
    }
    return colour;
}

void store_packed(ChannelType type, std::byte* element, const std::array<float, 4>& colour) {
    const Packed layout = packed(type);
    std::uint32_t bits = 0;
    for (std::size_t c = 0; c < 3; ++c) {
        const auto largest = static_cast<float>((1U << layout.bits[c]) - 1);
        bits |= static_cast<std::uint32_t>(rounded(colour[c] * largest, 0, largest))
                << layout.shift[c];
    }
    if (channel_size(type) == 2)
        store(element, static_cast<std::uint16_t>(bits));
    else
        store(element, bits);
}

template <class T>
std::array<T, 4> load_integers(ImageFormat format, const std::byte* element) {
    const Order order = order_of(format.order);
    std::array<T, 4> colour = {0, 0, 0, 1};
    for (std::size_t i = 0; i < order.count; ++i)
        colour[order.channel[i]] =
            static_cast<T>(load_integer(format.type, element + i * channel_size(format.type)));
    return colour;
}

template <class T>
void store_integers(ImageFormat format, std::byte* element, const std::array<T, 4>& colour) {
    const Order order = order_of(format.order);
    for (std::size_t i = 0; i < order.count; ++i)
        store_integer(format.type, element + i * channel_size(format.type),
                      colour[order.channel[i]]);
}

}  // namespace

void check(ImageFormat format) {
    require(is_valid(format), ErrorCode::invalid_image_format_descriptor,
            "the channel order is not one of the channel type");
}

ColourKind colour_kind(ImageFormat format) {
    switch (format.type) {
        case ChannelType::signed_int8:
        case ChannelType::signed_int16:
        case ChannelType::signed_int32:
            return ColourKind::signed_integer;
        case ChannelType::unsigned_int8:
        case ChannelType::unsigned_int16:
        case ChannelType::unsigned_int32:
            return ColourKind::unsigned_integer;
        default:
            return ColourKind::floating;
    }
}

unsigned channel_count(ImageFormat format) { return order_of(format.order).count; }

std::size_t element_size(ImageFormat format) {
    const std::size_t size = channel_size(format.type);
    return is_packed(format.type) ? size : size * channel_count(format);
}

std::array<float, 4> load_float(ImageFormat format, const std::byte* element) {
    if (is_packed(format.type)) return load_packed(format.type, element);
    const Order order = order_of(format.order);
    std::array<float, 4> colour = {0, 0, 0, 1};
    for (std::size_t i = 0; i < order.count; ++i)
        colour[order.channel[i]] =
            load_channel(format.type, element + i * channel_size(format.type));
    if (is_srgb(format.order))
        for (std::size_t c = 0; c < 3; ++c) colour[c] = from_srgb(colour[c]);
    // "(I, I, I, I)" and "(L, L, L, 1)"
    if (format.order == ChannelOrder::intensity) colour.fill(colour[0]);
    if (format.order == ChannelOrder::luminance) colour[1] = colour[2] = colour[0];
    return colour;
}

void store_float(ImageFormat format, std::byte* element, const std::array<float, 4>& colour) {
    if (is_packed(format.type)) return store_packed(format.type, element, colour);
    const Order order = order_of(format.order);
    for (std::size_t i = 0; i < order.count; ++i) {
        const unsigned channel = order.channel[i];
        float value = colour[channel];
        if (is_srgb(format.order) && channel < 3) value = to_srgb(value);
        store_channel(format.type, element + i * channel_size(format.type), value);
    }
}

std::array<std::int32_t, 4> load_int(ImageFormat format, const std::byte* element) {
    return load_integers<std::int32_t>(format, element);
}

std::array<std::uint32_t, 4> load_uint(ImageFormat format, const std::byte* element) {
    return load_integers<std::uint32_t>(format, element);
}

void store_int(ImageFormat format, std::byte* element, const std::array<std::int32_t, 4>& colour) {
    store_integers(format, element, colour);
}

void store_uint(ImageFormat format, std::byte* element,
                const std::array<std::uint32_t, 4>& colour) {
    store_integers(format, element, colour);
}

}  // namespace clmm::runtime
