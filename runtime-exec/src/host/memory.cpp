#include "host/memory.h"

#include <algorithm>
#include <atomic>
#include <cstdio>

#include "compile/diagnose.h"

namespace clmm::runtime::host {
namespace {

using compiler::reject;
using Kind = litmus::Allocation;

/// `a` of `a[2]` and `s.f`.
std::string object_name(const std::string& location) {
    return location.substr(0, location.find_first_of("[."));
}

Span place_of(const HostProgram::Code& code, const std::string& name) {
    for (const syntax::InitEntry& entry : code.tree.initial_state)
        if (entry.name == name) return entry.name_span;
    return {};
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

Memory::Memory(const HostProgram::Code& code, const Context& context, const CommandQueue& queue,
               LocalObjects local)
    : code_(code) {
    std::map<std::uint32_t, std::vector<const litmus::Location*>> groups;
    for (const litmus::Location& location : code.test.locations)
        groups[location.object].push_back(&location);
    for (const auto& [number, locations] : groups) {
        const litmus::Location& first = *locations.front();
        const bool in_text =
            first.allocation == Kind::program_scope &&
            std::ranges::find(code.tree.variables, object_name(first.name),
                              &syntax::Declarator::name) != code.tree.variables.end();
        // Variables of file scope are the kernels' business.
        const bool is_local = first.space == litmus::AddressSpace::local;
        if (in_text || (is_local && local == LocalObjects::no)) continue;
        make(locations, is_local ? Kind::host_memory : first.allocation, context, queue);
        by_number_[number] = &objects_.back();
    }
    initialise();
}

void Memory::make(const std::vector<const litmus::Location*>& locations, Kind kind,
                  const Context& context, const CommandQueue& queue) {
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
            object.own.resize(object.size / 8 + 1);
            object.base = reinterpret_cast<std::byte*>(object.own.data());
            break;
        default:
            reject("E-UNSUPPORTED",
                   "'" + object.name +
                       "' is an image, a pipe or a program-scope variable, which "
                       "a test's initial state does not make when it is executed",
                   place_of(code_, object.name),
                   "images and pipes: clmm exec of a plain kernel; program scope: declare the "
                   "variable outside the initial state");
    }
    objects_.push_back(std::move(object));
}

void Memory::initialise() {
    for (const litmus::Location& location : code_.test.locations) {
        if (!by_number_.contains(location.object)) continue;
        std::uint64_t value = location.initial;
        if (location.is_pointer && value != 0) {
            for (const Object& object : objects_)
                if (location.initial >= object.address &&
                    location.initial < object.address + object.size)
                    value = address_of(object) + (location.initial - object.address);
        }
        store(address_of(location), location.width, value);
    }
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

std::uint64_t Memory::address_of(const litmus::Location& location) const {
    const Object& object = *by_number_.at(location.object);
    return address_of(object) + (location.address - object.address);
}

const Object* Memory::named(const std::string& name) const {
    const auto found = std::ranges::find(objects_, name, &Object::name);
    return found == objects_.end() ? nullptr : &*found;
}

std::string Memory::address_text(std::uint64_t address) const {
    if (address == 0) return "0";
    for (const litmus::Location& location : code_.test.locations)
        if (by_number_.contains(location.object) && address_of(location) == address)
            return "&" + location.name;
    char text[32];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
    return text;
}

}  // namespace clmm::runtime::host
