// Conversions between the element types, with rounding and saturation.
#include <limits>
#include <type_traits>

#include "clmm/runtime/image_format.h"
#include "execute/loops/arithmetic.h"
#include "execute/loops/loop.h"

namespace clmm::runtime::loops {
namespace {

/// Truncates; what lies outside becomes the nearest, NaN becomes 0.
template <class To, class From>
To to_integer(From value) {
    // The bounds are powers of two, or exact.
    constexpr From kLow = static_cast<From>(std::numeric_limits<To>::min());
    constexpr From kBeyond =
        static_cast<From>(std::uint64_t{1} << (std::numeric_limits<To>::digits - 1)) * From{2};
    if (!(value == value)) return To{0};
    if (value >= kBeyond) return std::numeric_limits<To>::max();
    if (value <= kLow) return std::numeric_limits<To>::min();
    return static_cast<To>(value);
}

/// To the nearest integer, of two the even one, as the processor rounds unless it is told
/// otherwise.
double to_even(double value) {
#if __has_builtin(__builtin_roundeven)  // clang has it since its version 17
    return __builtin_roundeven(value);
#else
    return __builtin_rint(value);
#endif
}

template <class From>
From rounded(From value, Rounding rounding) {
    switch (rounding) {
        case Rounding::to_even:
            return static_cast<From>(to_even(static_cast<double>(value)));
        case Rounding::up:
            return static_cast<From>(__builtin_ceil(static_cast<double>(value)));
        case Rounding::down:
            return static_cast<From>(__builtin_floor(static_cast<double>(value)));
        default:
            return value;
    }
}

template <class To, class From>
To saturated(From value) {
    using Limits = std::numeric_limits<To>;
    if (std::is_signed_v<From> && value < 0) {
        if (!std::is_signed_v<To>) return To{0};
        return static_cast<std::int64_t>(value) < static_cast<std::int64_t>(Limits::min())
                   ? Limits::min()
                   : static_cast<To>(value);
    }
    return static_cast<std::uint64_t>(value) > static_cast<std::uint64_t>(Limits::max())
               ? Limits::max()
               : static_cast<To>(value);
}

/// Whether `a` as a real number is less than `b`; neither is NaN.
template <class A>
bool real_less(A a, double b) {
    if constexpr (std::is_floating_point_v<A>) return static_cast<double>(a) < b;
    if (b >= 18446744073709551616.0) return true;
    if (b < -9223372036854775808.0) return false;
    if constexpr (std::is_signed_v<A>) {
        if (b >= 9223372036854775808.0) return true;
        const double whole = __builtin_floor(b);
        const auto integer = static_cast<std::int64_t>(whole);
        return static_cast<std::int64_t>(a) < integer ||
               (static_cast<std::int64_t>(a) == integer && whole < b);
    } else {
        if (b < 0) return false;
        const double whole = __builtin_floor(b);
        const auto integer = static_cast<std::uint64_t>(whole);
        return static_cast<std::uint64_t>(a) < integer ||
               (static_cast<std::uint64_t>(a) == integer && whole < b);
    }
}
template <class A>
bool real_greater(A a, double b) {
    if constexpr (std::is_floating_point_v<A>) return static_cast<double>(a) > b;
    return !real_less(a, b) &&
           !(static_cast<double>(a) == b && static_cast<A>(to_integer<A>(b)) == a);
}

template <class To>
To next_up(To value) {
    return std::is_same_v<To, float>
               ? static_cast<To>(__builtin_nextafterf(static_cast<float>(value), __builtin_inff()))
               : static_cast<To>(__builtin_nextafter(static_cast<double>(value), __builtin_inf()));
}
template <class To>
To next_down(To value) {
    return -next_up(-value);
}

/// The value in a narrower format, rounded in a direction: rounds to nearest, then corrects.
template <class To, Rounding kRounding, class From>
To directed(From value) {
    const To nearest = static_cast<To>(value);
    if constexpr (kRounding == Rounding::none || kRounding == Rounding::to_even) return nearest;
    if constexpr (std::is_floating_point_v<From>)
        if (!(value == value)) return nearest;
    const auto exact = static_cast<double>(nearest);
    const bool too_high = real_less(value, exact);
    const bool too_low = real_greater(value, exact);
    const bool down = kRounding == Rounding::down || (kRounding == Rounding::to_zero && value > 0);
    if (down) return too_high ? next_down(nearest) : nearest;
    return too_low ? next_up(nearest) : nearest;
}

/// To a half, by way of a double: what a half cannot tell apart, its neighbours can.
template <Rounding kRounding, class From>
float to_half(From value) {
    const auto wide = directed<float, Rounding::to_zero>(value);
    // A float rounded to odd keeps what decides the rounding to a half.
    auto bits = read_bytes<std::uint32_t>(&wide);
    const bool exact = !real_less(value, static_cast<double>(wide)) &&
                       !real_greater(value, static_cast<double>(wide));
    if (wide == wide && !exact) bits |= 1U;
    const auto odd = read_bytes<float>(&bits);
    const std::uint16_t nearest = float_to_half(odd);
    const float back = half_to_float(nearest);
    if constexpr (kRounding == Rounding::none || kRounding == Rounding::to_even) return back;
    if (!(odd == odd) || back == odd) return back;
    const bool down = kRounding == Rounding::down || (kRounding == Rounding::to_zero && odd > 0);
    const bool wrong = down ? back > odd : back < odd;
    if (!wrong) return back;
    // One step towards the other side: halves of one sign are ordered as integers.
    const bool away_from_zero = down == (odd < 0);
    if ((nearest & 0x7fffU) == 0) return half_to_float(down ? 0x8001 : 0x0001);
    return half_to_float(static_cast<std::uint16_t>(away_from_zero ? nearest + 1 : nearest - 1));
}

template <class From, class To, Rounding kRounding>
Loop to_floating(bool half) {
    if (half) return &call1<[](From v) { return to_half<kRounding>(v); }, float, From>;
    if constexpr (kRounding == Rounding::none)
        return &loop1<[](From v) { return static_cast<To>(v); }, To, From>;
    else
        return &call1<[](From v) { return directed<To, kRounding>(v); }, To, From>;
}

template <class From, class To>
Loop convert_to_floating(bool half, Rounding rounding) {
    switch (rounding) {
        case Rounding::to_zero:
            return to_floating<From, To, Rounding::to_zero>(half);
        case Rounding::up:
            return to_floating<From, To, Rounding::up>(half);
        case Rounding::down:
            return to_floating<From, To, Rounding::down>(half);
        default:
            return to_floating<From, To, Rounding::none>(half);
    }
}

template <class From, class To>
Loop convert_to_integer(Rounding rounding, bool saturate) {
    if constexpr (std::is_floating_point_v<From>) {
        switch (rounding) {
            case Rounding::to_even:
                return &call1<[](From v) { return to_integer<To>(rounded(v, Rounding::to_even)); },
                              To, From>;
            case Rounding::up:
                return &call1<[](From v) { return to_integer<To>(rounded(v, Rounding::up)); }, To,
                              From>;
            case Rounding::down:
                return &call1<[](From v) { return to_integer<To>(rounded(v, Rounding::down)); }, To,
                              From>;
            default:
                return &loop1<[](From v) { return to_integer<To>(v); }, To, From>;
        }
    } else {
        if (saturate) return &loop1<[](From v) { return saturated<To>(v); }, To, From>;
        return &loop1<[](From v) { return static_cast<To>(v); }, To, From>;
    }
}

}  // namespace

Loop convert(Scalar from, Scalar to, Rounding rounding, bool saturate) {
    return with_type(from, [&](auto from_element) -> Loop {
        using From = decltype(from_element);
        return with_type(to, [&](auto to_element) -> Loop {
            using To = decltype(to_element);
            if constexpr (std::is_floating_point_v<To>)
                return convert_to_floating<From, To>(to == Scalar::f16, rounding);
            else
                return convert_to_integer<From, To>(rounding, saturate);
        });
    });
}

}  // namespace clmm::runtime::loops
