#include <cstring>
#include <utility>

#include "clmm/runtime/command_queue.h"
#include "objects/box.h"
#include "queues/commands.h"

namespace clmm::runtime {

namespace {

/// A copy of so many bytes while `keep` is kept; nothing for no bytes.
CallWork copy(std::byte* to, const std::byte* from, std::size_t size,
              std::vector<std::shared_ptr<MemoryCore>> keep) {
    if (size == 0) return {};
    return {[=, keep = std::move(keep)] { std::memcpy(to, from, size); },
            {touch_of(from, size, false), touch_of(to, size, true)}};
}

/// The resolved layout of a region that lies in the buffer.
RectLayout inside(const MemoryCore& buffer, const RectLayout& layout, const Size3& region) {
    const RectLayout resolved = resolve(layout, region);
    require_range(offset_of(resolved), span_of(region, resolved.row_pitch, resolved.slice_pitch),
                  buffer.size, "the region reaches out of the buffer");
    return resolved;
}

void check_linear(const QueueCore& queue, const MemoryCore& buffer, std::size_t offset,
                  std::size_t size) {
    check_context(queue, buffer);
    require_range(offset, size, buffer.size, "the bytes reach out of the buffer");
}

bool disjoint(std::size_t a, std::size_t b, std::size_t size) {
    return a + size <= b || b + size <= a;
}

}  // namespace

Event CommandQueue::read_buffer(const Buffer& buffer, Blocking blocking, std::size_t offset,
                                std::size_t size, void* destination, const WaitList& wait) const {
    const auto& memory = buffer.core();
    check_linear(*core(), *memory, offset, size);
    check_host_reads(*memory);
    check_pointer(destination);
    return enqueue_call(
        *core(), CommandType::read_buffer, blocking,
        copy(static_cast<std::byte*>(destination), memory->base + offset, size, {memory}), wait);
}

Event CommandQueue::write_buffer(const Buffer& buffer, Blocking blocking, std::size_t offset,
                                 std::size_t size, const void* source, const WaitList& wait) const {
    const auto& memory = buffer.core();
    check_linear(*core(), *memory, offset, size);
    check_host_writes(*memory);
    check_pointer(source);
    return enqueue_call(
        *core(), CommandType::write_buffer, blocking,
        copy(memory->base + offset, static_cast<const std::byte*>(source), size, {memory}), wait);
}

Event CommandQueue::read_buffer_rect(const Buffer& buffer, Blocking blocking,
                                     const RectLayout& layout, const RectLayout& host,
                                     const Size3& region, void* destination,
                                     const WaitList& wait) const {
    const auto& memory = buffer.core();
    check_context(*core(), *memory);
    check_host_reads(*memory);
    check_pointer(destination);
    const Box from = box_at(memory->base, inside(*memory, layout, region));
    const Box to = box_at(static_cast<std::byte*>(destination), resolve(host, region));
    return enqueue_call(*core(), CommandType::read_buffer_rect, blocking,
                        copy_of_box(to, from, region, {memory}), wait);
}

Event CommandQueue::write_buffer_rect(const Buffer& buffer, Blocking blocking,
                                      const RectLayout& layout, const RectLayout& host,
                                      const Size3& region, const void* source,
                                      const WaitList& wait) const {
    const auto& memory = buffer.core();
    check_context(*core(), *memory);
    check_host_writes(*memory);
    check_pointer(source);
    const Box to = box_at(memory->base, inside(*memory, layout, region));
    // Box serves both directions; nothing is written through this one.
    auto* readable = static_cast<std::byte*>(const_cast<void*>(source));
    const Box from = box_at(readable, resolve(host, region));
    return enqueue_call(*core(), CommandType::write_buffer_rect, blocking,
                        copy_of_box(to, from, region, {memory}), wait);
}

Event CommandQueue::copy_buffer(const Buffer& source, const Buffer& destination,
                                std::size_t source_offset, std::size_t destination_offset,
                                std::size_t size, const WaitList& wait) const {
    const auto& from = source.core();
    const auto& to = destination.core();
    check_linear(*core(), *from, source_offset, size);
    check_linear(*core(), *to, destination_offset, size);
    require(from->id != to->id ||
                disjoint(from->origin + source_offset, to->origin + destination_offset, size),
            ErrorCode::mem_copy_overlap, "source and destination overlap");
    return enqueue_call(
        *core(), CommandType::copy_buffer, Blocking::no,
        copy(to->base + destination_offset, from->base + source_offset, size, {from, to}), wait);
}

namespace {

/// Rows do not run on into the next row, nor slices into the next slice.
bool stays_in_rows(const RectLayout& layout, const Size3& region) {
    return layout.origin[0] + region[0] <= layout.row_pitch &&
           (layout.origin[1] + region[1]) * layout.row_pitch <= layout.slice_pitch;
}

/// Whether two boxes of one memory object may have a byte in common: exactly so for boxes on one
/// grid, otherwise by the ranges that they span.
bool overlap(const MemoryCore& from, const RectLayout& source, const MemoryCore& to,
             const RectLayout& destination, const Size3& region) {
    if (from.id != to.id) return false;
    const bool same_pitches =
        source.row_pitch == destination.row_pitch && source.slice_pitch == destination.slice_pitch;
    if (same_pitches && from.origin == to.origin && stays_in_rows(source, region) &&
        stays_in_rows(destination, region) &&
        !boxes_overlap(source.origin, destination.origin, region))
        return false;
    const std::size_t a = from.origin + offset_of(source);
    const std::size_t b = to.origin + offset_of(destination);
    return a < b + span_of(region, destination.row_pitch, destination.slice_pitch) &&
           b < a + span_of(region, source.row_pitch, source.slice_pitch);
}

}  // namespace

Event CommandQueue::copy_buffer_rect(const Buffer& source, const Buffer& destination,
                                     const RectLayout& source_layout,
                                     const RectLayout& destination_layout, const Size3& region,
                                     const WaitList& wait) const {
    const auto& from = source.core();
    const auto& to = destination.core();
    check_context(*core(), *from);
    check_context(*core(), *to);
    const RectLayout here = inside(*from, source_layout, region);
    const RectLayout there = inside(*to, destination_layout, region);
    require(!overlap(*from, here, *to, there, region), ErrorCode::mem_copy_overlap,
            "source and destination overlap");
    return enqueue_call(
        *core(), CommandType::copy_buffer_rect, Blocking::no,
        copy_of_box(box_at(to->base, there), box_at(from->base, here), region, {from, to}), wait);
}

Event CommandQueue::fill_buffer(const Buffer& buffer, std::span<const std::byte> pattern,
                                std::size_t offset, std::size_t size, const WaitList& wait) const {
    const auto& memory = buffer.core();
    check_linear(*core(), *memory, offset, size);
    check_pattern(pattern, size);
    require(offset % pattern.size() == 0, ErrorCode::invalid_value,
            "the offset is a multiple of the pattern's size");
    CallWork work;
    if (size > 0)
        work = {[memory, offset, size, bytes = std::vector(pattern.begin(), pattern.end())] {
                    fill_pattern(memory->base + offset, bytes, size);
                },
                {touch_of(memory->base + offset, size, true)}};
    return enqueue_call(*core(), CommandType::fill_buffer, Blocking::no, std::move(work), wait);
}

Mapping CommandQueue::map_buffer(const Buffer& buffer, Blocking blocking, MapFlag flag,
                                 std::size_t offset, std::size_t size, const WaitList& wait) const {
    const auto& memory = buffer.core();
    check_linear(*core(), *memory, offset, size);
    require(size > 0, ErrorCode::invalid_value, "a mapping has at least one byte");
    check_mapping(*memory, flag);
    Mapping mapping{.pointer = memory->base + offset};
    const MemoryTouch region = touch_of(memory->base + offset, size, false);
    mapping.event =
        enqueue_call(*core(), CommandType::map_buffer, blocking, {.touches = {region}}, wait);
    memory->add_mapping(mapping.pointer, region);
    return mapping;
}

}  // namespace clmm::runtime
