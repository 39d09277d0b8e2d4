#include <numeric>

#include "support.h"

namespace clmm::runtime {
namespace {

using testing::Machine;
using testing::thrown;

constexpr ImageFormat kRed{ChannelOrder::r, ChannelType::unsigned_int8};

struct Shape {
    ImageDescription description;
    Size3 extent;
};

const Shape kShapes[] = {
    {{.type = ImageType::image_1d, .width = 7}, {7, 1, 1}},
    {{.type = ImageType::image_1d_array, .width = 7, .array_size = 5}, {7, 5, 1}},
    {{.type = ImageType::image_2d, .width = 7, .height = 5}, {7, 5, 1}},
    {{.type = ImageType::image_2d_array, .width = 7, .height = 5, .array_size = 3}, {7, 5, 3}},
    {{.type = ImageType::image_3d, .width = 7, .height = 5, .depth = 3}, {7, 5, 3}},
};

std::vector<std::uint8_t> all(const Machine& machine, const Image& image, const Size3& extent) {
    std::vector<std::uint8_t> bytes(extent[0] * extent[1] * extent[2]);
    static_cast<void>(
        machine.in_order.read_image(image, Blocking::yes, {0, 0, 0}, extent, 0, 0, bytes.data()));
    return bytes;
}

std::vector<std::uint8_t> counting(const Size3& extent) {
    std::vector<std::uint8_t> bytes(extent[0] * extent[1] * extent[2]);
    std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
    return bytes;
}

TEST(Image, of_every_type_is_written_and_read) {
    const Machine machine;
    for (const auto& [description, extent] : kShapes) {
        const Image image(machine.context, kRed, description);
        const auto bytes = counting(extent);
        static_cast<void>(machine.in_order.write_image(image, Blocking::yes, {0, 0, 0}, extent, 0,
                                                       0, bytes.data()));
        EXPECT_EQ(all(machine, image, extent), bytes);
    }
}

TEST(Image, a_region_is_read_with_the_pitches_of_the_hosts_memory) {
    const Machine machine;
    const Size3 extent = {7, 5, 3};
    auto bytes = counting(extent);
    const Image image(machine.context, kRed, kShapes[4].description,
                      {.host_pointer = HostPointer::copy}, bytes.data());
    std::vector<std::uint8_t> target(100, 255);
    static_cast<void>(machine.in_order.read_image(image, Blocking::yes, {2, 1, 1}, {3, 2, 2}, 10,
                                                  50, target.data()));
    for (std::size_t z = 0; z < 2; ++z)
        for (std::size_t y = 0; y < 2; ++y)
            for (std::size_t x = 0; x < 3; ++x)
                EXPECT_EQ(target[z * 50 + y * 10 + x], (z + 1) * 35 + (y + 1) * 7 + x + 2);
    EXPECT_EQ(target[3], 255);
}

TEST(Image, uses_a_block_of_the_hosts_memory_with_its_pitches) {
    const Machine machine;
    std::vector<std::uint8_t> memory(64);
    const Image image(machine.context, kRed,
                      {.type = ImageType::image_2d, .width = 4, .height = 4, .row_pitch = 16},
                      {.host_pointer = HostPointer::use}, memory.data());
    EXPECT_EQ(image.description().row_pitch, 16U);
    const std::uint8_t value = 9;
    static_cast<void>(
        machine.in_order.write_image(image, Blocking::yes, {3, 2, 0}, {1, 1, 1}, 0, 0, &value));
    EXPECT_EQ(memory[2 * 16 + 3], 9);
}

TEST(Image, the_images_of_a_1d_array_lie_at_slices) {
    const Machine machine;
    std::vector<std::uint8_t> memory(48);
    const Image image(
        machine.context, kRed,
        {.type = ImageType::image_1d_array, .width = 4, .array_size = 3, .slice_pitch = 16},
        {.host_pointer = HostPointer::use}, memory.data());
    const std::uint8_t values[] = {8, 0, 0, 9};
    static_cast<void>(
        machine.in_order.write_image(image, Blocking::yes, {3, 1, 0}, {1, 2, 1}, 0, 3, values));
    EXPECT_EQ(memory[16 + 3], 8);
    EXPECT_EQ(memory[32 + 3], 9);
}

TEST(Image, regions_are_copied_between_images_and_to_and_from_buffers) {
    const Machine machine;
    const auto& queue = machine.in_order;
    for (const auto& [description, extent] : kShapes) {
        auto bytes = counting(extent);
        const Image source(machine.context, kRed, description, {.host_pointer = HostPointer::copy},
                           bytes.data());
        const Image target(machine.context, kRed, description);
        const Buffer buffer(machine.context, bytes.size() + 1);
        static_cast<void>(queue.copy_image_to_buffer(source, buffer, {0, 0, 0}, extent, 1));
        static_cast<void>(queue.copy_buffer_to_image(buffer, target, 1, {0, 0, 0}, extent));
        EXPECT_EQ(all(machine, target, extent), bytes);
        const Image part(machine.context, kRed, description);
        static_cast<void>(queue.copy_image(source, part, {1, 0, 0}, {3, 0, 0}, {2, 1, 1}));
        const auto copied = all(machine, part, extent);
        EXPECT_EQ(copied[3], 1);
        EXPECT_EQ(copied[4], 2);
        EXPECT_EQ(std::accumulate(copied.begin(), copied.end(), 0), 3);
    }
}

TEST(Image, is_filled_with_a_colour_of_its_formats_kind) {
    const Machine machine;
    const ImageFormat format{ChannelOrder::rg, ChannelType::unorm_int8};
    const Image image(machine.context, format, kShapes[2].description);
    static_cast<void>(machine.in_order.fill_image(image, std::array{1.0F, 0.2F, 0.0F, 0.0F},
                                                  {6, 4, 0}, {1, 1, 1}));
    std::vector<std::uint8_t> bytes(70);
    static_cast<void>(machine.in_order.read_image(image, Blocking::yes, {0, 0, 0}, {7, 5, 1}, 0, 0,
                                                  bytes.data()));
    EXPECT_EQ(bytes[68], 255);
    EXPECT_EQ(bytes[69], 51);
    EXPECT_EQ(std::accumulate(bytes.begin(), bytes.end(), 0), 306);
    EXPECT_EQ(thrown([&] {
                  static_cast<void>(machine.in_order.fill_image(
                      image, std::array<std::int32_t, 4>{}, {0, 0, 0}, {1, 1, 1}));
              }),
              ErrorCode::invalid_value);
}

TEST(Image, mapped_memory_is_the_images) {
    const Machine machine;
    auto bytes = counting({7, 5, 1});
    const Image image(machine.context, kRed, kShapes[2].description,
                      {.host_pointer = HostPointer::copy}, bytes.data());
    const Mapping mapping =
        machine.in_order.map_image(image, Blocking::yes, MapFlag::read_write, {2, 1, 0}, {3, 2, 1});
    auto* memory = static_cast<std::uint8_t*>(mapping.pointer);
    EXPECT_EQ(memory[mapping.row_pitch], 16);
    memory[0] = 200;
    machine.in_order.unmap(image, mapping.pointer).wait();
    EXPECT_EQ(all(machine, image, {7, 5, 1})[9], 200);
    EXPECT_EQ(image.map_count(), 0U);
}

TEST(Image, may_be_made_of_a_buffer) {
    const Machine machine;
    const Buffer buffer(machine.context, 16);
    const Image image(buffer, {ChannelOrder::r, ChannelType::unsigned_int32}, 4);
    static_cast<void>(machine.in_order.fill_image(image, std::array<std::uint32_t, 4>{7, 0, 0, 0},
                                                  {1, 0, 0}, {2, 1, 1}));
    std::vector<std::uint32_t> values(4);
    static_cast<void>(machine.in_order.read_buffer(buffer, Blocking::yes, 0, 16, values.data()));
    EXPECT_EQ(values, (std::vector<std::uint32_t>{0, 7, 7, 0}));
    EXPECT_EQ(image.id(), buffer.id());
    EXPECT_EQ(thrown([&] {
                  static_cast<void>(machine.in_order.copy_image_to_buffer(image, buffer, {0, 0, 0},
                                                                          {1, 1, 1}, 8));
              }),
              ErrorCode::mem_copy_overlap);
}

TEST(Image, is_given_to_kernels_with_its_shape) {
    const Machine machine;
    const Image image(machine.context, kRed, kShapes[3].description,
                      {.kernel = KernelAccess::read_only});
    const Sampler sampler(machine.context, {.normalized_coordinates = true,
                                            .addressing = AddressingMode::repeat,
                                            .filter = FilterMode::linear});
    const auto parameters = [](AccessQualifier access) {
        return std::vector<Parameter>{
            {.name = "image", .access = access, .kind = ParameterKind::image},
            {.name = "sampler", .kind = ParameterKind::sampler}};
    };
    Kernel kernel = machine.kernel(
        [&](const FunctionCall& call) {
            const auto& view = std::get<ImageArgument>(call.arguments[0]);
            EXPECT_EQ(view.type, ImageType::image_2d_array);
            EXPECT_EQ(view.format, kRed);
            EXPECT_EQ(view.width * view.height * view.array_size, 105U);
            EXPECT_EQ(view.row_pitch, 7U);
            EXPECT_EQ(view.slice_pitch, 35U);
            EXPECT_TRUE(view.read_only);
            EXPECT_EQ(std::get<SamplerArgument>(call.arguments[1]).filter, FilterMode::linear);
        },
        parameters(AccessQualifier::read_only));
    kernel.set(0, image);
    kernel.set(1, sampler);
    const Event event = machine.in_order.task(kernel);
    event.wait();
    EXPECT_EQ(event.status(), 0);
    Kernel writer = machine.kernel([](auto&) {}, parameters(AccessQualifier::write_only));
    EXPECT_EQ(thrown([&] { writer.set(0, image); }), ErrorCode::invalid_arg_value);
    EXPECT_EQ(
        thrown([&] { const Sampler bad(machine.context, {.addressing = AddressingMode::repeat}); }),
        ErrorCode::invalid_value);
}

TEST(Image, that_cannot_be_made_is_an_error) {
    const Machine machine;
    std::byte byte{};
    const auto make = [&](ImageFormat format, const ImageDescription& description,
                          HostPointer kind = HostPointer::none) {
        return thrown([&] {
            const Image image(machine.context, format, description, {.host_pointer = kind},
                              kind == HostPointer::none ? nullptr : &byte);
        });
    };
    EXPECT_EQ(make({ChannelOrder::rgb, ChannelType::float32}, {}),
              ErrorCode::invalid_image_format_descriptor);
    EXPECT_EQ(make(kRed, {.width = 0}), ErrorCode::invalid_image_size);
    EXPECT_EQ(make(kRed, {.type = ImageType::image_2d, .depth = 2}),
              ErrorCode::invalid_image_descriptor);
    EXPECT_EQ(make(kRed, {.width = 4, .row_pitch = 8}), ErrorCode::invalid_image_descriptor);
    EXPECT_EQ(make(kRed, {.width = 4, .row_pitch = 2}, HostPointer::use),
              ErrorCode::invalid_image_descriptor);
    EXPECT_EQ(make(kRed, {.type = ImageType::image_1d_buffer}),
              ErrorCode::invalid_image_descriptor);
}

TEST(Image, regions_and_formats_that_do_not_fit_are_errors) {
    const Machine machine;
    const Image image(machine.context, kRed, kShapes[2].description);
    const Image other(machine.context, {ChannelOrder::r, ChannelType::signed_int8},
                      kShapes[2].description);
    std::uint8_t target[64] = {};
    const auto read = [&](const Size3& origin, const Size3& region, std::size_t pitch = 0) {
        return thrown([&] {
            static_cast<void>(machine.in_order.read_image(image, Blocking::yes, origin, region,
                                                          pitch, 0, target));
        });
    };
    EXPECT_EQ(read({6, 0, 0}, {2, 1, 1}), ErrorCode::invalid_value);
    EXPECT_EQ(read({0, 0, 0}, {7, 5, 2}), ErrorCode::invalid_value);
    EXPECT_EQ(read({0, 0, 0}, {7, 0, 1}), ErrorCode::invalid_value);
    EXPECT_EQ(read({0, 0, 0}, {7, 2, 1}, 6), ErrorCode::invalid_value);
    const auto copy = [&](const Image& to, const Size3& origin) {
        return thrown([&] {
            static_cast<void>(machine.in_order.copy_image(image, to, {0, 0, 0}, origin, {3, 3, 1}));
        });
    };
    EXPECT_EQ(copy(other, {0, 0, 0}), ErrorCode::image_format_mismatch);
    EXPECT_EQ(copy(image, {2, 2, 0}), ErrorCode::mem_copy_overlap);
    EXPECT_EQ(copy(image, {3, 0, 0}), ErrorCode::success);
}

}  // namespace
}  // namespace clmm::runtime
