#include "host/memory.h"

#include <algorithm>
#include <atomic>
#include <cstdio>

#include "clmm/runtime/compile.h"

namespace clmm::runtime::host {
namespace {

using Kind = litmus::Allocation;

/// `a` of `a[2]` and `s.f`.
std::string object_name(const std::string& location) {
    return location.substr(0, location.find_first_of("[."));
}

template <class T>
std::uint64_t load_as(std::uint64_t address) {
    return std::atomic_ref<T>(*reinterpret_cast<T*>(address)).load();
}
template <class T>
void store_as(std::uint64_t address, std::uint64_t bits) {
    std::atomic_ref<T>(*reinterpret_cast<T*>(address)).store(static_cast<T>(bits));
}

}  // namespace

std::uint64_t Memory::load(std::uint64_t address, unsigned width) {
    switch (width) {
        case 8:
            return load_as<std::uint8_t>(address);
        case 16:
            return load_as<std::uint16_t>(address);
        case 32:
            return load_as<std::uint32_t>(address);
        default:
            return load_as<std::uint64_t>(address);
    }
}

void Memory::store(std::uint64_t address, unsigned width, std::uint64_t bits) {
    switch (width) {
        case 8:
            return store_as<std::uint8_t>(address, bits);
        case 16:
            return store_as<std::uint16_t>(address, bits);
        case 32:
            return store_as<std::uint32_t>(address, bits);
        default:
            return store_as<std::uint64_t>(address, bits);
    }
}

Memory::Memory(const HostProgram::Code& code, const Context& context, const Program& program,
               const Device& device, LocalObjects local)
    : code_(code), program_(program), device_(device), devices_(context.devices()) {
    const CommandQueue queue(context, device);
    std::map<std::uint32_t, Locations> groups;
    for (const litmus::Location& location : code.test.locations)
        groups[location.object].push_back(&location);
    for (const auto& [number, locations] : groups) {
        const litmus::Location& first = *locations.front();
        const std::string name = name_in_text(object_name(first.name));
        const bool in_text =
            first.allocation == Kind::program_scope &&
            std::ranges::find(code.tree.variables, name, &syntax::Declarator::name) !=
                code.tree.variables.end();
        const bool is_local = first.space == litmus::AddressSpace::local;
        if (is_local && local == LocalObjects::no) continue;
        if (in_text && !program_variable(*code.kernels, name)) continue;
        make(locations, is_local ? Kind::host_memory : first.allocation, context, queue);
        objects_.back().is_in_text = in_text;
        objects_.back().is_constant = first.space == litmus::AddressSpace::constant;
        if (first.allocation != Kind::pipe) by_number_[number] = &objects_.back();
    }
    make_sub_buffers();
    initialise();
    for (const auto& [number, locations] : groups)
        if (locations.front()->allocation == Kind::pipe)
            fill_pipe(*named(object_name(locations.front()->name)), locations);
}

void Memory::make(const Locations& locations, Kind kind, const Context& context,
                  const CommandQueue& queue) {
    const litmus::Location& first = *locations.front();
    const litmus::Location& last = *locations.back();
    Object object{.name = object_name(first.name), .memory = {}, .address = first.address};
    object.size = last.address - first.address + last.width / 8;
    const auto svm = [&](Allocation svm_kind) {
        const SvmAllocation made(context, svm_kind, object.size);
        object.base = static_cast<std::byte*>(made.pointer());
        object.memory = made;
        // Commands on buffers take shared virtual memory as CL_MEM_USE_HOST_PTR does.
        object.buffer.emplace(context, object.size, MemoryFlags{.host_pointer = HostPointer::use},
                              made.pointer());
    };
    switch (kind) {
        case Kind::buffer: {
            const Buffer buffer(context, object.size);
            const Mapping map =
                queue.map_buffer(buffer, Blocking::yes, MapFlag::read_write, 0, object.size);
            object.base = static_cast<std::byte*>(map.pointer);
            queue.unmap(buffer, map.pointer).wait();
            object.memory = buffer;
            object.buffer = buffer;
            break;
        }
        case Kind::fine_grained_svm_atomics:
            svm(Allocation::fine_grained_svm_atomics);
            break;
        case Kind::fine_grained_svm:
            svm(Allocation::fine_grained_svm);
            break;
        case Kind::coarse_grained_svm:
            svm(Allocation::coarse_grained_svm);
            break;
        case Kind::system_svm:
        case Kind::host_memory:
            object.is_system_svm = kind == Kind::system_svm;
            object.own.resize(object.size / 8 + 1);
            object.base = reinterpret_cast<std::byte*>(object.own.data());
            break;
        case Kind::image:
            make_image(object, locations, context);
            break;
        case Kind::pipe:
            make_pipe(object, context);
            break;
        case Kind::program_scope:
            make_program_variable(object);
            break;
    }
    objects_.push_back(std::move(object));
}

/// Addresses in the test become real ones.
/// A pointer does, and an integer whose initial value is written as one: `atomic_intptr_t p=&x`.
bool Memory::holds_address(const litmus::Location& location) const {
    if (location.is_pointer) return true;
    const auto entry =
        std::ranges::find_if(code_.tree.initial_state, [&](const syntax::InitEntry& each) {
            return !each.unit && each.name == name_in_text(location.name) && each.value != nullptr;
        });
    if (entry == code_.tree.initial_state.end()) return false;
    const auto* unary = std::get_if<syntax::Unary>(&entry->value->node);
    return unary != nullptr && unary->op == syntax::UnaryOperator::address_of;
}

std::uint64_t Memory::initial_value(const litmus::Location& location) const {
    if (location.initial == 0 || !holds_address(location)) return location.initial;
    for (const Object& object : objects_)
        if (location.initial >= object.address && location.initial < object.address + object.size)
            return address_of(object) + (location.initial - object.address);
    return location.initial;
}

void Memory::initialise() {
    for (const litmus::Location& location : code_.test.locations)
        if (const auto object = by_number_.find(location.object);
            object != by_number_.end() && !object->second->is_in_text)
            store(address_of(location), location.width, initial_value(location));
}

const Object* Memory::at(std::uint64_t address) const {
    for (const Object& object : objects_)
        if (address >= address_of(object) && address - address_of(object) < object.size)
            return &object;
    return nullptr;
}

const litmus::Location* Memory::location(const std::string& name) const {
    const auto found = std::ranges::find(code_.test.locations, name, &litmus::Location::name);
    if (found == code_.test.locations.end() || !by_number_.contains(found->object)) return nullptr;
    return &*found;
}

std::vector<const litmus::Location*> Memory::locations_of(const Object& object) const {
    std::vector<const litmus::Location*> out;
    for (const litmus::Location& location : code_.test.locations)
        if (by_number_.contains(location.object) && location.address >= object.address &&
            location.address - object.address < object.size)
            out.push_back(&location);
    return out;
}

std::uint64_t Memory::address_of(const litmus::Location& location) const {
    const Object& object = *by_number_.at(location.object);
    return address_of(object) + (location.address - object.address);
}

const Object* Memory::named(const std::string& name) const {
    for (const std::deque<Object>* objects : {&objects_, &parts_})
        for (const Object& object : *objects)
            if (object.name == name) return &object;
    return nullptr;
}

std::uint64_t Memory::address_in_test(std::uint64_t address) const {
    if (const Object* object = at(address))
        return object->address + (address - address_of(*object));
    for (const Object& object : objects_)
        if (address == address_of(object) + object.size) return object.address + object.size;
    return address;
}

std::string Memory::address_text(std::uint64_t address) const {
    if (address == 0) return "0";
    const std::uint64_t in_test = address_in_test(address);
    const litmus::Location* before = nullptr;
    for (const litmus::Location& location : code_.test.locations)
        if (in_test != address && by_number_.contains(location.object) &&
            location.address <= in_test && (!before || location.address > before->address))
            before = &location;
    if (before != nullptr) {
        const std::uint64_t offset = in_test - before->address;
        return "&" + before->name + (offset == 0 ? "" : "+" + std::to_string(offset));
    }
    char text[32];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
    return text;
}

}  // namespace clmm::runtime::host
