// The built-in functions that generated kernels call, as plain C++: integers are computed in 128
// bits, from the text of "Integer Functions", "Common Functions" and "Conversions".
#pragma once

#include <bit>
#include <cmath>
#include <limits>

#include "vectors.h"

namespace kernels {

using Wide = __int128;
/// What holds all products of two.
template <class T>
using Product = std::conditional_t<std::is_unsigned_v<T>, unsigned __int128, __int128>;

/// Applies f to scalars or to all components; the result has elements of type R.
template <class R, class F, class X, class... More>
auto by_component(F f, const X& x, const More&... more) {
    if constexpr (IsVec<X>::value)
        return each<Vec<R, X::count>>(f, x, more...);
    else
        return static_cast<R>(f(x, more...));
}

template <class X>
struct ElementOf {
    using type = X;
};
template <class T, int N>
struct ElementOf<Vec<T, N>> {
    using type = T;
};
template <class X>
using Element = typename ElementOf<X>::type;

template <class T, class W>
T saturated(W x) {
    constexpr W least = std::numeric_limits<T>::min(), greatest = std::numeric_limits<T>::max();
    return static_cast<T>(x < least ? least : x > greatest ? greatest : x);
}

// ---- of one, two and three arguments, all of one type ----

#define KERNELS_UNARY(name, R, value)                         \
    template <class X>                                        \
    auto name(const X& a) {                                   \
        using T = Element<X>;                                 \
        return by_component<R>([](T x) { return value; }, a); \
    }
#define KERNELS_BINARY(name, R, value)                                \
    template <class X>                                                \
    auto name(const X& a, const X& b) {                               \
        using T = Element<X>;                                         \
        return by_component<R>([](T x, T y) { return value; }, a, b); \
    }
#define KERNELS_TERNARY(name, R, value)                                       \
    template <class X>                                                        \
    auto name(const X& a, const X& b, const X& c) {                           \
        using T = Element<X>;                                                 \
        return by_component<R>([](T x, T y, T z) { return value; }, a, b, c); \
    }
KERNELS_UNARY(abs, Unsigned<T>, x < 0 ? -Wide(x) : Wide(x))
KERNELS_UNARY(clz, T, std::countl_zero(static_cast<Unsigned<T>>(x)))
KERNELS_UNARY(ctz, T, std::countr_zero(static_cast<Unsigned<T>>(x)))
KERNELS_UNARY(popcount, T, std::popcount(static_cast<Unsigned<T>>(x)))
KERNELS_BINARY(abs_diff, Unsigned<T>, x < y ? Wide(y) - x : Wide(x) - y)
KERNELS_BINARY(add_sat, T, saturated<T>(Wide(x) + y))
KERNELS_BINARY(sub_sat, T, saturated<T>(Wide(x) - y))
KERNELS_BINARY(hadd, T, (Wide(x) + y) >> 1)
KERNELS_BINARY(rhadd, T, (Wide(x) + y + 1) >> 1)
KERNELS_BINARY(mul_hi, T, (Product<T>(x) * y) >> kBits<T>)
KERNELS_BINARY(rotate, T,
               std::rotl(static_cast<Unsigned<T>>(x), static_cast<int>(y&(kBits<T> - 1))))
KERNELS_BINARY(min, T, y < x ? y : x)
KERNELS_BINARY(max, T, x < y ? y : x)
KERNELS_BINARY(mul24, T, Wide(x) * y)
KERNELS_TERNARY(mad24, T, Wide(x) * y + z)
KERNELS_TERNARY(mad_hi, T, ((Product<T>(x) * y) >> kBits<T>)+z)
KERNELS_TERNARY(mad_sat, T, saturated<T>(Product<T>(x) * y + z))
KERNELS_TERNARY(clamp, T, x < y ? y : z < x ? z : x)
KERNELS_TERNARY(bitselect, T, (x & ~z) | (y & z))
KERNELS_UNARY(fabs, T, std::fabs(x))
KERNELS_UNARY(floor, T, std::floor(x))
KERNELS_UNARY(ceil, T, std::ceil(x))
KERNELS_UNARY(trunc, T, std::trunc(x))
KERNELS_UNARY(rint, T, std::rint(x))
KERNELS_BINARY(fmin, T, std::fmin(x, y))
KERNELS_BINARY(fmax, T, std::fmax(x, y))
KERNELS_TERNARY(fma, T, std::fma(x, y, z))
#undef KERNELS_UNARY
#undef KERNELS_BINARY
#undef KERNELS_TERNARY

/// By whether c is true, of vectors by its most significant bits.
template <class X, class C>
X select(const X& a, const X& b, const C& c) {
    using T = Element<X>;
    constexpr bool of_vectors = IsVec<X>::value;
    return by_component<T>(
        [](T x, T y, auto z) {
            return (of_vectors ? (z >> (kBits<decltype(z)> - 1) & 1) != 0 : z != 0) ? y : x;
        },
        a, b, c);
}

template <class T, int N>
int any(const Vec<T, N>& a) {
    for (int i = 0; i < N; ++i)
        if (a.v[i] < 0) return 1;
    return 0;
}
template <class T, int N>
int all(const Vec<T, N>& a) {
    for (int i = 0; i < N; ++i)
        if (a.v[i] >= 0) return 0;
    return 1;
}

template <class T, int N>
Vec<T, N> load(ulong index, const T* from) {
    Vec<T, N> out{};
    for (int i = 0; i < N; ++i) out.v[i] = from[index * N + i];
    return out;
}
template <class T, int N>
void store(const Vec<T, N>& x, ulong index, T* to) {
    for (int i = 0; i < N; ++i) to[index * N + i] = x.v[i];
}
#define KERNELS_MEMORY(n)                                    \
    template <class T>                                       \
    Vec<T, n> vload##n(ulong index, const T* from) {         \
        return load<T, n>(index, from);                      \
    }                                                        \
    template <class T>                                       \
    void vstore##n(const Vec<T, n>& x, ulong index, T* to) { \
        store(x, index, to);                                 \
    }
KERNELS_MEMORY(2)
KERNELS_MEMORY(3)
KERNELS_MEMORY(4)
KERNELS_MEMORY(8)
KERNELS_MEMORY(16)
#undef KERNELS_MEMORY

// ---- conversions ----

enum class Rounding { zero, even, up, down };

template <class T>
T rounded(T x, Rounding how) {
    switch (how) {
        case Rounding::zero:
            return std::trunc(x);
        case Rounding::even:
            return std::nearbyint(x);
        case Rounding::up:
            return std::ceil(x);
        case Rounding::down:
            return std::floor(x);
    }
    return x;
}

template <class R, bool saturating, Rounding how, class X>
auto convert(const X& a) {
    using T = Element<X>;
    using To = Element<R>;
    return by_component<To>(
        [](T x) -> To {
            if constexpr (std::is_floating_point_v<To>)
                return static_cast<To>(x);
            else if constexpr (std::is_floating_point_v<T>)
                return saturating ? saturated<To>(static_cast<Wide>(rounded(x, how)))
                                  : static_cast<To>(rounded(x, how));
            else
                return saturating ? saturated<To>(Wide(x)) : static_cast<To>(x);
        },
        a);
}

/// The same bytes; of vectors of three, those that both have.
template <class R, class X>
R reinterpreted(const X& x) {
    static_assert(sizeof(R) == sizeof(X));
    R out{};
    std::memcpy(&out, &x, sizeof out);
    return out;
}

#define KERNELS_CONVERSIONS(name)                       \
    template <class X>                                  \
    auto convert_##name(const X& x) {                   \
        return convert<name, false, Rounding::zero>(x); \
    }                                                   \
    template <class X>                                  \
    auto convert_##name##_sat(const X& x) {             \
        return convert<name, true, Rounding::zero>(x);  \
    }                                                   \
    template <class X>                                  \
    auto convert_##name##_rte(const X& x) {             \
        return convert<name, false, Rounding::even>(x); \
    }                                                   \
    template <class X>                                  \
    auto convert_##name##_rtp(const X& x) {             \
        return convert<name, false, Rounding::up>(x);   \
    }                                                   \
    template <class X>                                  \
    auto convert_##name##_sat_rtn(const X& x) {         \
        return convert<name, true, Rounding::down>(x);  \
    }                                                   \
    template <class X>                                  \
    name as_##name(const X& x) {                        \
        return reinterpreted<name>(x);                  \
    }
#define KERNELS_TYPE(name)          \
    using name##2 = Vec<name, 2>;   \
    using name##3 = Vec<name, 3>;   \
    using name##4 = Vec<name, 4>;   \
    using name##8 = Vec<name, 8>;   \
    using name##16 = Vec<name, 16>; \
    KERNELS_CONVERSIONS(name)       \
    KERNELS_CONVERSIONS(name##2)    \
    KERNELS_CONVERSIONS(name##3)    \
    KERNELS_CONVERSIONS(name##4)    \
    KERNELS_CONVERSIONS(name##8)    \
    KERNELS_CONVERSIONS(name##16)
KERNELS_TYPE(char)
KERNELS_TYPE(uchar)
KERNELS_TYPE(short)
KERNELS_TYPE(ushort)
KERNELS_TYPE(int)
KERNELS_TYPE(uint)
KERNELS_TYPE(long)
KERNELS_TYPE(ulong)
KERNELS_TYPE(float)
#undef KERNELS_TYPE
#undef KERNELS_CONVERSIONS

}  // namespace kernels
