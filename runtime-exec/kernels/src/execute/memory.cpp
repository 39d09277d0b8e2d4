// Loads and stores. Addresses are host addresses in all address spaces; where they are affine in
// the local IDs, consecutive lanes become copies of consecutive memory.
#include <cstring>

#include "clmm/runtime/image_format.h"
#include "execute/block.h"
#include "execute/group_run.h"
#include "execute/handlers.h"
#include "execute/loops/loop.h"
#include "execute/rows.h"
#include "values/address.h"

namespace clmm::runtime {
namespace {

template <class Memory, class Element>
Element read_element(std::uint64_t address) {
    return static_cast<Element>(read_bytes<Memory>(pointer_to<const void>(address)));
}

/// A half in memory.
struct Half {
    std::uint16_t bits;
    Half() = default;
    explicit Half(float value) : bits(float_to_half(value)) {}
    explicit operator float() const { return half_to_float(bits); }
};

/// Every kStep-th element: the components of vectors in memory.
template <class T, unsigned kStep>
[[gnu::always_inline]] inline void load_steps(T* out, const std::byte* from, unsigned count) {
    for (unsigned k = 0; k < count; ++k)
        out[k] = read_bytes<T>(from + std::size_t{k} * kStep * sizeof(T));
}
template <class T, unsigned kStep>
[[gnu::always_inline]] inline void store_steps(std::byte* to, const T* in, unsigned count) {
    for (unsigned k = 0; k < count; ++k)
        write_bytes(to + std::size_t{k} * kStep * sizeof(T), in[k]);
}

/// Rows of two-dimensional groups are short: a call of memcpy would cost more than the copy.
constexpr unsigned kShortCopy = 64;

template <class T>
void copy_row(std::byte* to, const std::byte* from, unsigned count) {
    if (count > kShortCopy) {
        std::memcpy(to, from, sizeof(T) * count);
        return;
    }
    for (unsigned k = 0; k < count; ++k)
        write_bytes(to + k * sizeof(T), read_bytes<T>(from + k * sizeof(T)));
}

template <class Memory, class Element>
void load_row(const Row& row, Element* out) {
    if (row.stride == 0) {
        std::fill_n(out, row.count, read_element<Memory, Element>(row.first));
    } else if (std::is_same_v<Memory, Element> && row.stride == sizeof(Memory)) {
        copy_row<Memory>(reinterpret_cast<std::byte*>(out), pointer_to(row.first), row.count);
    } else if (std::is_same_v<Memory, Element> && row.stride == 4 * sizeof(Memory)) {
        run_vectors<load_steps<Element, 4>>(out, pointer_to<const std::byte>(row.first), row.count);
    } else {
        for (unsigned k = 0; k < row.count; ++k)
            out[k] = read_element<Memory, Element>(row.first +
                                                   static_cast<std::uint64_t>(row.stride) * k);
    }
}

template <class Memory, class Element>
void run_load(Block& block, const Instruction& i) {
    Register& d = block.reg(i.d);
    Register& address = block.reg(i.a);
    const auto offset = static_cast<std::uint64_t>(i.immediate);
    if (address.shape == Shape::uniform && block.writes_freely(i)) {
        const std::uint64_t at = *address.elements<std::uint64_t>() + offset;
        const auto value = read_element<Memory, Element>(at);
        *d.elements<Element>() = value;
        return d.become_uniform();
    }
    if (address.shape != Shape::affine || i.d == i.a) block.fill(address, 8);
    block.keep_others(d, i);
    Element* out = d.elements<Element>();
    const bool rows = by_rows(block, address, i.immediate, [&](const Row& row) {
        load_row<Memory, Element>(row, out + row.begin);
    });
    if (rows) return;
    block.fill(address, 8);
    const std::uint64_t* from = address.elements<std::uint64_t>();
    block.for_active(
        [&](unsigned lane) { out[lane] = read_element<Memory, Element>(from[lane] + offset); });
}

template <class Memory, class Element>
void store_row(const Row& row, const Element* in) {
    if (std::is_same_v<Memory, Element> && row.stride == sizeof(Memory)) {
        copy_row<Memory>(pointer_to(row.first), reinterpret_cast<const std::byte*>(in), row.count);
        return;
    }
    if (std::is_same_v<Memory, Element> && row.stride == 4 * sizeof(Memory)) {
        run_vectors<store_steps<Element, 4>>(pointer_to(row.first), in, row.count);
        return;
    }
    for (unsigned k = 0; k < row.count; ++k)
        write_bytes(pointer_to(row.first + static_cast<std::uint64_t>(row.stride) * k),
                    static_cast<Memory>(in[k]));
}

template <class Memory, class Element>
void run_store(Block& block, const Instruction& i) {
    Register& address = block.reg(i.a);
    Register& value = block.reg(i.b);
    block.fill(value, sizeof(Element));
    const Element* in = value.elements<Element>();
    const bool rows = by_rows(block, address, i.immediate, [&](const Row& row) {
        store_row<Memory, Element>(row, in + row.begin);
    });
    if (rows) return;
    block.fill(address, 8);
    const std::uint64_t* to = address.elements<std::uint64_t>();
    const auto offset = static_cast<std::uint64_t>(i.immediate);
    block.for_active([&](unsigned lane) {
        write_bytes(pointer_to(to[lane] + offset), static_cast<Memory>(in[lane]));
    });
}

void run_copy(Block& block, const Instruction& i) {
    Register& to = block.reg(i.a);
    Register& from = block.reg(i.b);
    block.fill(to, 8);
    block.fill(from, 8);
    const auto size = static_cast<unsigned>(i.immediate);
    block.for_active([&](unsigned lane) {
        const std::uint64_t target = to.elements<std::uint64_t>()[lane];
        const std::uint64_t origin = from.elements<std::uint64_t>()[lane];
        std::memmove(pointer_to(target), pointer_to(origin), size);
    });
}

}  // namespace

namespace handlers {

Handler load(Scalar scalar) {
    if (scalar == Scalar::f16) return &run_load<Half, float>;
    return with_type(scalar, [](auto element) -> Handler {
        return &run_load<decltype(element), decltype(element)>;
    });
}

Handler store(Scalar scalar) {
    if (scalar == Scalar::f16) return &run_store<Half, float>;
    return with_type(scalar, [](auto element) -> Handler {
        return &run_store<decltype(element), decltype(element)>;
    });
}

Handler copy() { return &run_copy; }

}  // namespace handlers
}  // namespace clmm::runtime
