#include "clmm/runtime/image_format.h"

#include <cmath>
#include <limits>

#include "support.h"

namespace clmm::runtime {
namespace {

using testing::thrown;
using Colour4 = std::array<float, 4>;

std::vector<std::byte> stored(ImageFormat format, const Colour4& colour) {
    std::vector<std::byte> element(element_size(format));
    store_float(format, element.data(), colour);
    return element;
}

Colour4 there_and_back(ImageFormat format, const Colour4& colour) {
    return load_float(format, stored(format, colour).data());
}

TEST(ImageFormat, has_the_element_sizes_of_the_api) {
    EXPECT_EQ(element_size({ChannelOrder::rgba, ChannelType::unorm_int8}), 4U);
    EXPECT_EQ(element_size({ChannelOrder::rg, ChannelType::float32}), 8U);
    EXPECT_EQ(element_size({ChannelOrder::r, ChannelType::half_float}), 2U);
    EXPECT_EQ(element_size({ChannelOrder::rgb, ChannelType::unorm_short_565}), 2U);
    EXPECT_EQ(element_size({ChannelOrder::rgb, ChannelType::unorm_int_101010}), 4U);
    EXPECT_EQ(element_size({ChannelOrder::rgba, ChannelType::unsigned_int32}), 16U);
}

TEST(ImageFormat, pairs_that_the_api_has_not_are_errors) {
    const auto code = [](ChannelOrder order, ChannelType type) {
        return thrown([&] { check_format({order, type}); });
    };
    EXPECT_EQ(code(ChannelOrder::rgba, ChannelType::half_float), ErrorCode::success);
    EXPECT_EQ(code(ChannelOrder::rgb, ChannelType::unorm_short_555), ErrorCode::success);
    EXPECT_EQ(code(ChannelOrder::luminance, ChannelType::float32), ErrorCode::success);
    constexpr auto kBad = ErrorCode::invalid_image_format_descriptor;
    EXPECT_EQ(code(ChannelOrder::rgb, ChannelType::unorm_int8), kBad);
    EXPECT_EQ(code(ChannelOrder::r, ChannelType::unorm_short_565), kBad);
    EXPECT_EQ(code(ChannelOrder::bgra, ChannelType::float32), kBad);
    EXPECT_EQ(code(ChannelOrder::intensity, ChannelType::signed_int8), kBad);
    EXPECT_EQ(code(ChannelOrder::depth, ChannelType::unorm_int8), kBad);
    EXPECT_EQ(code(ChannelOrder::srgba, ChannelType::unorm_int16), kBad);
}

TEST(ImageFormat, missing_channels_read_as_0_and_alpha_as_1) {
    const Colour4 colour = {0.25F, 0.5F, 0.75F, 0.125F};
    const auto read = [&](ChannelOrder order) {
        return there_and_back({order, ChannelType::float32}, colour);
    };
    EXPECT_EQ(read(ChannelOrder::r), (Colour4{0.25F, 0, 0, 1}));
    EXPECT_EQ(read(ChannelOrder::a), (Colour4{0, 0, 0, 0.125F}));
    EXPECT_EQ(read(ChannelOrder::rg), (Colour4{0.25F, 0.5F, 0, 1}));
    EXPECT_EQ(read(ChannelOrder::ra), (Colour4{0.25F, 0, 0, 0.125F}));
    EXPECT_EQ(read(ChannelOrder::rgba), colour);
    EXPECT_EQ(read(ChannelOrder::intensity), (Colour4{0.25F, 0.25F, 0.25F, 0.25F}));
    EXPECT_EQ(read(ChannelOrder::luminance), (Colour4{0.25F, 0.25F, 0.25F, 1}));
    EXPECT_EQ(read(ChannelOrder::depth), (Colour4{0.25F, 0, 0, 1}));
}

TEST(ImageFormat, channels_are_stored_in_their_order) {
    const Colour4 colour = {0, 1, 0.2F, 0.4F};
    const auto at = [&](ChannelOrder order, std::size_t byte) {
        return static_cast<int>(stored({order, ChannelType::unorm_int8}, colour)[byte]);
    };
    EXPECT_EQ(at(ChannelOrder::rgba, 1), 255);
    EXPECT_EQ(at(ChannelOrder::bgra, 0), 51);
    EXPECT_EQ(at(ChannelOrder::argb, 0), 102);
    EXPECT_EQ(at(ChannelOrder::abgr, 1), 51);
}

TEST(ImageFormat, normalised_values_round_to_nearest_even_and_saturate) {
    const ImageFormat unorm{ChannelOrder::r, ChannelType::unorm_int8};
    const ImageFormat snorm{ChannelOrder::r, ChannelType::snorm_int8};
    for (int value = 0; value < 256; ++value) {
        const auto byte = static_cast<std::byte>(value);
        EXPECT_EQ(stored(unorm, load_float(unorm, &byte))[0], byte);
    }
    EXPECT_EQ(stored(unorm, {2.0F})[0], std::byte{255});
    EXPECT_EQ(stored(unorm, {-1.0F})[0], std::byte{0});
    EXPECT_EQ(stored(unorm, {0.5F / 255.0F})[0], std::byte{0});
    EXPECT_EQ(stored(unorm, {1.5F / 255.0F})[0], std::byte{2});
    EXPECT_EQ(stored(unorm, {std::numeric_limits<float>::quiet_NaN()})[0], std::byte{0});
    EXPECT_EQ(there_and_back(snorm, {-3.0F})[0], -1.0F);
    const std::byte lowest{0x80};
    EXPECT_EQ(load_float(snorm, &lowest)[0], -1.0F);
}

TEST(ImageFormat, packed_elements_have_red_in_the_highest_bits) {
    const auto bits = [](ChannelType type, const Colour4& colour) {
        std::uint32_t value = 0;
        store_float({ChannelOrder::rgb, type}, reinterpret_cast<std::byte*>(&value), colour);
        return value;
    };
    EXPECT_EQ(bits(ChannelType::unorm_short_565, {1, 0, 0, 0}), 0xF800U);
    EXPECT_EQ(bits(ChannelType::unorm_short_565, {0, 1, 0, 0}), 0x07E0U);
    EXPECT_EQ(bits(ChannelType::unorm_short_555, {1, 0, 0, 0}), 0x7C00U);
    EXPECT_EQ(bits(ChannelType::unorm_int_101010, {0, 0, 1, 0}), 0x3FFU);
    EXPECT_EQ(there_and_back({ChannelOrder::rgb, ChannelType::unorm_int_101010}, {1, 0, 1, 0}),
              (Colour4{1, 0, 1, 1}));
}

TEST(ImageFormat, integers_saturate) {
    const ImageFormat format{ChannelOrder::rg, ChannelType::signed_int8};
    std::array<std::byte, 2> element{};
    store_int(format, element.data(), {1000, -1000, 0, 0});
    EXPECT_EQ(load_int(format, element.data()), (std::array<std::int32_t, 4>{127, -128, 0, 1}));
    const ImageFormat wide{ChannelOrder::r, ChannelType::unsigned_int32};
    std::array<std::byte, 4> word{};
    store_uint(wide, word.data(), {~0U, 0, 0, 0});
    EXPECT_EQ(load_uint(wide, word.data())[0], ~0U);
    EXPECT_EQ(colour_kind(format), ColourKind::signed_integer);
    EXPECT_EQ(colour_kind(wide), ColourKind::unsigned_integer);
}

TEST(ImageFormat, srgb_is_linear_to_kernels_and_alpha_is_not_converted) {
    const ImageFormat format{ChannelOrder::srgba, ChannelType::unorm_int8};
    const Colour4 read = there_and_back(format, {0.5F, 0, 1, 0.5F});
    EXPECT_NEAR(read[0], 0.5F, 0.005F);
    EXPECT_EQ(static_cast<int>(stored(format, {0.5F, 0, 1, 0.5F})[0]), 188);
    EXPECT_NEAR(read[3], 0.5F, 0.003F);
}

TEST(HalfFloat, every_half_survives_the_way_to_float_and_back) {
    for (std::uint32_t bits = 0; bits <= 0xFFFFU; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        const float value = half_to_float(half);
        if (std::isnan(value)) {
            EXPECT_TRUE(std::isnan(half_to_float(float_to_half(value))));
        } else {
            EXPECT_EQ(float_to_half(value), half);
        }
    }
}

TEST(HalfFloat, conversion_rounds_to_nearest_even) {
    for (std::uint16_t half = 0; half < 0x7BFFU; ++half) {
        const double low = half_to_float(half);
        const double high = half_to_float(static_cast<std::uint16_t>(half + 1));
        const auto middle = static_cast<float>((low + high) / 2);
        const std::uint16_t even = half % 2 == 0 ? half : static_cast<std::uint16_t>(half + 1);
        EXPECT_EQ(float_to_half(middle), even);
        EXPECT_EQ(float_to_half(std::nextafter(middle, 0.0F)), half);
        EXPECT_EQ(float_to_half(std::nextafter(middle, 1e9F)), half + 1);
    }
    EXPECT_EQ(float_to_half(65519.0F), 0x7BFFU);
    EXPECT_EQ(float_to_half(65520.0F), 0x7C00U);
    EXPECT_EQ(float_to_half(-1e30F), 0xFC00U);
}

}  // namespace
}  // namespace clmm::runtime
