#include "execute/loops/arithmetic.h"

#include <limits>
#include <type_traits>

#include "clmm/runtime/image_format.h"
#include "execute/loops/loop.h"

namespace clmm::runtime::loops {
namespace {

float as_half(float value) { return half_to_float(float_to_half(value)); }

template <class T>
constexpr unsigned kBits = sizeof(T) * 8;

// Wrapping arithmetic in the unsigned type; small types are computed in 32 bits.
template <class T>
using Wrapping =
    std::conditional_t<sizeof(T) < 4, std::uint32_t,
                       std::make_unsigned_t<std::conditional_t<std::is_integral_v<T>, T, int>>>;

template <class T>
constexpr auto kAdd = [](T a, T b) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<Wrapping<T>>(a) + static_cast<Wrapping<T>>(b));
    else
        return a + b;
};
template <class T>
constexpr auto kSubtract = [](T a, T b) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<Wrapping<T>>(a) - static_cast<Wrapping<T>>(b));
    else
        return a - b;
};
template <class T>
constexpr auto kMultiply = [](T a, T b) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<Wrapping<T>>(a) * static_cast<Wrapping<T>>(b));
    else
        return a * b;
};
template <class T>
constexpr auto kDivide = [](T a, T b) {
    if constexpr (std::is_integral_v<T>) {
        if (b == 0) return T{0};
        if constexpr (std::is_signed_v<T>)
            if (b == -1) return kSubtract<T>(T{0}, a);
        return static_cast<T>(a / b);
    } else {
        return a / b;
    }
};
template <class T>
constexpr auto kRemainder = [](T a, T b) {
    if (b == 0) return a;
    if constexpr (std::is_signed_v<T>)
        if (b == -1) return T{0};
    return static_cast<T>(a % b);
};
template <class T>
constexpr auto kShiftLeft = [](T a, T b) {
    return static_cast<T>(static_cast<Wrapping<T>>(a)
                          << (static_cast<std::make_unsigned_t<T>>(b) & (kBits<T> - 1)));
};
template <class T>
constexpr auto kShiftRight = [](T a, T b) {
    return static_cast<T>(a >> (static_cast<std::make_unsigned_t<T>>(b) & (kBits<T> - 1)));
};

template <class T>
Loop arithmetic(Binary op) {
    switch (op) {
        case Binary::add:
            return &loop2<kAdd<T>, T, T, T>;
        case Binary::subtract:
            return &loop2<kSubtract<T>, T, T, T>;
        case Binary::multiply:
            return &loop2<kMultiply<T>, T, T, T>;
        case Binary::divide:
            return std::is_integral_v<T> ? &call2<kDivide<T>, T, T, T>
                                         : &loop2<kDivide<T>, T, T, T>;
        default:
            return nullptr;
    }
}

Loop half_arithmetic(Binary op) {
    switch (op) {
        case Binary::add:
            return &call2<[](float a, float b) { return as_half(a + b); }, float, float, float>;
        case Binary::subtract:
            return &call2<[](float a, float b) { return as_half(a - b); }, float, float, float>;
        case Binary::multiply:
            return &call2<[](float a, float b) { return as_half(a * b); }, float, float, float>;
        case Binary::divide:
            return &call2<[](float a, float b) { return as_half(a / b); }, float, float, float>;
        default:
            return nullptr;
    }
}

template <class T>
Loop comparison(Binary op) {
    using R = std::int32_t;
    switch (op) {
        case Binary::less:
            return &loop2<[](T a, T b) { return a < b ? 1 : 0; }, R, T, T>;
        case Binary::less_equal:
            return &loop2<[](T a, T b) { return a <= b ? 1 : 0; }, R, T, T>;
        case Binary::equal:
            return &loop2<[](T a, T b) { return a == b ? 1 : 0; }, R, T, T>;
        default:
            return &loop2<[](T a, T b) { return a != b ? 1 : 0; }, R, T, T>;
    }
}

template <class T>
Loop bitwise(Binary op) {
    switch (op) {
        case Binary::remainder:
            return &call2<kRemainder<T>, T, T, T>;
        case Binary::bit_and:
            return &loop2<[](T a, T b) { return static_cast<T>(a & b); }, T, T, T>;
        case Binary::bit_or:
            return &loop2<[](T a, T b) { return static_cast<T>(a | b); }, T, T, T>;
        case Binary::bit_xor:
            return &loop2<[](T a, T b) { return static_cast<T>(a ^ b); }, T, T, T>;
        case Binary::shift_left:
            return &loop2<kShiftLeft<T>, T, T, T>;
        default:
            return &loop2<kShiftRight<T>, T, T, T>;
    }
}

}  // namespace

Loop binary(Binary op, Scalar scalar) {
    return with_type(scalar, [&](auto element) -> Loop {
        using T = decltype(element);
        if (op >= Binary::less) return comparison<T>(op);
        if (scalar == Scalar::f16) return half_arithmetic(op);
        if (op <= Binary::divide) return arithmetic<T>(op);
        if constexpr (std::is_integral_v<T>)
            return bitwise<T>(op);
        else
            return nullptr;
    });
}

Loop negate(Scalar scalar) {
    return with_type(scalar, [](auto element) -> Loop {
        using T = decltype(element);
        if constexpr (std::is_integral_v<T>)
            return &loop1<[](T a) { return kSubtract<T>(T{0}, a); }, T, T>;
        else
            return &loop1<[](T a) { return -a; }, T, T>;
    });
}

Loop complement(Scalar scalar) {
    return with_type(scalar, [](auto element) -> Loop {
        using T = decltype(element);
        if constexpr (std::is_integral_v<T>)
            return &loop1<[](T a) { return static_cast<T>(~a); }, T, T>;
        else
            return nullptr;
    });
}

Loop is_true(Scalar scalar) {
    return with_type(scalar, [](auto element) -> Loop {
        using T = decltype(element);
        return &loop1<[](T a) { return a != 0 ? 1 : 0; }, std::int32_t, T>;
    });
}

Loop is_false(Scalar scalar) {
    return with_type(scalar, [](auto element) -> Loop {
        using T = decltype(element);
        return &loop1<[](T a) { return a == 0 ? 1 : 0; }, std::int32_t, T>;
    });
}

Loop to_bool(Scalar from) {
    return with_type(from, [](auto element) -> Loop {
        using T = decltype(element);
        return &loop1<[](T a) { return a != 0 ? 1 : 0; }, std::uint8_t, T>;
    });
}

namespace {

template <class T>
Loop copy_of() {
    return &loop1<[](T a) { return a; }, T, T>;
}
template <class T>
Loop choose_of() {
    return &loop3<[](std::int32_t a, T b, T c) { return a != 0 ? b : c; }, T, std::int32_t, T, T>;
}

}  // namespace

Loop copy(unsigned size) {
    switch (size) {
        case 1:
            return copy_of<std::uint8_t>();
        case 2:
            return copy_of<std::uint16_t>();
        case 4:
            return copy_of<std::uint32_t>();
        default:
            return copy_of<std::uint64_t>();
    }
}

Loop choose(unsigned size) {
    switch (size) {
        case 1:
            return choose_of<std::uint8_t>();
        case 2:
            return choose_of<std::uint16_t>();
        case 4:
            return choose_of<std::uint32_t>();
        default:
            return choose_of<std::uint64_t>();
    }
}

}  // namespace clmm::runtime::loops
