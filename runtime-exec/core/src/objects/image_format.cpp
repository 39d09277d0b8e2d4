#include "clmm/runtime/image_format.h"

#include <algorithm>
#include <cmath>

#include "clmm/runtime/error.h"
#include "objects/image_channel.h"

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

bool is_srgb(ChannelOrder order) {
    return order == ChannelOrder::srgba || order == ChannelOrder::sbgra;
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

// ---- sRGB, of the three colours but not of alpha ----

float from_srgb(float c) {
    return c <= 0.04045F ? c / 12.92F : std::pow((c + 0.055F) / 1.055F, 2.4F);
}

float to_srgb(float c) {
    if (std::isnan(c)) return 0;
    c = std::clamp(c, 0.0F, 1.0F);
    return c < 0.0031308F ? 12.92F * c : 1.055F * std::pow(c, 1.0F / 2.4F) - 0.055F;
}

// ---- integers ----

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

void check_format(ImageFormat format) {
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
