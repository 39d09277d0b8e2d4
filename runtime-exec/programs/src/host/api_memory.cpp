// Commands that move data.
#include <algorithm>
#include <cstring>

#include "clmm/base/counted.h"
#include "clmm/base/reject.h"
#include "host/api.h"

namespace clmm::runtime::host {

std::size_t ApiCall::Extent::offset() const {
    return static_cast<std::size_t>(address - reinterpret_cast<std::uint64_t>(object->base));
}

void* ApiCall::Extent::pointer() const { return reinterpret_cast<void*>(address); }

/// From where the pointer points to the end of its object.
ApiCall::Extent ApiCall::extent(std::size_t index) const {
    const HostValue& value = call_.arguments[index].value;
    const Object* object = value.kind == HostValue::Kind::pointer ? object_of(value) : nullptr;
    if (object == nullptr) reject("E-TYPE", "this is no memory object", value.span);
    Extent extent{object, bits(value), 0, value.size};
    extent.size = object->size - extent.offset();
    return extent;
}

/// `elements(first, count)`, or `elements(count)`.
ApiCall::Extent ApiCall::chosen(Extent extent) const {
    const std::vector<HostValue>& elements = call_.elements;
    if (elements.empty()) return extent;
    const std::uint64_t first = elements.size() == 2 ? bits(elements.front()) : 0;
    const std::uint64_t count = bits(elements.back());
    const std::uint64_t all = extent.size / extent.element;
    if (elements.size() > 2 || count == 0 || first > all || count > all - first)
        reject("E-TYPE",
               quote(extent.object->name) + " has " + counted(all, "element") + " from here",
               elements.front().span);
    extent.address += first * extent.element;
    extent.size = count * extent.element;
    return extent;
}

const Buffer& ApiCall::buffer(const Extent& extent, std::size_t index) const {
    if (!extent.object->buffer)
        reject("E-UNSUPPORTED",
               quote(extent.object->name) + " is no buffer, which this command is executed on",
               span_of(index), "declare it with the word 'buffer'");
    return *extent.object->buffer;
}

std::vector<std::byte> ApiCall::pattern(std::size_t index, const Extent& extent) const {
    std::vector<std::byte> bytes = bytes_of(call_.arguments[index].value, operands_);
    bytes.resize(extent.element);
    return bytes;
}

MapFlag ApiCall::map_flag(std::size_t index) const {
    switch (bits(index)) {
        case 1:
            return MapFlag::read;
        case 2:
            return MapFlag::write;
        case 3:
            return MapFlag::read_write;
        case 4:
            return MapFlag::write_invalidate_region;
        default:
            reject("E-TYPE", "these are no flags of a map command", span_of(index));
    }
}

HostApi::Result ApiCall::read_buffer() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const Extent from = chosen(extent(1));
    const Buffer& source = buffer(from, 1);
    const bool blocking = bits(2) != 0;
    const Extent to = extent(3);
    const Event event = queue.read_buffer(source, Blocking::no, from.offset(),
                                          std::min(from.size, to.size), to.pointer(), wait_list());
    return command("read " + from.object->name, handle, event, blocking);
}

HostApi::Result ApiCall::write_buffer() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const Extent to = chosen(extent(1));
    const Buffer& target = buffer(to, 1);
    const bool blocking = bits(2) != 0;
    const Extent from = extent(3);
    const Event event =
        queue.write_buffer(target, Blocking::no, to.offset(), std::min(from.size, to.size),
                           from.pointer(), wait_list());
    return command("write " + to.object->name, handle, event, blocking);
}

HostApi::Result ApiCall::copy_buffer() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const Extent from = chosen(extent(1));
    const Extent to = chosen(extent(2));
    const Event event = queue.copy_buffer(buffer(from, 1), buffer(to, 2), from.offset(),
                                          to.offset(), std::min(from.size, to.size), wait_list());
    return command("copy " + from.object->name + " to " + to.object->name, handle, event);
}

HostApi::Result ApiCall::fill_buffer() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const Extent to = chosen(extent(1));
    const Event event =
        queue.fill_buffer(buffer(to, 1), pattern(2, to), to.offset(), to.size, wait_list());
    return command("fill " + to.object->name, handle, event);
}

/// The pointer where the call blocks, or where event(…) takes the event.
HostApi::Result ApiCall::map_buffer() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const Extent what = chosen(extent(1));
    const bool blocking = bits(2) != 0;
    const Mapping mapping = queue.map_buffer(buffer(what, 1), Blocking::no, map_flag(3),
                                             what.offset(), what.size, wait_list());
    Result result = command("map " + what.object->name, handle, mapping.event, blocking);
    if (!call_.yields_event) result.value = reinterpret_cast<std::uint64_t>(mapping.pointer);
    return result;
}

HostApi::Result ApiCall::unmap_object() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const Extent what = extent(1);
    const Event event = queue.unmap(buffer(what, 1), reinterpret_cast<void*>(bits(2)), wait_list());
    return command("unmap " + what.object->name, handle, event);
}

HostApi::Result ApiCall::svm_map() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const bool blocking = bits(1) != 0;
    const MapFlag flag = map_flag(2);
    const Extent what = chosen(extent(3));
    const Event event = queue.svm_map(Blocking::no, flag, what.pointer(), what.size, wait_list());
    return command("map " + what.object->name, handle, event, blocking);
}

HostApi::Result ApiCall::svm_unmap() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const Extent what = chosen(extent(1));
    return command("unmap " + what.object->name, handle,
                   queue.svm_unmap(what.pointer(), wait_list()));
}

HostApi::Result ApiCall::svm_copy() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const bool blocking = bits(1) != 0;
    const Extent to = chosen(extent(2));
    const Extent from = chosen(extent(3));
    const Event event = queue.svm_memcpy(Blocking::no, to.pointer(), from.pointer(),
                                         std::min(from.size, to.size), wait_list());
    return command("copy " + from.object->name + " to " + to.object->name, handle, event, blocking);
}

HostApi::Result ApiCall::svm_fill() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const Extent to = chosen(extent(1));
    const Event event = queue.svm_memfill(to.pointer(), pattern(2, to), to.size, wait_list());
    return command("fill " + to.object->name, handle, event);
}

HostApi::Result ApiCall::migrate() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const Extent what = extent(1);
    const std::string name = "migrate " + what.object->name;
    if (const auto* svm = std::get_if<SvmAllocation>(&what.object->memory))
        return command(name, handle, queue.svm_migrate({*svm}, false, wait_list()));
    return command(name, handle, queue.migrate({buffer(what, 1)}, false, wait_list()));
}

}  // namespace clmm::runtime::host
