// Commands that move data.
#include <algorithm>
#include <cstring>

#include "compile/diagnose.h"
#include "host/api.h"

namespace clmm::runtime::host {

using compiler::quote;
using compiler::reject;

std::size_t ApiCall::Extent::offset() const {
    return static_cast<std::size_t>(address - reinterpret_cast<std::uint64_t>(object->base));
}

void* ApiCall::Extent::pointer() const { return reinterpret_cast<void*>(address); }

/// From where the pointer points to the end of its object.
ApiCall::Extent ApiCall::extent(std::size_t index) {
    const Value value = argument(index);
    const Object* object = value.part;
    if (object == nullptr && value.type.is_pointer()) object = run_.memory().at(value.bits);
    if (object == nullptr) reject("E-TYPE", "this is no memory object", span_of(index));
    Extent extent{object, value.bits, 0, static_cast<unsigned>(value.type.element().size())};
    extent.size = object->size - extent.offset();
    return extent;
}

/// `elements(first, count)`, or `elements(count)`.
ApiCall::Extent ApiCall::chosen(Extent extent) {
    if (elements_.empty()) return extent;
    const std::uint64_t first =
        elements_.size() == 2 ? thread_.evaluate(*elements_.front()).bits : 0;
    const std::uint64_t count = thread_.evaluate(*elements_.back()).bits;
    const std::uint64_t all = extent.size / extent.element;
    if (elements_.size() > 2 || count == 0 || first > all || count > all - first)
        reject("E-TYPE",
               quote(extent.object->name) + " has " + std::to_string(all) + " elements from here",
               elements_.front()->span);
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

std::vector<std::byte> ApiCall::pattern(std::size_t index, const Extent& extent) {
    const std::uint64_t bits = argument(index).bits;
    std::vector<std::byte> bytes(extent.element);
    std::memcpy(bytes.data(), &bits, bytes.size());
    return bytes;
}

MapFlag ApiCall::map_flag(std::size_t index) {
    switch (argument(index).bits) {
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

Value ApiCall::read_buffer() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const Extent from = chosen(extent(1));
    const Buffer& source = buffer(from, 1);
    const bool blocking = argument(2).bits != 0;
    const Extent to = extent(3);
    const Event event = queue.read_buffer(source, Blocking::no, from.offset(),
                                          std::min(from.size, to.size), to.pointer(), wait_list());
    return command("read " + from.object->name, handle, event, blocking);
}

Value ApiCall::write_buffer() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const Extent to = chosen(extent(1));
    const Buffer& target = buffer(to, 1);
    const bool blocking = argument(2).bits != 0;
    const Extent from = extent(3);
    const Event event =
        queue.write_buffer(target, Blocking::no, to.offset(), std::min(from.size, to.size),
                           from.pointer(), wait_list());
    return command("write " + to.object->name, handle, event, blocking);
}

Value ApiCall::copy_buffer() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const Extent from = chosen(extent(1));
    const Extent to = chosen(extent(2));
    const Event event = queue.copy_buffer(buffer(from, 1), buffer(to, 2), from.offset(),
                                          to.offset(), std::min(from.size, to.size), wait_list());
    return command("copy " + from.object->name + " to " + to.object->name, handle, event);
}

Value ApiCall::fill_buffer() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const Extent to = chosen(extent(1));
    const Event event =
        queue.fill_buffer(buffer(to, 1), pattern(2, to), to.offset(), to.size, wait_list());
    return command("fill " + to.object->name, handle, event);
}

/// The pointer where the call blocks, or where event(…) takes the event.
Value ApiCall::map_buffer() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const Type type = argument(1).type;
    const Extent what = chosen(extent(1));
    const bool blocking = argument(2).bits != 0;
    const Mapping mapping = queue.map_buffer(buffer(what, 1), Blocking::no, map_flag(3),
                                             what.offset(), what.size, wait_list());
    const Value event = command("map " + what.object->name, handle, mapping.event, blocking);
    if (!blocking && event_ == nullptr) return event;
    return {type, reinterpret_cast<std::uint64_t>(mapping.pointer)};
}

Value ApiCall::unmap_object() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const Extent what = extent(1);
    const Event event =
        queue.unmap(buffer(what, 1), reinterpret_cast<void*>(argument(2).bits), wait_list());
    return command("unmap " + what.object->name, handle, event);
}

Value ApiCall::svm_map() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const bool blocking = argument(1).bits != 0;
    const MapFlag flag = map_flag(2);
    const Extent what = chosen(extent(3));
    const Event event = queue.svm_map(Blocking::no, flag, what.pointer(), what.size, wait_list());
    return command("map " + what.object->name, handle, event, blocking);
}

Value ApiCall::svm_unmap() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const Extent what = chosen(extent(1));
    return command("unmap " + what.object->name, handle,
                   queue.svm_unmap(what.pointer(), wait_list()));
}

Value ApiCall::svm_copy() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const bool blocking = argument(1).bits != 0;
    const Extent to = chosen(extent(2));
    const Extent from = chosen(extent(3));
    const Event event = queue.svm_memcpy(Blocking::no, to.pointer(), from.pointer(),
                                         std::min(from.size, to.size), wait_list());
    return command("copy " + from.object->name + " to " + to.object->name, handle, event, blocking);
}

Value ApiCall::svm_fill() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const Extent to = chosen(extent(1));
    const Event event = queue.svm_memfill(to.pointer(), pattern(2, to), to.size, wait_list());
    return command("fill " + to.object->name, handle, event);
}

Value ApiCall::migrate() {
    std::uint64_t handle = 0;
    const CommandQueue queue = this->queue(0, handle);
    const Extent what = extent(1);
    const std::string name = "migrate " + what.object->name;
    if (const auto* svm = std::get_if<SvmAllocation>(&what.object->memory))
        return command(name, handle, queue.svm_migrate({*svm}, false, wait_list()));
    return command(name, handle, queue.migrate({buffer(what, 1)}, false, wait_list()));
}

}  // namespace clmm::runtime::host
