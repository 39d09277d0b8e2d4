#include "objects/image_channel.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "clmm/base/ensure.h"

namespace clmm::runtime {

bool is_packed(ChannelType type) {
    return type == ChannelType::unorm_short_565 || type == ChannelType::unorm_short_555 ||
           type == ChannelType::unorm_int_101010;
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

namespace {

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

/// Where the channels of a packed element are: red in the highest bits.
struct Packed {
    std::array<unsigned, 3> bits;
    std::array<unsigned, 3> shift;
};

Packed packed(ChannelType type) {
    if (type == ChannelType::unorm_short_565) return {{5, 6, 5}, {11, 5, 0}};
    if (type == ChannelType::unorm_short_555) return {{5, 5, 5}, {10, 5, 0}};
    return {{10, 10, 10}, {20, 10, 0}};
}

}  // namespace

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

}  // namespace clmm::runtime
