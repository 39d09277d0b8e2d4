// Objects, locations and values as expressions.

#include <algorithm>

#include "harness/refuse.h"
#include "kernel_text/kernel_text.h"

namespace clmm::hardware {
namespace {

std::string decimal(std::uint64_t value) { return std::to_string(value); }

bool is_address(const syntax::Expression& expression) {
    if (const auto* unary = std::get_if<syntax::Unary>(&expression.node))
        return unary->op == syntax::UnaryOperator::address_of;
    if (const auto* cast = std::get_if<syntax::Cast>(&expression.node))
        return is_address(*cast->operand);
    if (const auto* list = std::get_if<syntax::InitializerList>(&expression.node))
        return std::ranges::any_of(list->elements,
                                   [](const auto& each) { return is_address(*each); });
    return std::holds_alternative<syntax::Name>(expression.node);
}

/// The entry of the initial state that names the object of a location; null: none.
const syntax::InitEntry* entry_of(const TextInput& input, const litmus::Location& location) {
    const std::string name = location.name.substr(0, location.name.find_first_of("[."));
    for (const syntax::InitEntry& entry : input.tree.initial_state)
        if (entry.name == name && !entry.unit) return &entry;
    return nullptr;
}

/// Whether the text gives an object an address at first.
bool starts_as_address(const TextInput& input, const litmus::Location& location) {
    if (location.width != 64) return false;
    const syntax::InitEntry* entry = entry_of(input, location);
    return location.is_pointer || (entry && entry->value && is_address(*entry->value));
}

const PlacedObject* object_at(const Layout& layout, std::uint64_t address) {
    for (const PlacedObject& object : layout.objects)
        if (address - object.address < object.bytes) return &object;
    return nullptr;
}

}  // namespace

std::string place_of(const TextInput& input, const PlacedObject& object) {
    const auto index = static_cast<std::uint64_t>(&object - input.layout.objects.data());
    if (object.space == litmus::AddressSpace::local)
        return "(clmm_local + " + decimal(object.offset) + "u + clmm_lane * " +
               decimal(object.stride) + "u)";
    return "((global uchar*)(clmm_memory + CLMM_PLACE_" + decimal(index) + "(clmm_instance)))";
}

std::string storage_type(const litmus::Location& location) {
    switch (location.width) {
        case 8:
            return "uchar";
        case 16:
            return "ushort";
        case 64:
            return "ulong";
        default:
            return "uint";
    }
}

std::string lvalue_of(const TextInput& input, const PlacedObject& object,
                      const litmus::Location& location) {
    const std::string space = object.space == litmus::AddressSpace::local ? "local " : "global ";
    const std::uint64_t offset = location.address - object.address;
    return "*(" + space + storage_type(location) + "*)(" + place_of(input, object) +
           (offset != 0 ? " + " + decimal(offset) : "") + ")";
}

std::string initial_value(const TextInput& input, const litmus::Location& location) {
    const PlacedObject* target =
        starts_as_address(input, location) ? object_at(input.layout, location.initial) : nullptr;
    if (target == nullptr)
        return "(" + storage_type(location) + ")" + decimal(location.initial) +
               (location.width == 64 ? "ul" : "u");
    if (target->space != litmus::AddressSpace::global) {
        const syntax::InitEntry* entry = entry_of(input, location);
        refuse("'" + location.name + "' starts as the address of '" + target->name +
                   "', which is in no global memory",
               entry == nullptr ? Span{0, 0} : entry->span);
    }
    return "(ulong)(" + place_of(input, *target) + " + " +
           decimal(location.initial - target->address) + ")";
}

std::string as_value(const TextInput& input, const std::string& text, unsigned width,
                     bool in_group) {
    const std::string type = width == 8    ? "uchar"
                             : width == 16 ? "ushort"
                             : width == 64 ? "ulong"
                                           : "uint";
    const std::string plain = "(clmm_value)(" + type + ")(" + text + ")";
    if (width != 64) return plain;
    const bool has_local = in_group && input.layout.local_bytes != 0;
    return std::string(has_local ? "clmm_encode_local" : "clmm_encode") + "((ulong)(" + text +
           "), clmm_memory, clmm_instance" + (has_local ? ", clmm_local, clmm_lane)" : ")");
}

}  // namespace clmm::hardware
