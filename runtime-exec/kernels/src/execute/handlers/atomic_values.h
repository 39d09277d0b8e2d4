#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "clmm/runtime/image_format.h"
#include "execute/handlers/atomics.h"

/// The values that atomic operations work on, by the type that memory holds.
namespace clmm::runtime::atomic_values {

using handlers::AtomicOperation;

/// A half as memory holds it.
struct AtomicHalf {
    std::uint16_t bits = 0;

    friend bool operator==(AtomicHalf, AtomicHalf) = default;
};

template <std::size_t kSize>
using AtomicBits = std::conditional_t<kSize == 2, std::uint16_t,
                                      std::conditional_t<kSize == 4, std::uint32_t, std::uint64_t>>;

/// Floating-point values that are only moved and compared are their bits.
template <class T>
using Bits = std::conditional_t<std::is_integral_v<T>, T, AtomicBits<sizeof(T)>>;

[[nodiscard]] constexpr bool is_arithmetic(AtomicOperation operation) {
    return operation >= AtomicOperation::fetch_add && operation <= AtomicOperation::fetch_max;
}

/// What registers hold of a T in memory.
template <class T>
using Held = std::conditional_t<std::same_as<T, AtomicHalf>, float, T>;

template <class T>
T in_memory(Held<T> value) {
    if constexpr (std::same_as<T, AtomicHalf>)
        return {float_to_half(value)};
    else
        return value;
}

template <class T>
Held<T> in_register(T value) {
    if constexpr (std::same_as<T, AtomicHalf>)
        return half_to_float(value.bits);
    else
        return value;
}

template <class T>
std::uint64_t bits_of_value(T value) {
    return std::bit_cast<AtomicBits<sizeof(T)>>(value);
}
template <class T>
T value_of_bits(std::uint64_t bits) {
    return std::bit_cast<T>(static_cast<AtomicBits<sizeof(T)>>(bits));
}

/// Of floating-point values: a NaN gives way to a number, as with fmin and fmax; of equal ones the
/// old one stays.
template <AtomicOperation kOperation, std::floating_point T>
T modified(T old, T operand) {
    switch (kOperation) {
        case AtomicOperation::fetch_add:
            return old + operand;
        case AtomicOperation::fetch_sub:
            return old - operand;
        case AtomicOperation::fetch_min:
            return operand < old || old != old ? operand : old;
        case AtomicOperation::fetch_max:
            return old < operand || old != old ? operand : old;
        default:
            return operand;
    }
}

template <AtomicOperation kOperation>
AtomicHalf modified(AtomicHalf old, AtomicHalf operand) {
    if constexpr (!is_arithmetic(kOperation)) return operand;
    return {
        float_to_half(modified<kOperation>(half_to_float(old.bits), half_to_float(operand.bits)))};
}

/// What a read-modify-write leaves behind.
template <AtomicOperation kOperation, std::integral T>
T modified(T old, T operand) {
    using U = std::make_unsigned_t<T>;
    switch (kOperation) {
        case AtomicOperation::fetch_add:
            return static_cast<T>(static_cast<U>(old) + static_cast<U>(operand));
        case AtomicOperation::fetch_sub:
            return static_cast<T>(static_cast<U>(old) - static_cast<U>(operand));
        case AtomicOperation::fetch_or:
            return old | operand;
        case AtomicOperation::fetch_xor:
            return old ^ operand;
        case AtomicOperation::fetch_and:
            return old & operand;
        case AtomicOperation::fetch_min:
            return operand < old ? operand : old;
        case AtomicOperation::fetch_max:
            return old < operand ? operand : old;
        default:
            return operand;
    }
}

}  // namespace clmm::runtime::atomic_values
