#include "objects/box.h"

#include <cstring>

#include "clmm/runtime/error.h"

namespace clmm::runtime {

namespace {

constexpr const char* kTooLarge = "a size or an offset needs more than 64 bits";

std::size_t multiply(std::size_t a, std::size_t b) {
    std::size_t product = 0;
    require(!__builtin_mul_overflow(a, b, &product), ErrorCode::invalid_value, kTooLarge);
    return product;
}

std::size_t add(std::size_t a, std::size_t b) {
    std::size_t sum = 0;
    require(!__builtin_add_overflow(a, b, &sum), ErrorCode::invalid_value, kTooLarge);
    return sum;
}

}  // namespace

void copy_box(const Box& to, const Box& from, const Extent& extent) {
    for (std::size_t z = 0; z < extent[2]; ++z)
        for (std::size_t y = 0; y < extent[1]; ++y)
            std::memcpy(to.base + z * to.slice_pitch + y * to.row_pitch,
                        from.base + z * from.slice_pitch + y * from.row_pitch, extent[0]);
}

std::size_t span_of(const Extent& extent, std::size_t row_pitch, std::size_t slice_pitch) {
    return add(add(multiply(extent[2] - 1, slice_pitch), multiply(extent[1] - 1, row_pitch)),
               extent[0]);
}

bool boxes_overlap(const Size3& a, const Size3& b, const Size3& region) {
    for (std::size_t d = 0; d < 3; ++d)
        if (a[d] + region[d] <= b[d] || b[d] + region[d] <= a[d]) return false;
    return true;
}

RectLayout resolve(const RectLayout& layout, const Size3& region) {
    for (const std::size_t size : region)
        require(size > 0, ErrorCode::invalid_value, "a region has no size of 0");
    RectLayout resolved = layout;
    if (resolved.row_pitch == 0) resolved.row_pitch = region[0];
    require(resolved.row_pitch >= region[0], ErrorCode::invalid_value,
            "the row pitch is less than a row of the region");
    const std::size_t slice = multiply(region[1], resolved.row_pitch);
    if (resolved.slice_pitch == 0) resolved.slice_pitch = slice;
    require(resolved.slice_pitch >= slice, ErrorCode::invalid_value,
            "the slice pitch is less than a slice of the region");
    return resolved;
}

std::size_t offset_of(const RectLayout& layout) {
    return add(add(multiply(layout.origin[2], layout.slice_pitch),
                   multiply(layout.origin[1], layout.row_pitch)),
               layout.origin[0]);
}

Box box_at(std::byte* memory, const RectLayout& layout) {
    return {memory + offset_of(layout), layout.row_pitch, layout.slice_pitch};
}

}  // namespace clmm::runtime
