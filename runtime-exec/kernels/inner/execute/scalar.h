#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "clmm/language/scalars.h"

namespace clmm::runtime {

using language::is_floating;
using language::is_signed;
using language::memory_size;
/// What one element of a register is, too; a half is held as the float of its value.
using language::Scalar;

/// Bytes of an element in a register.
[[nodiscard]] constexpr unsigned register_size(Scalar scalar) {
    switch (scalar) {
        case Scalar::i8:
        case Scalar::u8:
            return 1;
        case Scalar::i16:
        case Scalar::u16:
            return 2;
        case Scalar::i32:
        case Scalar::u32:
        case Scalar::f16:
        case Scalar::f32:
            return 4;
        default:
            return 8;
    }
}

/// Reads a value that may be misaligned.
template <class T>
[[nodiscard]] inline T read_bytes(const void* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}
template <class T>
inline void write_bytes(void* at, T value) {
    std::memcpy(at, &value, sizeof value);
}

/// Calls `work` with a value of the C++ type of the elements of `scalar` (of a half: float).
template <class Work>
decltype(auto) with_type(Scalar scalar, Work&& work) {
    switch (scalar) {
        case Scalar::i8:
            return work(std::int8_t{});
        case Scalar::u8:
            return work(std::uint8_t{});
        case Scalar::i16:
            return work(std::int16_t{});
        case Scalar::u16:
            return work(std::uint16_t{});
        case Scalar::i32:
            return work(std::int32_t{});
        case Scalar::u32:
            return work(std::uint32_t{});
        case Scalar::i64:
            return work(std::int64_t{});
        case Scalar::u64:
            return work(std::uint64_t{});
        case Scalar::f16:
        case Scalar::f32:
            return work(float{});
        default:
            return work(double{});
    }
}

}  // namespace clmm::runtime
