// What Debian's libc++abi for WebAssembly is built without: exceptions, as the Itanium C++ ABI
// (Level II, 2.4 and 2.5) has them, on WebAssembly's instructions. Which types catch which is
// libc++abi's, by its type_info.
//
// A thrown object stands behind its Header. What `throw` is given, and what a catch of WebAssembly
// yields, is the address of the Header's `unwind`, as compilers of other languages on this ABI have
// it.

#include <unwind.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <typeinfo>

namespace __cxxabiv1 {

/// The beginning of libc++abi's class of this name: what its vtable has in this order.
class __cxa_exception;

class __attribute__((__visibility__("default"))) __shim_type_info : public std::type_info {
public:
    ~__shim_type_info() override;
    virtual void noop1() const;
    virtual void noop2() const;
    virtual bool can_catch(const __shim_type_info* thrown, void*& adjusted) const = 0;
};

}  // namespace __cxxabiv1

namespace {

using Destructor = void* (*)(void*);  // of WebAssembly, where a destructor returns its object

struct Header {
    Header* primary;         // that has the object; another one where an exception_ptr is thrown
    std::size_t references;  // of exception_ptr and of what throws the object; one of those while
                             // it is thrown or handled
    std::type_info* type;
    Destructor destroy;
    Header* next_caught;
    int handlers;    // negative while it is thrown again
    void* adjusted;  // what the handler that was found gets
    _Unwind_Exception unwind;
};

constexpr std::size_t kBefore = (sizeof(Header) + 15) / 16 * 16;

// One thread.
Header* caught = nullptr;
unsigned uncaught = 0;

Header* header_of(void* object) {
    return reinterpret_cast<Header*>(static_cast<char*>(object) - kBefore);
}
void* object_of(Header* header) { return reinterpret_cast<char*>(header->primary) + kBefore; }
Header* header_of_unwind(void* unwind) {
    return reinterpret_cast<Header*>(static_cast<char*>(unwind) - offsetof(Header, unwind));
}

void release(Header* header) {
    if (--header->references > 0) return;
    if (header->primary != header)
        release(header->primary);
    else if (header->destroy != nullptr)
        header->destroy(object_of(header));
    std::free(header);
}

Header* new_header(std::size_t size) {
    auto* header = static_cast<Header*>(std::calloc(1, kBefore + size));
    if (header == nullptr) std::terminate();
    header->primary = header;
    return header;
}

[[noreturn]] void raise(Header* header) {
    ++uncaught;
    __builtin_wasm_throw(0, &header->unwind);
}

// ---- tables of handlers (DWARF's encodings, as clang writes them for WebAssembly) ----

constexpr std::uint8_t kOmitted = 0xff;

std::uintptr_t read_unsigned(const std::uint8_t*& at) {
    std::uintptr_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        const std::uint8_t byte = *at++;
        value |= static_cast<std::uintptr_t>(byte & 0x7fU) << shift;
        if ((byte & 0x80U) == 0) return value;
    }
}

std::intptr_t read_signed(const std::uint8_t*& at) {
    std::uintptr_t value = 0;
    unsigned shift = 0;
    std::uint8_t byte = 0;
    do {
        byte = *at++;
        value |= static_cast<std::uintptr_t>(byte & 0x7fU) << shift;
        shift += 7;
    } while ((byte & 0x80U) != 0);
    if ((byte & 0x40U) != 0 && shift < 8 * sizeof value) value |= ~std::uintptr_t{0} << shift;
    return static_cast<std::intptr_t>(value);
}

/// What clang passes to a landing pad, and takes from it.
struct LandingPad {
    std::uintptr_t index;
    const std::uint8_t* table;
    std::uintptr_t selector;
};

/// The first action of the landing pad; null where it only cleans up. `types` is behind the last
/// type.
const std::uint8_t* first_action(const LandingPad& pad, const std::uint8_t*& types) {
    const std::uint8_t* at = pad.table;
    if (*at++ != kOmitted) std::abort();  // no landing pad is relative to anything
    const std::uint8_t type_encoding = *at++;
    types = nullptr;
    if (type_encoding != kOmitted) {
        const std::uintptr_t length = read_unsigned(at);
        types = at + length;
    }
    ++at;  // call sites are unsigned LEB128
    const std::uintptr_t length = read_unsigned(at);
    const std::uint8_t* actions = at + length;
    for (std::uintptr_t site = 0; at < actions; ++site) {
        read_unsigned(at);
        const std::uintptr_t action = read_unsigned(at);
        if (site == pad.index) return action == 0 ? nullptr : actions + action - 1;
    }
    std::abort();
}

const std::type_info* type_at(const std::uint8_t* types, std::intptr_t index) {
    const std::type_info* type = nullptr;
    std::memcpy(&type, types - static_cast<std::size_t>(index) * sizeof type, sizeof type);
    return type;
}

bool catches(const std::type_info* handler, Header* header, void*& adjusted) {
    adjusted = object_of(header);
    if (handler == nullptr) return true;  // catch (...)
    using __cxxabiv1::__shim_type_info;
    return static_cast<const __shim_type_info*>(handler)->can_catch(
        static_cast<const __shim_type_info*>(header->type), adjusted);
}

/// The selector of the handler that takes it; 0 where none does.
std::uintptr_t select_handler(const LandingPad& pad, Header* header) {
    const std::uint8_t* types = nullptr;
    const std::uint8_t* action = first_action(pad, types);
    while (action != nullptr) {
        const std::intptr_t filter = read_signed(action);
        void* adjusted = nullptr;
        if (filter > 0 && catches(type_at(types, filter), header, adjusted)) {
            header->adjusted = adjusted;
            return static_cast<std::uintptr_t>(filter);
        }
        const std::uint8_t* here = action;
        const std::intptr_t next = read_signed(action);
        action = next == 0 ? nullptr : here + next;
    }
    return 0;
}

}  // namespace

extern "C" {

LandingPad __wasm_lpad_context;

_Unwind_Reason_Code _Unwind_CallPersonality(void* unwind) {
    __wasm_lpad_context.selector = select_handler(__wasm_lpad_context, header_of_unwind(unwind));
    return __wasm_lpad_context.selector == 0 ? _URC_CONTINUE_UNWIND : _URC_HANDLER_FOUND;
}

// Landing pads name it; they call the function above.
_Unwind_Reason_Code __gxx_personality_wasm0(...) { std::abort(); }

void* __cxa_allocate_exception(std::size_t size) noexcept { return object_of(new_header(size)); }

void __cxa_free_exception(void* object) noexcept { std::free(header_of(object)); }

__cxxabiv1::__cxa_exception* __cxa_init_primary_exception(void* object, std::type_info* type,
                                                          Destructor destroy) noexcept {
    Header* header = header_of(object);
    header->references = 0;
    header->type = type;
    header->destroy = destroy;
    return reinterpret_cast<__cxxabiv1::__cxa_exception*>(header);
}

__attribute__((noreturn)) void __cxa_throw(void* object, std::type_info* type, Destructor destroy) {
    __cxa_init_primary_exception(object, type, destroy);
    header_of(object)->references = 1;
    raise(header_of(object));
}

void* __cxa_get_exception_ptr(void* unwind) noexcept { return header_of_unwind(unwind)->adjusted; }

void* __cxa_begin_catch(void* unwind) noexcept {
    Header* header = header_of_unwind(unwind);
    header->handlers = (header->handlers < 0 ? -header->handlers : header->handlers) + 1;
    if (caught != header) {
        header->next_caught = caught;
        caught = header;
    }
    --uncaught;
    if (header->adjusted == nullptr) header->adjusted = object_of(header);
    return header->adjusted;
}

void __cxa_end_catch() {
    Header* header = caught;
    if (header == nullptr) return;
    if (header->handlers < 0) {  // thrown again: it lives on
        if (++header->handlers == 0) caught = header->next_caught;
    } else if (--header->handlers == 0) {
        caught = header->next_caught;
        release(header);
    }
}

__attribute__((noreturn)) void __cxa_rethrow() {
    Header* header = caught;
    if (header == nullptr) std::terminate();
    header->handlers = -header->handlers;
    raise(header);
}

// ---- std::exception_ptr ----

void __cxa_increment_exception_refcount(void* object) noexcept {
    if (object != nullptr) ++header_of(object)->references;
}

void __cxa_decrement_exception_refcount(void* object) noexcept {
    if (object != nullptr) release(header_of(object));
}

void* __cxa_current_primary_exception() noexcept {
    if (caught == nullptr) return nullptr;
    ++caught->references;
    return object_of(caught);
}

void __cxa_rethrow_primary_exception(void* object) {
    if (object == nullptr) return;
    // The object may be handled at this moment: handlers count a header of its own.
    Header* header = new_header(0);
    header->primary = header_of(object);
    ++header->primary->references;
    header->references = 1;
    header->type = header->primary->type;
    raise(header);
}

unsigned __cxa_uncaught_exceptions() noexcept { return uncaught; }
bool __cxa_uncaught_exception() noexcept { return uncaught > 0; }

}  // extern "C"
