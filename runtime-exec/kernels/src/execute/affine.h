#pragma once

#include <limits>

#include "execute/block.h"

namespace clmm::runtime {

/// Wide enough for sums and differences of all values of 64 bits.
__extension__ typedef __int128 Wide;

/// The shape of a register that is uniform or affine, as an affine one.
template <class T>
[[nodiscard]] Affine affine_of(const Register& reg) {
    if (reg.shape == Shape::affine) return reg.affine;
    return {static_cast<std::int64_t>(*reg.elements<T>()), {0, 0, 0}};
}

/// A base within T, strides within the signed type of its size.
template <class T>
[[nodiscard]] Affine normal(Affine value) {
    using Signed = std::make_signed_t<T>;
    value.base = static_cast<std::int64_t>(static_cast<T>(value.base));
    for (std::int64_t& stride : value.stride)
        stride = static_cast<std::int64_t>(static_cast<Signed>(stride));
    return value;
}

/// Gives a register that all lanes write an affine value.
template <class T>
void become(Register& reg, const Affine& value) {
    const Affine n = normal<T>(value);
    if (n.stride[0] != 0 || n.stride[1] != 0 || n.stride[2] != 0) return reg.become_affine(n);
    *reg.elements<T>() = static_cast<T>(n.base);
    reg.become_uniform();
}

/// The least and greatest value over the local IDs of the group, as integers without bound.
struct Range {
    Wide low = 0;
    Wide high = 0;
};

template <class T>
[[nodiscard]] Range range_of(const Affine& value, const Index3& size) {
    Range out;
    out.low = out.high = static_cast<T>(value.base);
    for (unsigned d = 0; d < 3; ++d) {
        const Wide reach = Wide{value.stride[d]} * static_cast<Wide>(size[d] - 1);
        (reach < 0 ? out.low : out.high) += reach;
    }
    return out;
}

/// Whether no element has wrapped around.
template <class T>
[[nodiscard]] bool fits(const Range& range) {
    return range.low >= static_cast<Wide>(std::numeric_limits<T>::min()) &&
           range.high <= static_cast<Wide>(std::numeric_limits<T>::max());
}

}  // namespace clmm::runtime
