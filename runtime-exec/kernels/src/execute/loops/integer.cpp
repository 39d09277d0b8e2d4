#include "execute/loops/integer.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>

#include "execute/affine.h"
#include "execute/loops/loop.h"

namespace clmm::runtime::loops {
namespace {

template <class T>
using Unsigned = std::make_unsigned_t<T>;

template <class T>
constexpr int kWidth = static_cast<int>(sizeof(T) * 8);

/// The nearest value that T has.
template <class T>
T clamped(Wide value) {
    using Limits = std::numeric_limits<T>;
    if (value > static_cast<Wide>(Limits::max())) return Limits::max();
    if (value < static_cast<Wide>(Limits::min())) return Limits::min();
    return static_cast<T>(value);
}

template <class T>
T high_product(T a, T b) {
    if constexpr (std::is_signed_v<T>) return static_cast<T>((Wide{a} * Wide{b}) >> kWidth<T>);
    __extension__ typedef unsigned __int128 UnsignedWide;
    return static_cast<T>(
        (UnsignedWide(static_cast<Unsigned<T>>(a)) * UnsignedWide(static_cast<Unsigned<T>>(b))) >>
        kWidth<T>);
}

template <class T>
T wrapped_sum(T a, T b) {
    return static_cast<T>(static_cast<Unsigned<T>>(a) + static_cast<Unsigned<T>>(b));
}

/// Products of the low 24 bits; what lies beyond is undefined, and taken as it comes.
template <class T>
T product_24(T a, T b) {
    return static_cast<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

template <class T>
T saturated_multiply_add(T a, T b, T c) {
    if constexpr (std::is_same_v<T, std::uint64_t>) {
        __extension__ typedef unsigned __int128 UnsignedWide;
        constexpr UnsignedWide kMost = std::numeric_limits<T>::max();
        const UnsignedWide product = UnsignedWide{a} * b;
        return product > kMost - c ? std::numeric_limits<T>::max() : static_cast<T>(product + c);
    } else {
        return clamped<T>(Wide{a} * Wide{b} + Wide{c});
    }
}

template <class T>
T rotated(T a, T n) {
    const auto count = static_cast<int>(static_cast<Unsigned<T>>(n) & (kWidth<T> - 1));
    return static_cast<T>(std::rotl(static_cast<Unsigned<T>>(a), count));
}

template <class T>
Loop unary_loop(std::string_view name) {
    using U = Unsigned<T>;
    if (name == "abs")
        return &call1<[](T a) {
            return a < 0 ? static_cast<U>(0 - static_cast<U>(a)) : static_cast<U>(a);
        },
                      U, T>;
    if (name == "clz") return &call1<[](T a) { return std::countl_zero(static_cast<U>(a)); }, T, T>;
    if (name == "ctz") return &call1<[](T a) { return std::countr_zero(static_cast<U>(a)); }, T, T>;
    if (name == "popcount")
        return &call1<[](T a) { return std::popcount(static_cast<U>(a)); }, T, T>;
    return nullptr;
}

template <class T>
Loop binary_loop(std::string_view name) {
    using U = Unsigned<T>;
    if (name == "abs_diff")
        return &call2<[](T a, T b) {
            return a < b ? static_cast<U>(static_cast<U>(b) - static_cast<U>(a))
                         : static_cast<U>(static_cast<U>(a) - static_cast<U>(b));
        },
                      U, T, T>;
    if (name == "add_sat")
        return &call2<[](T a, T b) { return clamped<T>(Wide{a} + Wide{b}); }, T, T, T>;
    if (name == "sub_sat")
        return &call2<[](T a, T b) { return clamped<T>(Wide{a} - Wide{b}); }, T, T, T>;
    if (name == "hadd")
        return &call2<[](T a, T b) { return static_cast<T>((Wide{a} + Wide{b}) >> 1); }, T, T, T>;
    if (name == "rhadd")
        return &call2<[](T a, T b) { return static_cast<T>((Wide{a} + Wide{b} + 1) >> 1); }, T, T,
                      T>;
    if (name == "mul_hi") return &call2<[](T a, T b) { return high_product(a, b); }, T, T, T>;
    if (name == "rotate") return &call2<[](T a, T b) { return rotated(a, b); }, T, T, T>;
    if (name == "mul24")
        return sizeof(T) == 4 ? Loop{&call2<[](T a, T b) { return product_24(a, b); }, T, T, T>}
                              : nullptr;
    return nullptr;
}

template <class T>
Loop ternary_loop(std::string_view name) {
    if (name == "mad_hi")
        return &call3<[](T a, T b, T c) { return wrapped_sum(high_product(a, b), c); }, T, T, T, T>;
    if (name == "mad_sat")
        return &call3<[](T a, T b, T c) { return saturated_multiply_add(a, b, c); }, T, T, T, T>;
    if (name == "mad24" && sizeof(T) == 4)
        return &call3<[](T a, T b, T c) { return wrapped_sum(product_24(a, b), c); }, T, T, T, T>;
    return nullptr;
}

/// Halves are floats in registers; so are they here.
template <class T>
constexpr auto kMin = [](T a, T b) { return b < a ? b : a; };
template <class T>
constexpr auto kMax = [](T a, T b) { return a < b ? b : a; };

template <class T>
T combined(Combine combine, T a, T b) {
    switch (combine) {
        case Combine::add:
            if constexpr (std::is_integral_v<T>)
                return wrapped_sum(a, b);
            else
                return a + b;
        case Combine::min:
            return b < a ? b : a;
        default:
            return a < b ? b : a;
    }
}

template <class T>
T neutral(Combine combine) {
    using Limits = std::numeric_limits<T>;
    if (combine == Combine::add) return T{0};
    if constexpr (!std::is_integral_v<T>)
        return combine == Combine::min ? Limits::infinity() : -Limits::infinity();
    return combine == Combine::min ? Limits::max() : Limits::lowest();
}

template <class T, Combine kCombine, Scan kScan>
void combine_group(void* d, const void* a, const void* /*b*/, const void* /*c*/, unsigned count) {
    auto* out = static_cast<T*>(d);
    const auto* in = static_cast<const T*>(a);
    T sum = kScan == Scan::exclusive ? neutral<T>(kCombine) : in[0];
    if constexpr (kScan == Scan::reduce) {
        for (unsigned i = 1; i < count; ++i) sum = combined(kCombine, sum, in[i]);
        std::fill_n(out, count, sum);
    } else if constexpr (kScan == Scan::inclusive) {
        for (unsigned i = 0; i < count; ++i) {
            if (i > 0) sum = combined(kCombine, sum, in[i]);
            out[i] = sum;
        }
    } else {
        for (unsigned i = 0; i < count; ++i) {
            const T next = combined(kCombine, sum, in[i]);
            out[i] = sum;
            sum = next;
        }
    }
}

template <class T, Combine kCombine>
Loop combine_loop(Scan scan) {
    switch (scan) {
        case Scan::reduce:
            return &combine_group<T, kCombine, Scan::reduce>;
        case Scan::inclusive:
            return &combine_group<T, kCombine, Scan::inclusive>;
        default:
            return &combine_group<T, kCombine, Scan::exclusive>;
    }
}

template <bool kAll>
void test_group(void* d, const void* a, const void* /*b*/, const void* /*c*/, unsigned count) {
    const auto* in = static_cast<const std::int32_t*>(a);
    const auto is_set = [](std::int32_t v) { return v != 0; };
    const bool result =
        kAll ? std::all_of(in, in + count, is_set) : std::any_of(in, in + count, is_set);
    std::fill_n(static_cast<std::int32_t*>(d), count, result ? 1 : 0);
}

/// An index beyond the group, which is undefined, takes the last element.
template <class T>
void broadcast_group(void* d, const void* a, const void* b, const void* /*c*/, unsigned count) {
    const std::uint64_t index =
        std::min<std::uint64_t>(*static_cast<const std::uint64_t*>(b), count - 1);
    std::fill_n(static_cast<T*>(d), count, static_cast<const T*>(a)[index]);
}

}  // namespace

Loop integer_loop(std::string_view name, Scalar scalar) {
    return with_type(scalar, [&](auto element) -> Loop {
        using T = decltype(element);
        if constexpr (std::is_integral_v<T>) {
            if (Loop loop = unary_loop<T>(name)) return loop;
            if (Loop loop = binary_loop<T>(name)) return loop;
            return ternary_loop<T>(name);
        } else {
            return nullptr;
        }
    });
}

Loop minimum(Scalar scalar) {
    return with_type(scalar, [](auto element) -> Loop {
        using T = decltype(element);
        return &loop2<kMin<T>, T, T, T>;
    });
}

Loop maximum(Scalar scalar) {
    return with_type(scalar, [](auto element) -> Loop {
        using T = decltype(element);
        return &loop2<kMax<T>, T, T, T>;
    });
}

namespace {

template <class T>
Loop bit_select_of() {
    return &call3<[](T a, T b, T c) { return static_cast<T>((c & b) | (~c & a)); }, T, T, T, T>;
}

}  // namespace

Loop bit_select(unsigned size) {
    switch (size) {
        case 1:
            return bit_select_of<std::uint8_t>();
        case 2:
            return bit_select_of<std::uint16_t>();
        case 4:
            return bit_select_of<std::uint32_t>();
        default:
            return bit_select_of<std::uint64_t>();
    }
}

Loop sign_bit(Scalar scalar) {
    return with_type(scalar, [](auto element) -> Loop {
        using T = decltype(element);
        if constexpr (std::is_integral_v<T>)
            return &call1<[](T a) { return static_cast<std::make_signed_t<T>>(a) < 0 ? 1 : 0; },
                          std::int32_t, T>;
        else
            return nullptr;
    });
}

Loop group_combine(Combine combine, Scan scan, Scalar scalar) {
    return with_type(scalar, [&](auto element) -> Loop {
        using T = decltype(element);
        switch (combine) {
            case Combine::add:
                return combine_loop<T, Combine::add>(scan);
            case Combine::min:
                return combine_loop<T, Combine::min>(scan);
            default:
                return combine_loop<T, Combine::max>(scan);
        }
    });
}

Loop group_any() { return &test_group<false>; }
Loop group_all() { return &test_group<true>; }

Loop group_broadcast(unsigned size) {
    switch (size) {
        case 1:
            return &broadcast_group<std::uint8_t>;
        case 2:
            return &broadcast_group<std::uint16_t>;
        case 4:
            return &broadcast_group<std::uint32_t>;
        default:
            return &broadcast_group<std::uint64_t>;
    }
}

}  // namespace clmm::runtime::loops
