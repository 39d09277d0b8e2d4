#include <utility>

#include "clmm/runtime/command_queue.h"
#include "objects/box.h"
#include "objects/image_box.h"
#include "queues/commands.h"

namespace clmm::runtime {

namespace {

void check_image(const QueueCore& queue, const MemoryCore& image, const Size3& origin,
                 const Size3& region) {
    check_context(queue, image);
    check_image_region(image, origin, region);
}

/// Memory of the host, or of a buffer, that holds a region of an image. The rows of a 1D array's
/// images lie at slices there too.
Box linear_box(std::byte* memory, const ImageInfo& image, const Size3& region,
               std::size_t row_pitch, std::size_t slice_pitch) {
    const bool is_1d_array = image.description.type == ImageType::image_1d_array;
    if (is_1d_array && slice_pitch != 0) row_pitch = slice_pitch;
    if (is_1d_array) slice_pitch = 0;
    const RectLayout layout =
        resolve({.row_pitch = row_pitch, .slice_pitch = slice_pitch}, bytes_of(image, region));
    return {memory, layout.row_pitch, layout.slice_pitch};
}

/// Elements without gaps from an offset of a buffer on.
Box buffer_box(const MemoryCore& buffer, const ImageInfo& image, std::size_t offset,
               const Size3& region) {
    const Extent bytes = bytes_of(image, region);
    require_range(offset, bytes[0] * bytes[1] * bytes[2], buffer.size,
                  "the region reaches out of the buffer");
    return linear_box(buffer.base + offset, image, region, 0, 0);
}

}  // namespace

Event CommandQueue::read_image(const Image& image, Blocking blocking, const Size3& origin,
                               const Size3& region, std::size_t row_pitch, std::size_t slice_pitch,
                               void* destination, const WaitList& wait) const {
    const auto& memory = image.core();
    check_image(*core(), *memory, origin, region);
    check_host_reads(*memory);
    check_pointer(destination);
    const ImageInfo& info = memory->image_info();
    const Box to =
        linear_box(static_cast<std::byte*>(destination), info, region, row_pitch, slice_pitch);
    return enqueue_call(
        *core(), CommandType::read_image, blocking,
        copy_of_box(to, image_box(memory->base, info, origin), bytes_of(info, region), {memory}),
        wait);
}

Event CommandQueue::write_image(const Image& image, Blocking blocking, const Size3& origin,
                                const Size3& region, std::size_t row_pitch, std::size_t slice_pitch,
                                const void* source, const WaitList& wait) const {
    const auto& memory = image.core();
    check_image(*core(), *memory, origin, region);
    check_host_writes(*memory);
    check_pointer(source);
    const ImageInfo& info = memory->image_info();
    // Box serves both directions; nothing is written through this one.
    auto* readable = static_cast<std::byte*>(const_cast<void*>(source));
    const Box from = linear_box(readable, info, region, row_pitch, slice_pitch);
    return enqueue_call(
        *core(), CommandType::write_image, blocking,
        copy_of_box(image_box(memory->base, info, origin), from, bytes_of(info, region), {memory}),
        wait);
}

Event CommandQueue::copy_image(const Image& source, const Image& destination,
                               const Size3& source_origin, const Size3& destination_origin,
                               const Size3& region, const WaitList& wait) const {
    const auto& from = source.core();
    const auto& to = destination.core();
    check_image(*core(), *from, source_origin, region);
    check_image(*core(), *to, destination_origin, region);
    require(source.format() == destination.format(), ErrorCode::image_format_mismatch,
            "images are copied between equal formats");
    require(from->id != to->id || !boxes_overlap(source_origin, destination_origin, region),
            ErrorCode::mem_copy_overlap, "source and destination overlap");
    return enqueue_call(*core(), CommandType::copy_image, Blocking::no,
                        copy_of_box(image_box(to->base, to->image_info(), destination_origin),
                                    image_box(from->base, from->image_info(), source_origin),
                                    bytes_of(from->image_info(), region), {from, to}),
                        wait);
}

Event CommandQueue::copy_image_to_buffer(const Image& source, const Buffer& destination,
                                         const Size3& origin, const Size3& region,
                                         std::size_t offset, const WaitList& wait) const {
    const auto& from = source.core();
    const auto& to = destination.core();
    check_image(*core(), *from, origin, region);
    check_context(*core(), *to);
    require(from->id != to->id, ErrorCode::mem_copy_overlap, "the image is made of the buffer");
    const ImageInfo& info = from->image_info();
    return enqueue_call(
        *core(), CommandType::copy_image_to_buffer, Blocking::no,
        copy_of_box(buffer_box(*to, info, offset, region), image_box(from->base, info, origin),
                    bytes_of(info, region), {from, to}),
        wait);
}

Event CommandQueue::copy_buffer_to_image(const Buffer& source, const Image& destination,
                                         std::size_t offset, const Size3& origin,
                                         const Size3& region, const WaitList& wait) const {
    const auto& from = source.core();
    const auto& to = destination.core();
    check_image(*core(), *to, origin, region);
    check_context(*core(), *from);
    require(from->id != to->id, ErrorCode::mem_copy_overlap, "the image is made of the buffer");
    const ImageInfo& info = to->image_info();
    return enqueue_call(
        *core(), CommandType::copy_buffer_to_image, Blocking::no,
        copy_of_box(image_box(to->base, info, origin), buffer_box(*from, info, offset, region),
                    bytes_of(info, region), {from, to}),
        wait);
}

namespace {

/// The bytes of an element of that colour.
std::vector<std::byte> encode(ImageFormat format, const Colour& colour) {
    std::vector<std::byte> element(element_size(format));
    const ColourKind kind = colour_kind(format);
    if (const auto* floats = std::get_if<0>(&colour); floats && kind == ColourKind::floating)
        store_float(format, element.data(), *floats);
    else if (const auto* ints = std::get_if<1>(&colour); ints && kind == ColourKind::signed_integer)
        store_int(format, element.data(), *ints);
    else if (const auto* uints = std::get_if<2>(&colour);
             uints && kind == ColourKind::unsigned_integer)
        store_uint(format, element.data(), *uints);
    else
        throw Error(ErrorCode::invalid_value,
                    "the colour is not of the kind of the image's format");
    return element;
}

void fill_box(const Box& to, const Extent& bytes, const std::vector<std::byte>& element) {
    for (std::size_t z = 0; z < bytes[2]; ++z)
        for (std::size_t y = 0; y < bytes[1]; ++y)
            fill_pattern(to.base + z * to.slice_pitch + y * to.row_pitch, element, bytes[0]);
}

}  // namespace

Event CommandQueue::fill_image(const Image& image, const Colour& colour, const Size3& origin,
                               const Size3& region, const WaitList& wait) const {
    const auto& memory = image.core();
    check_image(*core(), *memory, origin, region);
    const ImageInfo& info = memory->image_info();
    const Box to = image_box(memory->base, info, origin);
    const Extent bytes = bytes_of(info, region);
    return enqueue_call(*core(), CommandType::fill_image, Blocking::no,
                        {[memory, to, bytes, element = encode(info.format, colour)] {
                             fill_box(to, bytes, element);
                         },
                         {touch_of(to, bytes, true)}},
                        wait);
}

Mapping CommandQueue::map_image(const Image& image, Blocking blocking, MapFlag flag,
                                const Size3& origin, const Size3& region,
                                const WaitList& wait) const {
    const auto& memory = image.core();
    check_image(*core(), *memory, origin, region);
    check_mapping(*memory, flag);
    const ImageInfo& info = memory->image_info();
    const Box box = image_box(memory->base, info, origin);
    const MemoryTouch touch = touch_of(box, bytes_of(info, region), false);
    Mapping mapping{.pointer = box.base,
                    .row_pitch = info.description.row_pitch,
                    .slice_pitch = info.description.slice_pitch};
    mapping.event =
        enqueue_call(*core(), CommandType::map_image, blocking, {.touches = {touch}}, wait);
    memory->add_mapping(mapping.pointer, touch);
    return mapping;
}

}  // namespace clmm::runtime
