#include <cstring>
#include <utility>

#include "clmm/runtime/memory.h"
#include "objects/box.h"
#include "objects/image_box.h"
#include "objects/memory_core.h"
#include "platform/context_core.h"

namespace clmm::runtime {

// ---- the box of an image ----

Size3 image_extent(const ImageDescription& image) {
    switch (image.type) {
        case ImageType::image_1d:
        case ImageType::image_1d_buffer:
            return {image.width, 1, 1};
        case ImageType::image_1d_array:
            return {image.width, image.array_size, 1};
        case ImageType::image_2d:
            return {image.width, image.height, 1};
        case ImageType::image_2d_array:
            return {image.width, image.height, image.array_size};
        case ImageType::image_3d:
            break;
    }
    return {image.width, image.height, image.depth};
}

Box image_box(std::byte* memory, const ImageInfo& image, const Size3& origin) {
    const ImageDescription& shape = image.description;
    // The second coordinate of a 1D array selects an image, which lies at a slice.
    const std::size_t row =
        shape.type == ImageType::image_1d_array ? shape.slice_pitch : shape.row_pitch;
    return {memory + origin[0] * element_size(image.format) + origin[1] * row +
                origin[2] * shape.slice_pitch,
            row, shape.slice_pitch};
}

void check_image_region(const MemoryCore& memory, const Size3& origin, const Size3& region) {
    require(memory.image.has_value(), ErrorCode::invalid_mem_object,
            "the memory object is no image");
    const Size3 extent = image_extent(memory.image->description);
    for (std::size_t d = 0; d < 3; ++d) {
        require(region[d] > 0, ErrorCode::invalid_value, "a region has no size of 0");
        require_range(origin[d], region[d], extent[d], "the region reaches out of the image");
    }
}

Extent bytes_of(const ImageInfo& image, const Size3& region) {
    return {region[0] * element_size(image.format), region[1], region[2]};
}

// ---- creation ----

namespace {

void check_sizes(const ImageDescription& image) {
    for (const std::size_t size : {image.width, image.height, image.depth, image.array_size})
        require(size > 0, ErrorCode::invalid_image_size, "an image has no size of 0");
    const Size3 used = image_extent(image);
    const std::size_t elements = image.width * image.height * image.depth * image.array_size;
    require(elements == used[0] * used[1] * used[2], ErrorCode::invalid_image_descriptor,
            "sizes that the type of the image lacks are 1");
}

void set_row_pitch(ImageDescription& image, std::size_t element) {
    const std::size_t row = image.width * element;
    if (image.row_pitch == 0) image.row_pitch = row;
    require(image.row_pitch >= row && image.row_pitch % element == 0,
            ErrorCode::invalid_image_descriptor,
            "the row pitch is a multiple of the element's size that a row fits in");
}

void set_slice_pitch(ImageDescription& image) {
    const std::size_t slice = image.row_pitch * image.height;
    if (image.slice_pitch == 0) image.slice_pitch = slice;
    require(image.slice_pitch >= slice && image.slice_pitch % image.row_pitch == 0,
            ErrorCode::invalid_image_descriptor,
            "the slice pitch is a multiple of the row pitch that a slice fits in");
}

ImageDescription with_pitches(ImageDescription image, ImageFormat format) {
    set_row_pitch(image, element_size(format));
    set_slice_pitch(image);
    return image;
}

std::shared_ptr<MemoryCore> image_core(const Context& context, ImageFormat format,
                                       const ImageDescription& given, MemoryFlags flags,
                                       void* host_pointer) {
    check_format(format);
    check_sizes(given);
    require(given.type != ImageType::image_1d_buffer, ErrorCode::invalid_image_descriptor,
            "such an image is made of a buffer");
    require((flags.host_pointer == HostPointer::none) == (host_pointer == nullptr),
            ErrorCode::invalid_host_ptr,
            "a host pointer is given where the flags ask for one, and nowhere else");
    require(host_pointer != nullptr || (given.row_pitch == 0 && given.slice_pitch == 0),
            ErrorCode::invalid_image_descriptor, "pitches are those of a host pointer's memory");
    const ImageInfo host{format, with_pitches(given, format)};
    ImageInfo own = host;
    if (flags.host_pointer == HostPointer::copy) {
        own.description.row_pitch = own.description.slice_pitch = 0;
        own.description = with_pitches(own.description, format);
    }

    auto core = std::make_shared<MemoryCore>(context.core());
    core->id = context.core()->platform->next_id++;
    core->allocation = Allocation::image;
    core->flags = flags;
    core->size = own.description.slice_pitch * own.description.depth * own.description.array_size;
    if (flags.host_pointer == HostPointer::use) {
        core->base = static_cast<std::byte*>(host_pointer);
    } else {
        core->storage = Storage(core->size, red_zone(*core->context));
        core->base = core->storage.data();
    }
    if (flags.host_pointer == HostPointer::copy)
        copy_box(image_box(core->base, own, {0, 0, 0}),
                 image_box(static_cast<std::byte*>(host_pointer), host, {0, 0, 0}),
                 bytes_of(own, image_extent(own.description)));
    core->image = own;
    core->register_address(flags.host_pointer != HostPointer::none);
    return core;
}

std::shared_ptr<MemoryCore> image_core(const Buffer& buffer, ImageFormat format,
                                       std::size_t width) {
    check_format(format);
    require(width > 0 && width <= buffer.size() / element_size(format),
            ErrorCode::invalid_image_size, "the buffer holds at least the elements of the image");
    const auto& whole = buffer.core();
    auto core = std::make_shared<MemoryCore>(whole->context);
    core->id = whole->id;
    core->allocation = Allocation::image;
    core->flags = whole->flags;
    core->base = whole->base;
    core->size = width * element_size(format);
    core->whole = whole;
    core->origin = whole->origin;
    core->image = ImageInfo{
        format, with_pitches({.type = ImageType::image_1d_buffer, .width = width}, format)};
    return core;
}

}  // namespace

Image::Image(const Context& context, ImageFormat format, const ImageDescription& description,
             MemoryFlags flags, void* host_pointer)
    : MemoryObject(image_core(context, format, description, flags, host_pointer)) {}

Image::Image(const Buffer& buffer, ImageFormat format, std::size_t width)
    : MemoryObject(image_core(buffer, format, width)) {}

ImageFormat Image::format() const { return core()->image_info().format; }
const ImageDescription& Image::description() const { return core()->image_info().description; }

}  // namespace clmm::runtime
