// Objects that kernels reach by other ways than a pointer to a buffer.
#include <algorithm>
#include <cstring>

#include "clmm/base/reject.h"
#include "clmm/runtime/compile.h"
#include "host/memory.h"
#include "objects/memory_core.h"
#include "programs/program_core.h"

namespace clmm::runtime::host {

const syntax::InitEntry* Memory::entry_of(const std::string& name) const {
    for (const syntax::InitEntry& entry : code_.tree.initial_state)
        if (entry.name == name && !entry.unit) return &entry;
    return nullptr;
}

Span Memory::place_of(const std::string& name) const {
    const syntax::InitEntry* entry = entry_of(name);
    return entry == nullptr ? Span{} : entry->name_span;
}

bool Memory::has_program_scope() const {
    return std::ranges::any_of(objects_, [](const Object& object) {
        return object.is_program_scope && !object.is_constant && !object.is_of_one_device;
    });
}

bool Memory::is_per_device() const {
    return std::ranges::any_of(objects_, &Object::is_of_one_device);
}

namespace {
constexpr std::string_view kDeviceMark = "@dev";
}

std::string name_in_text(const std::string& object) {
    return object.substr(0, object.find(kDeviceMark));
}

// ---- images ----

/// One dimension, one channel.
void Memory::make_image(Object& object, const Locations& locations, const Context& context) {
    const litmus::Location& texel = *locations.front();
    ImageFormat format{.order = ChannelOrder::r};
    switch (texel.width) {
        case 8:
            format.type = texel.is_signed ? ChannelType::signed_int8 : ChannelType::unsigned_int8;
            break;
        case 16:
            format.type = texel.is_signed ? ChannelType::signed_int16 : ChannelType::unsigned_int16;
            break;
        case 32:
            format.type = texel.is_signed ? ChannelType::signed_int32 : ChannelType::unsigned_int32;
            break;
        default:
            reject("E-UNSUPPORTED",
                   quote(object.name) + " has channels of " + std::to_string(texel.width) +
                       " bits, which no image has that is executed",
                   place_of(object.name));
    }
    const Image image(context, format, {.type = ImageType::image_1d, .width = locations.size()});
    object.base = image.core()->base;
    object.memory = image;
}

// ---- pipes ----

void reject_pipes(const litmus::LitmusTest& test) {
    for (const litmus::Location& location : test.locations)
        if (location.allocation == litmus::Allocation::pipe)
            reject("E-UNSUPPORTED", "pipes are not executed with weak memory", Span{},
                   "leave out --weak-memory");
}

/// The word `pipe` makes a pipe of packets of the type that it stands before.
void Memory::make_pipe(Object& object, const Context& context) {
    const syntax::InitEntry& entry = *entry_of(object.name);
    const auto size = static_cast<std::uint32_t>(code_.host.objects.at(object.name).element);
    std::uint64_t packets = 1;
    for (const auto& each : entry.dimensions) packets *= constant_of(*each);
    object.memory = Pipe(context, size, static_cast<std::uint32_t>(packets));
    object.own.resize(1);
    object.base = reinterpret_cast<std::byte*>(object.own.data());
    object.size = 1;
}

/// Initial values are packets that are there. The locations of a pipe begin with its packets.
void Memory::fill_pipe(const Object& object, const Locations& locations) {
    const syntax::InitEntry* entry = entry_of(object.name);
    const auto* list =
        entry->value ? std::get_if<syntax::InitializerList>(&entry->value->node) : nullptr;
    if (list == nullptr) return;
    const auto& pipe = std::get<Pipe>(object.memory);
    for (std::size_t i = 0; i < list->elements.size(); ++i) {
        std::vector<std::byte> packet(pipe.packet_size());
        for (const litmus::Location* each : locations) {
            const std::uint64_t offset = each->address - object.address;
            if (offset / packet.size() != i) continue;
            const std::uint64_t bits = initial_value(*each);
            std::memcpy(packet.data() + offset % packet.size(), &bits, each->width / 8);
        }
        if (!pipe.core()->pipe->write(packet.data()))
            reject("E-EXEC", quote(object.name) + " has no room for its packets",
                   place_of(object.name));
    }
}

// ---- program scope ----

void Memory::make_program_variable(Object& object) {
    const std::string name = name_in_text(object.name);
    const auto offset = program_variable(*code_.kernels, name);
    if (!offset)
        reject("E-UNSUPPORTED", quote(object.name) + " is no variable of the program",
               place_of(name));
    object.is_program_scope = true;
    object.is_of_one_device = name != object.name;
    Device device = device_;
    if (object.is_of_one_device) {
        const std::size_t number = std::stoul(object.name.substr(name.size() + kDeviceMark.size()));
        if (number >= devices_.size())
            reject("E-EXEC", "there is no device " + std::to_string(number), place_of(name));
        device = devices_[number];
    }
    object.base = program_.core()->scope_on(device.core())->base + *offset;
}

// ---- sub-buffers ----

/// `sub_buffer int b[2] = &a[1];`
void Memory::make_sub_buffers() {
    for (const syntax::InitEntry& entry : code_.tree.initial_state) {
        if (!has_word(entry, "sub_buffer") || !entry.value) continue;
        const auto* address = std::get_if<syntax::Unary>(&entry.value->node);
        const syntax::Expression& what = address != nullptr ? *address->operand : *entry.value;
        const auto* element = std::get_if<syntax::Subscript>(&what.node);
        const syntax::Expression& array = element != nullptr ? *element->array : what;
        const auto* name = std::get_if<syntax::Name>(&array.node);
        const Object* whole = name == nullptr ? nullptr : named(name->text);
        if (whole == nullptr || !std::holds_alternative<Buffer>(whole->memory))
            reject("E-UNSUPPORTED", quote(entry.name) + " is a part of no buffer that a run makes",
                   entry.span, "write for example 'sub_buffer int b[2] = &a[1]'");
        const compiler::HostObject& type = code_.host.objects.at(entry.name);
        const std::uint64_t index = element != nullptr ? constant_of(*element->index) : 0;
        const std::uint64_t origin = index * type.element;
        Object part{.name = entry.name, .memory = {}};
        part.size = type.size;
        part.base = whole->base + origin;
        part.address = whole->address + origin;
        part.buffer.emplace(SubBuffer(std::get<Buffer>(whole->memory), origin, part.size));
        part.memory = *part.buffer;
        part.whole = whole;
        parts_.push_back(std::move(part));
    }
}

}  // namespace clmm::runtime::host
