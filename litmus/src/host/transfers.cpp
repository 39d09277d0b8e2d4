// Commands that move data between memory objects, or make them accessible to the host.
#include <algorithm>

#include "clmm/base/counted.h"
#include "host/calls.h"
#include "memory/object_pieces.h"

namespace clmm::litmus {
namespace {

constexpr std::uint64_t kMapWrite = 2;
constexpr std::uint64_t kMapInvalidate = 4;
constexpr std::uint64_t kAllMapFlags = 7;

}  // namespace

// ---- what a command acts on ----

/// From where the pointer points to the end of its object.
ApiCall::Extent ApiCall::extent_of(const syntax::Expression& expression) {
    Extent extent{.pointer = value_of(expression), .span = expression.span};
    const Value& pointer = extent.pointer;
    const TermPool& terms = unfolding_.structure.terms;
    if (!is_pointer(pointer.type))
        reject("E-TYPE", "this is no memory object", expression.span,
               "name a location, or a pointer to one");
    if (pointer.object.kind == Provenance::Kind::variable)
        reject("E-UNSUPPORTED", "a command acts on a private variable", expression.span,
               "declare it in the initial state: 'host int h;'");
    if (pointer.object.kind != Provenance::Kind::memory || !terms.is_constant(pointer.term))
        reject("E-UNSUPPORTED", "which memory object this is depends on what happens",
               expression.span, "commands act on one object on every path");
    const MemoryObject& object = unfolding_.objects[pointer.object.index];
    if (object.space == AddressSpace::local)
        reject("E-ADDRESS", "'" + object.name + "' is in local memory", expression.span);
    extent.name = object.name;
    extent.allocation = object.allocation;
    if (is_array(object.type)) extent.per_element = object.count / object.type->length;
    for (std::size_t i = 0; i < object.count; ++i) {
        const LocationId id(object.first.index() + i);
        if (unfolding_.structure.locations[id.index()].address >= terms[pointer.term].payload)
            extent.locations.push_back(id);
    }
    return extent;
}

ApiCall::Extent ApiCall::buffer_of(const syntax::Expression& expression) {
    Extent extent = extent_of(expression);
    if (extent.allocation == Allocation::host_memory)
        reject("E-TYPE", "'" + extent.name + "' is memory of the host, not a buffer",
               expression.span);
    return extent;
}

ApiCall::Extent ApiCall::svm_of(const syntax::Expression& expression) {
    Extent extent = extent_of(expression);
    switch (extent.allocation) {
        case Allocation::buffer:
        case Allocation::image:
        case Allocation::pipe:
        case Allocation::program_scope:
            reject("E-TYPE", "'" + extent.name + "' is not in shared virtual memory",
                   expression.span, "declare it with coarse_svm, fine_svm or atomic_svm");
        default:
            return extent;
    }
}

/// `elements(first, count)`, or `elements(count)`.
void ApiCall::choose_elements(Extent& extent) {
    if (parts_.elements.empty()) return;
    if (parts_.elements.size() > 2)
        reject("E-TYPE", "elements(…) takes the first and their number", span_);
    std::vector<std::uint64_t> numbers;
    for (const syntax::Expression* each : parts_.elements) numbers.push_back(constant_of(*each));
    const std::uint64_t first = numbers.size() == 2 ? numbers[0] : 0;
    const std::uint64_t size = extent.locations.size() / extent.per_element;
    if (numbers.back() == 0 || first > size || numbers.back() > size - first)
        reject("E-TYPE", "'" + extent.name + "' has " + counted(size, "element") + " from here",
               parts_.elements.front()->span);
    const auto at = [&](std::uint64_t element) {
        return extent.locations.begin() + static_cast<std::ptrdiff_t>(element * extent.per_element);
    };
    extent.locations = {at(first), at(first + numbers.back())};
}

// ---- commands ----

/// As much as both have, or as elements(…) says of the first.
Command ApiCall::copy(Extent to, Extent from, std::string name) {
    const std::size_t count = std::min(to.locations.size(), from.locations.size());
    if (!parts_.elements.empty() &&
        (to.locations.size() != count || from.locations.size() != count))
        reject("E-TYPE", "there are not so many elements behind the pointer", span_);
    Command command{.kind = Command::Kind::transfer, .name = std::move(name)};
    for (std::size_t i = 0; i < count; ++i) {
        const Location& source = unfolding_.structure.locations[from.locations[i].index()];
        const Location& target = unfolding_.structure.locations[to.locations[i].index()];
        check_pieces(source, target);
        if (source.width != target.width)
            reject("E-UNSUPPORTED",
                   "'" + source.name + "' and '" + target.name + "' have different sizes", span_,
                   "commands copy element by element");
        command.moves.push_back({.from = from.locations[i], .to = to.locations[i]});
    }
    return command;
}

/// A command copies bytes, so what it copies from and to is in pieces of one width.
void ApiCall::check_pieces(const Location& a, const Location& b) const {
    if (a.width == b.width) return;
    const Location& wide = a.width > b.width ? a : b;
    const Location& narrow = a.width > b.width ? b : a;
    if (unfolding_.pieces.contains(narrow.object) && !wide.is_pointer)
        throw PiecesWanted{wide.object, narrow.width};
}

/// A value that fills scalars, as what it gives to a part of one.
Value ApiCall::in_scalar(const Value& value, const Location& location) {
    const auto part = part_of_scalar(unfolding_, location);
    if (!part) return value;
    const Value whole = unit_.convert(value, part->scalar, span_, true);
    return {integer_type(location.width, false),
            unit_.bits_of(whole.term, part->offset, location.width), whole.reads};
}

Command ApiCall::fill(Extent to, const syntax::Expression& value) {
    choose_elements(to);
    Command command{.kind = Command::Kind::transfer, .name = "fill " + to.name};
    const Value pattern = value_of(value);
    if (!is_integer(pattern.type) || is_handle(pattern.type))
        reject("E-TYPE", "a pattern is a number", value.span);
    for (const LocationId id : to.locations)
        command.moves.push_back(
            {.to = id, .value = in_scalar(pattern, unfolding_.structure.locations[id.index()])});
    return command;
}

Command ApiCall::map(const Extent& extent, std::uint64_t flags) {
    if (flags == 0 || flags > kAllMapFlags || (flags > kMapInvalidate))
        reject("E-TYPE", "these are no flags of a map command", span_,
               "there are CL_MAP_READ, CL_MAP_WRITE and CL_MAP_WRITE_INVALIDATE_REGION, of which "
               "the last stands alone");
    Command command{.kind = Command::Kind::transfer, .name = "map " + extent.name};
    Tags tags = Tags{}.add(Tag::mapping);
    if ((flags & (kMapWrite | kMapInvalidate)) != 0) tags.add(Tag::mapping_for_write);
    for (const LocationId id : extent.locations) {
        Move move{.tags = tags};
        if (flags == kMapInvalidate) {  // the host may find anything there
            const Location& location = unfolding_.structure.locations[id.index()];
            move.to = id;
            unfolding_.structure.choices.push_back(
                {.text = "the map that invalidates " + location.name +
                         " leaves a value there that is not specified",
                 .when = unfolding_.structure.terms.boolean(true),
                 .span = span_});
            move.value = Value{integer_type(location.width, location.is_signed),
                               unfolding_.structure.terms.choice(location.width),
                               unfolding_.recorder.dependencies().empty()};
        } else {
            move.from = id;
        }
        command.moves.push_back(move);
    }
    return command;
}

Command ApiCall::unmap(const Extent& extent) {
    Command command{.kind = Command::Kind::transfer, .name = "unmap " + extent.name};
    for (const LocationId id : extent.locations)
        command.moves.push_back({.from = id, .tags = Tags{}.add(Tag::unmapping)});
    return command;
}

// ---- the API ----

/// Between a buffer and memory of the host.
Value ApiCall::transfer_buffer(bool to_host) {
    const std::size_t queue = queue_of(argument(0));
    Extent buffer = buffer_of(argument(1));
    choose_elements(buffer);
    const bool blocking = constant_of(argument(2)) != 0;
    Extent host = extent_of(argument(3));
    if (!parts_.elements.empty() && host.locations.size() > buffer.locations.size())
        host.locations.resize(buffer.locations.size());
    const std::string name = (to_host ? "read " : "write ") + buffer.name;
    Command command = to_host ? copy(std::move(host), std::move(buffer), name)
                              : copy(std::move(buffer), std::move(host), name);
    command.queue = queue;
    return enqueue(std::move(command), blocking);
}

Value ApiCall::read_buffer() { return transfer_buffer(true); }

Value ApiCall::write_buffer() { return transfer_buffer(false); }

Value ApiCall::copy_buffer() {
    const std::size_t queue = queue_of(argument(0));
    Extent from = buffer_of(argument(1));
    Extent to = buffer_of(argument(2));
    choose_elements(from);
    choose_elements(to);
    const std::string name = "copy " + from.name + " to " + to.name;
    Command command = copy(std::move(to), std::move(from), name);
    command.queue = queue;
    return enqueue(std::move(command));
}

Value ApiCall::fill_buffer() {
    const std::size_t queue = queue_of(argument(0));
    Command command = fill(buffer_of(argument(1)), argument(2));
    command.queue = queue;
    return enqueue(std::move(command));
}

/// The pointer where the call blocks, or where event(…) takes the event.
Value ApiCall::map_buffer() {
    const std::size_t queue = queue_of(argument(0));
    Extent buffer = buffer_of(argument(1));
    choose_elements(buffer);
    const bool blocking = constant_of(argument(2)) != 0;
    Value pointer = buffer.pointer;
    pointer.term = unfolding_.structure.terms.constant(
        unfolding_.structure.locations[buffer.locations.front().index()].address, 64);
    Command command = map(buffer, constant_of(argument(3)));
    command.queue = queue;
    const Value event = enqueue(std::move(command), blocking);
    return blocking || parts_.event != nullptr ? pointer : event;
}

Value ApiCall::unmap_object() {
    const std::size_t queue = queue_of(argument(0));
    Extent buffer = buffer_of(argument(1));
    const Extent mapped = extent_of(argument(2));
    if (std::ranges::find(buffer.locations, mapped.locations.front()) == buffer.locations.end())
        reject("E-TYPE", "this pointer is not into '" + buffer.name + "'", argument(2).span);
    choose_elements(buffer);
    Command command = unmap(buffer);
    command.queue = queue;
    return enqueue(std::move(command));
}

Value ApiCall::svm_map() {
    const std::size_t queue = queue_of(argument(0));
    const bool blocking = constant_of(argument(1)) != 0;
    const std::uint64_t flags = constant_of(argument(2));
    Extent extent = svm_of(argument(3));
    choose_elements(extent);
    Command command = map(extent, flags);
    command.queue = queue;
    return enqueue(std::move(command), blocking);
}

Value ApiCall::svm_unmap() {
    const std::size_t queue = queue_of(argument(0));
    Extent extent = svm_of(argument(1));
    choose_elements(extent);
    Command command = unmap(extent);
    command.queue = queue;
    return enqueue(std::move(command));
}

/// Either side may be host memory.
Value ApiCall::svm_copy() {
    const std::size_t queue = queue_of(argument(0));
    const bool blocking = constant_of(argument(1)) != 0;
    Extent to = svm_of(argument(2));
    Extent from = svm_of(argument(3));
    choose_elements(to);
    choose_elements(from);
    const std::string name = "copy " + from.name + " to " + to.name;
    Command command = copy(std::move(to), std::move(from), name);
    command.queue = queue;
    return enqueue(std::move(command), blocking);
}

Value ApiCall::svm_fill() {
    const std::size_t queue = queue_of(argument(0));
    Command command = fill(svm_of(argument(1)), argument(2));
    command.queue = queue;
    return enqueue(std::move(command));
}

/// The object goes to the queue's device, with its values.
Value ApiCall::migrate() {
    const std::size_t queue = queue_of(argument(0));
    const Extent object = extent_of(argument(1));
    return enqueue(
        {.kind = Command::Kind::transfer, .name = "migrate " + object.name, .queue = queue});
}

}  // namespace clmm::litmus
