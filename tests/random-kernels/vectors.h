// Vectors of OpenCL C as plain C++: what generated kernels need of them, written from the text of
// "Operators" and "Vector Components", and nothing that clmm or a compiler of OpenCL C has written.
#pragma once

#include <array>
#include <cstring>
#include <type_traits>

namespace kernels {

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;

template <class T>
constexpr int kBits = 8 * sizeof(T);

template <int bytes, bool is_signed>
struct IntegerOf;
template <>
struct IntegerOf<1, true> {
    using type = char;
};
template <>
struct IntegerOf<1, false> {
    using type = uchar;
};
template <>
struct IntegerOf<2, true> {
    using type = short;
};
template <>
struct IntegerOf<2, false> {
    using type = ushort;
};
template <>
struct IntegerOf<4, true> {
    using type = int;
};
template <>
struct IntegerOf<4, false> {
    using type = uint;
};
template <>
struct IntegerOf<8, true> {
    using type = long;
};
template <>
struct IntegerOf<8, false> {
    using type = ulong;
};
template <class T>
using Signed = typename IntegerOf<sizeof(T), true>::type;
template <class T>
using Unsigned = typename IntegerOf<sizeof(T), false>::type;

template <class T, int N>
struct Vec;

/// Several components of a vector, in an order: `v.zx`. `T d[N]` lies over the vector's own.
template <class T, int N, int... index>
struct Some {
    T d[N];
    static constexpr int count = sizeof...(index);
    Vec<T, count> get() const {
        Vec<T, count> out{};
        int i = 0;
        ((out.v[i++] = d[index]), ...);
        return out;
    }
    void operator=(Vec<T, count> from) {
        int i = 0;
        ((d[index] = from.v[i++]), ...);
    }
    template <class X>
    void operator+=(const X& x) {
        *this = get() + x;
    }
    template <class X>
    void operator*=(const X& x) {
        *this = get() * x;
    }
    template <class X>
    void operator^=(const X& x) {
        *this = get() ^ x;
    }
    template <class X>
    void operator|=(const X& x) {
        *this = get() | x;
    }
    template <class X>
    void operator&=(const X& x) {
        *this = get() & x;
    }
};

template <class T, int N>
struct Components;  // what `.` may be followed by

template <class T>
struct Components<T, 2> {
    union {
        std::array<T, 2> v;
        struct {
            T x, y;
        };
        struct {
            T s0, s1;
        };
        Some<T, 2, 1, 0> yx, s10;
        Some<T, 2, 0, 0> xx;
        Some<T, 2, 0, 1> xy;
        Some<T, 2, 1, 0, 1, 1> yxyy;
    };
};
template <class T>
struct Components<T, 3> {
    union {
        std::array<T, 4> v;
        struct {
            T x, y, z;
        };
        struct {
            T s0, s1, s2;
        };
        Some<T, 4, 2, 0> zx, s20;
        Some<T, 4, 1, 2> yz;
        Some<T, 4, 2, 1, 0> zyx;
        Some<T, 4, 0, 0, 2, 1> xxzy;
    };
};
template <class T>
struct Components<T, 4> {
    union {
        std::array<T, 4> v;
        struct {
            T x, y, z, w;
        };
        struct {
            T s0, s1, s2, s3;
        };
        Some<T, 4, 0, 1> lo;
        Some<T, 4, 2, 3> hi;
        Some<T, 4, 0, 2> even;
        Some<T, 4, 1, 3> odd;
        Some<T, 4, 3, 0> wx, s30;
        Some<T, 4, 2, 1> zy;
        Some<T, 4, 1, 3, 0> ywx;
        Some<T, 4, 3, 2, 1, 0> wzyx, s3210;
        Some<T, 4, 1, 1, 2, 0> yyzx;
    };
};
template <class T>
struct Components<T, 8> {
    union {
        std::array<T, 8> v;
        struct {
            T s0, s1, s2, s3, s4, s5, s6, s7;
        };
        Some<T, 8, 0, 1, 2, 3> lo;
        Some<T, 8, 4, 5, 6, 7> hi;
        Some<T, 8, 0, 2, 4, 6> even;
        Some<T, 8, 1, 3, 5, 7> odd;
        Some<T, 8, 7, 2> s72;
        Some<T, 8, 6, 0, 5> s605;
        Some<T, 8, 5, 1, 4, 0> s5140;
        Some<T, 8, 7, 6, 5, 4, 3, 2, 1, 0> s76543210;
    };
};
template <class T>
struct Components<T, 16> {
    union {
        std::array<T, 16> v;
        struct {
            T s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se, sf;
        };
        Some<T, 16, 0, 1, 2, 3, 4, 5, 6, 7> lo;
        Some<T, 16, 8, 9, 10, 11, 12, 13, 14, 15> hi;
        Some<T, 16, 0, 2, 4, 6, 8, 10, 12, 14> even;
        Some<T, 16, 1, 3, 5, 7, 9, 11, 13, 15> odd;
        Some<T, 16, 15, 3> sf3;
        Some<T, 16, 14, 1, 10, 0> se1a0;
        Some<T, 16, 11, 2, 13, 4, 15, 6, 9, 8> sb2d4f698;
    };
};

/// A vector of three is as large as one of four. "Alignment of Types"
template <class T, int N>
struct alignas(sizeof(T) * (N == 3 ? 4 : N)) Vec : Components<T, N> {
    using Element = T;
    static constexpr int count = N;
};

template <class X>
struct IsVec : std::false_type {};
template <class T, int N>
struct IsVec<Vec<T, N>> : std::true_type {};

/// Component i, or the scalar itself: it is widened to all components.
template <class X>
auto component(const X& x, int i) {
    if constexpr (IsVec<X>::value)
        return x.v[i];
    else
        return x;
}

template <class V, class F, class... X>
V each(F f, const X&... x) {
    V out{};
    for (int i = 0; i < V::count; ++i)
        out.v[i] = static_cast<typename V::Element>(f(component(x, i)...));
    return out;
}

/// Integers wrap around, so that a generated kernel decides what is undefined and not this text.
template <class T, class F>
auto wrapping(F f) {
    return [f](T a, T b) {
        if constexpr (std::is_floating_point_v<T>)
            return f(a, b);
        else
            return static_cast<T>(f(static_cast<ulong>(a), static_cast<ulong>(b)));
    };
}

template <class T, class F>
auto as_given(F f) {
    return [f](T a, T b) { return static_cast<T>(f(a, b)); };
}

// A vector and a vector, or either and a scalar.
#define KERNELS_OPERATOR(op, how)                                                                \
    template <class T, int N>                                                                    \
    Vec<T, N> operator op(const Vec<T, N>& a, const Vec<T, N>& b) {                              \
        return each<Vec<T, N>>(how<T>([](auto x, auto y) { return x op y; }), a, b);             \
    }                                                                                            \
    template <class T, int N, class S, class = std::enable_if_t<std::is_arithmetic_v<S>>>        \
    Vec<T, N> operator op(const Vec<T, N>& a, S b) {                                             \
        return each<Vec<T, N>>(how<T>([](auto x, auto y) { return x op y; }), a,                 \
                               static_cast<T>(b));                                               \
    }                                                                                            \
    template <class T, int N, class S, class = std::enable_if_t<std::is_arithmetic_v<S>>>        \
    Vec<T, N> operator op(S a, const Vec<T, N>& b) {                                             \
        return each<Vec<T, N>>(how<T>([](auto x, auto y) { return x op y; }), static_cast<T>(a), \
                               b);                                                               \
    }                                                                                            \
    template <class T, int N, class X>                                                           \
    Vec<T, N>& operator op##=(Vec<T, N>& a, const X& b) {                                        \
        return a = a op b;                                                                       \
    }
KERNELS_OPERATOR(+, wrapping)
KERNELS_OPERATOR(-, wrapping)
KERNELS_OPERATOR(*, wrapping)
KERNELS_OPERATOR(/, as_given)
KERNELS_OPERATOR(%, as_given)
KERNELS_OPERATOR(&, as_given)
KERNELS_OPERATOR(|, as_given)
KERNELS_OPERATOR(^, as_given)
#undef KERNELS_OPERATOR

/// "The vector operators … shift by the log2(N) least significant bits" of the count.
template <class T>
T shifted_left(T a, T b) {
    return static_cast<T>(static_cast<ulong>(a) << (static_cast<ulong>(b) & (kBits<T> - 1)));
}
template <class T>
T shifted_right(T a, T b) {
    return static_cast<T>(a >> (static_cast<ulong>(b) & (kBits<T> - 1)));
}
template <class T, int N>
Vec<T, N> operator<<(const Vec<T, N>& a, const Vec<T, N>& b) {
    return each<Vec<T, N>>(shifted_left<T>, a, b);
}
template <class T, int N>
Vec<T, N> operator>>(const Vec<T, N>& a, const Vec<T, N>& b) {
    return each<Vec<T, N>>(shifted_right<T>, a, b);
}
template <class T, int N>
Vec<T, N> operator~(const Vec<T, N>& a) {
    return each<Vec<T, N>>([](T x) { return ~x; }, a);
}
template <class T, int N>
Vec<T, N> operator-(const Vec<T, N>& a) {
    if constexpr (std::is_floating_point_v<T>)
        return each<Vec<T, N>>([](T x) { return -x; }, a);
    else
        return each<Vec<T, N>>([](T x) { return 0 - static_cast<ulong>(x); }, a);
}

// True is all bits, in signed integers as wide as the operands.
#define KERNELS_COMPARISON(op)                                                            \
    template <class T, int N>                                                             \
    Vec<Signed<T>, N> operator op(const Vec<T, N>& a, const Vec<T, N>& b) {               \
        return each<Vec<Signed<T>, N>>([](T x, T y) { return (x op y) ? -1 : 0; }, a, b); \
    }
KERNELS_COMPARISON(<)
KERNELS_COMPARISON(<=)
KERNELS_COMPARISON(>)
KERNELS_COMPARISON(>=)
KERNELS_COMPARISON(==)
KERNELS_COMPARISON(!=)
KERNELS_COMPARISON(&&)
KERNELS_COMPARISON(||)
#undef KERNELS_COMPARISON
template <class T, int N>
Vec<Signed<T>, N> operator!(const Vec<T, N>& a) {
    return each<Vec<Signed<T>, N>>([](T x) { return x == 0 ? -1 : 0; }, a);
}

/// `(V)(a, b, …)`: the components of the parts, or one scalar for all.
template <class V>
void append(V& out, int& at, typename V::Element x) {
    out.v[at++] = x;
}
template <class V, int N>
void append(V& out, int& at, const Vec<typename V::Element, N>& x) {
    for (int i = 0; i < N; ++i) out.v[at++] = x.v[i];
}
template <class V, class... X>
V vector_of(const X&... x) {
    V out{};
    int at = 0;
    (append(out, at, x), ...);
    for (; at > 0 && at < V::count; ++at) out.v[at] = out.v[0];
    return out;
}

/// `c ? a : b`: of vectors, by the most significant bit of each component.
template <class C, class X>
X chosen(const C& c, const X& a, const X& b) {
    if constexpr (IsVec<C>::value)
        return each<X>([](auto is, auto x, auto y) { return is < 0 ? x : y; }, c, a, b);
    else
        return c ? a : b;
}

}  // namespace kernels
