#include "execute/handlers/images.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "clmm/base/ensure.h"
#include "execute/block.h"
#include "execute/compiled_kernel.h"
#include "execute/group_run.h"
#include "execute/handlers/watch.h"
#include "values/address.h"

namespace clmm::runtime {
namespace {

bool has_border_alpha(ChannelOrder order) {
    return order == ChannelOrder::r || order == ChannelOrder::rg || order == ChannelOrder::rgb ||
           order == ChannelOrder::luminance;
}

template <class T>
std::array<T, 4> border(const ImageArgument& image) {
    return {T{0}, T{0}, T{0}, has_border_alpha(image.format.order) ? T{1} : T{0}};
}

Texel extent(const ImageArgument& image) {
    const auto size = [](std::size_t n) { return static_cast<std::int64_t>(n); };
    switch (image.type) {
        case ImageType::image_1d:
        case ImageType::image_1d_buffer:
            return {size(image.width), 1, 1};
        case ImageType::image_1d_array:
            return {size(image.width), size(image.array_size), 1};
        case ImageType::image_2d:
            return {size(image.width), size(image.height), 1};
        case ImageType::image_2d_array:
            return {size(image.width), size(image.height), size(image.array_size)};
        default:
            return {size(image.width), size(image.height), size(image.depth)};
    }
}

std::byte* element(const ImageArgument& image, const Texel& at) {
    const Texel size = extent(image);
    for (unsigned d = 0; d < 3; ++d)
        if (at[d] < 0 || at[d] >= size[d]) return nullptr;
    const auto x = static_cast<std::size_t>(at[0]) * element_size(image.format);
    // The layers of a 1D array are slices.
    const std::size_t y_pitch =
        image.type == ImageType::image_1d_array ? image.slice_pitch : image.row_pitch;
    return image.base + x + static_cast<std::size_t>(at[1]) * y_pitch +
           static_cast<std::size_t>(at[2]) * image.slice_pitch;
}

template <class T>
std::array<T, 4> load(const ImageArgument& image, const std::byte* from) {
    if constexpr (std::is_same_v<T, float>) {
        // The format that needs no conversion.
        constexpr ImageFormat kPlain{ChannelOrder::rgba, ChannelType::float32};
        if (image.format == kPlain) return read_bytes<std::array<float, 4>>(from);
        return load_float(image.format, from);
    }
    if constexpr (std::is_same_v<T, std::int32_t>) return load_int(image.format, from);
    if constexpr (std::is_same_v<T, std::uint32_t>) return load_uint(image.format, from);
}

/// The two elements that a coordinate falls between, and how far behind the first. With the
/// nearest filter both are the one.
struct Position {
    std::int64_t first = 0;
    std::int64_t second = 0;
    float weight = 0;
};

std::int64_t whole(float value) {
    constexpr float kBound = 1e9F;  // beyond every image
    if (!(value == value)) return -1;
    return static_cast<std::int64_t>(std::floor(std::clamp(value, -kBound, kBound)));
}

Position between(float u, bool linear) {
    if (!linear) return {whole(u), whole(u), 0};
    const float shifted = u - 0.5F;
    const std::int64_t first = whole(shifted);
    return {first, first + 1, shifted - std::floor(shifted)};
}

/// In one dimension of `size` elements.
Position locate(float coordinate, std::int64_t size, const SamplerArgument& sampler) {
    const auto extent_of = static_cast<float>(size);
    const bool linear = sampler.filter == FilterMode::linear;
    const bool normalised = sampler.normalized_coordinates;
    Position out;
    switch (sampler.addressing) {
        case AddressingMode::repeat: {
            const float s = normalised ? coordinate : coordinate / extent_of;
            out = between((s - std::floor(s)) * extent_of, linear);
            for (std::int64_t* at : {&out.first, &out.second})
                *at = *at < 0 ? *at + size : *at > size - 1 ? *at - size : *at;
            return out;
        }
        case AddressingMode::mirrored_repeat: {
            const float s = normalised ? coordinate : coordinate / extent_of;
            const float mirrored = std::fabs(s - 2.0F * std::nearbyint(0.5F * s));
            out = between(mirrored * extent_of, linear);
            for (std::int64_t* at : {&out.first, &out.second})
                *at = std::clamp<std::int64_t>(*at, 0, size - 1);
            return out;
        }
        case AddressingMode::clamp_to_edge:
            out = between(normalised ? coordinate * extent_of : coordinate, linear);
            for (std::int64_t* at : {&out.first, &out.second})
                *at = std::clamp<std::int64_t>(*at, 0, size - 1);
            return out;
        default:
            // Elements outside are the border's.
            return between(normalised ? coordinate * extent_of : coordinate, linear);
    }
}

std::int64_t layer(float coordinate, std::int64_t count) {
    return std::clamp<std::int64_t>(whole(std::nearbyint(coordinate)), 0, count - 1);
}

}  // namespace

unsigned dimensions(ImageType type) {
    switch (type) {
        case ImageType::image_2d:
        case ImageType::image_2d_array:
            return 2;
        case ImageType::image_3d:
            return 3;
        default:
            return 1;
    }
}

bool is_array(ImageType type) {
    return type == ImageType::image_1d_array || type == ImageType::image_2d_array;
}

template <class T>
std::array<T, 4> read_texel(const ImageArgument& image, const Texel& at) {
    const std::byte* from = element(image, at);
    return from == nullptr ? border<T>(image) : load<T>(image, from);
}

namespace {

/// The elements that a sampled read takes its colour from: one, or the corners of a linear filter.
struct Footprint {
    std::array<Position, 3> at{};
    unsigned filtered = 0;  ///< dimensions

    [[nodiscard]] unsigned corners() const { return 1U << filtered; }
    [[nodiscard]] Texel texel(unsigned corner) const {
        Texel out{at[0].first, at[1].first, at[2].first};
        for (unsigned d = 0; d < filtered; ++d)
            if ((corner >> d & 1U) != 0) out[d] = at[d].second;
        return out;
    }
    [[nodiscard]] float weight(unsigned corner) const {
        float out = 1;
        for (unsigned d = 0; d < filtered; ++d)
            out *= (corner >> d & 1U) != 0 ? at[d].weight : 1 - at[d].weight;
        return out;
    }
};

/// Integers are not filtered.
template <class T>
Footprint footprint(const ImageArgument& image, const SamplerArgument& sampler,
                    const std::array<float, 3>& coordinates) {
    const unsigned count = dimensions(image.type);
    const Texel size = extent(image);
    Footprint out;
    for (unsigned d = 0; d < count; ++d) out.at[d] = locate(coordinates[d], size[d], sampler);
    if (is_array(image.type)) {
        const std::int64_t index = layer(coordinates[count], size[count]);
        out.at[count] = {index, index, 0};
    }
    if (std::is_same_v<T, float> && sampler.filter == FilterMode::linear) out.filtered = count;
    return out;
}

}  // namespace

template <class T>
std::array<T, 4> sample(const ImageArgument& image, const SamplerArgument& sampler,
                        const std::array<float, 3>& coordinates) {
    const Footprint from = footprint<T>(image, sampler, coordinates);
    if (from.filtered == 0) return read_texel<T>(image, from.texel(0));
    std::array<T, 4> out{};
    for (unsigned corner = 0; corner < from.corners(); ++corner) {
        const std::array<float, 4> colour = read_texel<float>(image, from.texel(corner));
        for (unsigned c = 0; c < 4; ++c) out[c] += static_cast<T>(from.weight(corner) * colour[c]);
    }
    return out;
}

template <class T>
void write_texel(const ImageArgument& image, const Texel& at, const std::array<T, 4>& colour) {
    std::byte* to = element(image, at);
    if (to == nullptr) return;
    if constexpr (std::is_same_v<T, float>) store_float(image.format, to, colour);
    if constexpr (std::is_same_v<T, std::int32_t>) store_int(image.format, to, colour);
    if constexpr (std::is_same_v<T, std::uint32_t>) store_uint(image.format, to, colour);
}

namespace {

const WideCall& call_of(Block& block, const Instruction& i) {
    return block.code().calls[static_cast<std::size_t>(i.immediate)];
}

/// The elements of an operand.
template <class T>
const T* values(Block& block, const WideCall& call, std::size_t k) {
    return block.reg(call.operands[k]).elements<T>();
}

const ImageArgument& image_of(std::uint64_t handle) {
    return *pointer_to<const ImageArgument>(handle);
}

/// Of lane `lane`, from three operands on: integer coordinates.
Texel texel_of(Block& block, const WideCall& call, std::size_t first, unsigned lane) {
    Texel at{};
    for (unsigned d = 0; d < 3; ++d) at[d] = values<std::int32_t>(block, call, first + d)[lane];
    return at;
}

/// As a sampler, if there is one, moves coordinates that are out of the image.
Texel addressed(const ImageArgument& image, const SamplerArgument& sampler, bool sampled,
                Texel at) {
    const Texel size = extent(image);
    if (sampled && sampler.addressing == AddressingMode::clamp_to_edge)
        for (unsigned d = 0; d < 3; ++d) at[d] = std::clamp<std::int64_t>(at[d], 0, size[d] - 1);
    if (sampled && is_array(image.type)) {
        const unsigned d = dimensions(image.type);
        at[d] = std::clamp<std::int64_t>(at[d], 0, size[d] - 1);
    }
    return at;
}

/// Tells the monitor which elements the active lanes are about to access. `has_border`: elements
/// that are not there can be read. Where each is, by lane, if there is a monitor: else nothing.
template <class TexelOf>
std::vector<const std::byte*> tell_elements(Block& block, const WideCall& call, bool has_border,
                                            TexelOf texel_of_lane) {
    GroupMonitor* monitor = block.group().monitor();
    if (monitor == nullptr || call.constants.size() < 3) return {};
    std::vector<const std::byte*> places(block.active().end);
    const Site& site = block.code().sites[static_cast<std::size_t>(call.constants[2])];
    std::vector<AccessRow> rows;
    std::size_t size = 1;
    block.for_active([&](unsigned lane) {
        const ImageArgument& image = image_of(values<std::uint64_t>(block, call, 0)[lane]);
        const std::byte* at = element(image, texel_of_lane(image, lane));
        size = element_size(image.format);
        places[lane] = at;
        if (at != nullptr)
            add_lane(rows, lane, address_of(at));
        else if (!has_border)
            monitor->outside_image(block, site, lane);
    });
    std::vector<unsigned> denied;
    if (!rows.empty()) monitor->access(block, site, static_cast<std::uint32_t>(size), rows, denied);
    return places;
}

std::array<float, 3> point_of(Block& block, const WideCall& call, unsigned lane) {
    std::array<float, 3> at{};
    for (unsigned d = 0; d < 3; ++d) at[d] = values<float>(block, call, 2 + d)[lane];
    return at;
}

/// … which elements make the colours that they are about to sample.
template <class T>
void tell_samples(Block& block, const WideCall& call) {
    if (block.group().monitor() == nullptr) return;
    constexpr Texel kNoTexel{-1, -1, -1};
    const auto* samplers = values<std::uint64_t>(block, call, 1);
    for (unsigned corner = 0; corner < 8; ++corner)
        tell_elements(block, call, true, [&](const ImageArgument& image, unsigned lane) {
            const Footprint from =
                footprint<T>(image, sampler_of(samplers[lane]), point_of(block, call, lane));
            const bool counts = corner < from.corners() && from.weight(corner) != 0;
            return counts ? from.texel(corner) : kNoTexel;
        });
}

template <class T>
void read_lanes(Block& block, const Instruction& i, const WideCall& call) {
    for (std::size_t k = 0; k < call.operands.size(); ++k)
        block.fill(block.reg(call.operands[k]), k < 2 ? 8 : 4);
    for (const std::uint32_t result : call.results) block.keep_others(block.reg(result), i);
    const std::int64_t how = call.constants[1];
    const std::uint64_t* images = values<std::uint64_t>(block, call, 0);
    const std::uint64_t* samplers = values<std::uint64_t>(block, call, 1);
    const auto element_of = [&](const ImageArgument& image, unsigned lane) {
        return addressed(image, sampler_of(samplers[lane]), how == 1,
                         texel_of(block, call, 2, lane));
    };
    std::vector<const std::byte*> places;
    if (how == 2)
        tell_samples<T>(block, call);
    else
        places = tell_elements(block, call, how == 1, element_of);
    block.for_active([&](unsigned lane) {
        const ImageArgument& image = image_of(images[lane]);
        std::array<T, 4> colour{};
        if (how == 2)
            colour = sample<T>(image, sampler_of(samplers[lane]), point_of(block, call, lane));
        else if (places.empty())
            colour = read_texel<T>(image, element_of(image, lane));
        else
            colour = places[lane] != nullptr ? load<T>(image, places[lane]) : border<T>(image);
        for (unsigned c = 0; c < 4; ++c)
            reinterpret_cast<T*>(block.reg(call.results[c]).data)[lane] = colour[c];
    });
}

void run_read(Block& block, const Instruction& i) {
    const WideCall& call = call_of(block, i);
    if (call.constants[0] == 'f') return read_lanes<float>(block, i, call);
    if (call.constants[0] == 'i') return read_lanes<std::int32_t>(block, i, call);
    read_lanes<std::uint32_t>(block, i, call);
}

template <class T>
void write_lanes(Block& block, const WideCall& call) {
    for (std::size_t k = 0; k < call.operands.size(); ++k)
        block.fill(block.reg(call.operands[k]), k < 1 ? 8 : 4);
    tell_elements(block, call, false, [&](const ImageArgument&, unsigned lane) {
        return texel_of(block, call, 1, lane);
    });
    block.for_active([&](unsigned lane) {
        const Texel at = texel_of(block, call, 1, lane);
        std::array<T, 4> colour{};
        for (unsigned c = 0; c < 4; ++c) colour[c] = values<T>(block, call, 4 + c)[lane];
        write_texel<T>(image_of(values<std::uint64_t>(block, call, 0)[lane]), at, colour);
    });
}

void run_write(Block& block, const Instruction& i) {
    const WideCall& call = call_of(block, i);
    if (call.constants[0] == 'f') return write_lanes<float>(block, call);
    if (call.constants[0] == 'i') return write_lanes<std::int32_t>(block, call);
    write_lanes<std::uint32_t>(block, call);
}

/// With the API's values.
std::int32_t order_value(ChannelOrder order) {
    static constexpr std::array<std::int32_t, 14> kValues = {0x10B0, 0x10B1, 0x10B2, 0x10B3, 0x10B4,
                                                             0x10B5, 0x10B6, 0x10B7, 0x10C3, 0x10B8,
                                                             0x10B9, 0x10BD, 0x10C1, 0x10C2};
    return kValues.at(static_cast<std::size_t>(order));
}

std::int32_t answer(const ImageArgument& image, handlers::ImageQuery query) {
    using handlers::ImageQuery;
    switch (query) {
        case ImageQuery::width:
            return static_cast<std::int32_t>(image.width);
        case ImageQuery::height:
            return static_cast<std::int32_t>(image.height);
        case ImageQuery::depth:
            return static_cast<std::int32_t>(image.depth);
        case ImageQuery::array_size:
            return static_cast<std::int32_t>(image.array_size);
        case ImageQuery::data_type:
            return 0x10D0 + static_cast<std::int32_t>(image.format.type);
        default:
            return order_value(image.format.order);
    }
}

void run_query_image(Block& block, const Instruction& i) {
    Register& image = block.reg(i.a);
    Register& d = block.reg(i.d);
    block.fill(image, 8);
    block.keep_others(d, i);
    const auto query = static_cast<handlers::ImageQuery>(i.immediate);
    block.for_active([&](unsigned lane) {
        d.elements<std::int32_t>()[lane] =
            answer(image_of(image.elements<std::uint64_t>()[lane]), query);
    });
}

}  // namespace

namespace handlers {

Handler read_image() { return &run_read; }
Handler write_image() { return &run_write; }
Handler query_image() { return &run_query_image; }

}  // namespace handlers
}  // namespace clmm::runtime
