#include "execute/loops/math.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "execute/loops/loop.h"

namespace clmm::runtime::loops {
namespace {

constexpr double kPi = 3.14159265358979323846;

template <class T>
T of_bits(std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t> bits) {
    return read_bytes<T>(&bits);
}

// ---- functions that C++ lacks ----

/// x less the nearest even multiple of 1 below it, so that multiples of pi stay exact.
template <class T>
T reduced(T x) {
    return std::fmod(x, T{2});
}

template <class T>
T sin_pi(T x) {
    T r = reduced(x);
    if (r > 1) r -= 2;
    if (r < -1) r += 2;
    if (r == 0 || r == 1 || r == -1) return std::copysign(T{0}, x);
    if (r > T{0.5}) r = 1 - r;
    if (r < T{-0.5}) r = -1 - r;
    return static_cast<T>(std::sin(static_cast<double>(r) * kPi));
}

template <class T>
T cos_pi(T x) {
    T r = std::fabs(reduced(x));
    if (r > 1) r = 2 - r;
    if (r == T{0.5}) return T{0};
    return r > T{0.75}   ? static_cast<T>(-std::cos(static_cast<double>(1 - r) * kPi))
           : r > T{0.25} ? static_cast<T>(std::sin(static_cast<double>(T{0.5} - r) * kPi))
                         : static_cast<T>(std::cos(static_cast<double>(r) * kPi));
}

template <class T>
T tan_pi(T x) {
    if (!std::isfinite(x)) return std::numeric_limits<T>::quiet_NaN();
    return sin_pi(x) / cos_pi(x);
}

template <class T>
T root_n(T x, std::int32_t n) {
    if (n == 0) return std::numeric_limits<T>::quiet_NaN();
    const bool odd = n % 2 != 0;
    if (x < 0 && !odd) return std::numeric_limits<T>::quiet_NaN();
    const T root = n == 3 ? std::cbrt(std::fabs(x))
                          : static_cast<T>(std::pow(static_cast<double>(std::fabs(x)), 1.0 / n));
    if (x == 0 && !odd) return n < 0 ? std::numeric_limits<T>::infinity() : T{0};
    return std::copysign(root, x);
}

template <class T>
T power_n(T x, std::int32_t n) {
    return static_cast<T>(std::pow(static_cast<double>(x), static_cast<double>(n)));
}

template <class T>
T power_r(T x, T y) {
    if (x < 0 || std::isnan(x) || std::isnan(y)) return std::numeric_limits<T>::quiet_NaN();
    if (x == 0 && y == 0) return std::numeric_limits<T>::quiet_NaN();
    if (std::isinf(x) && y == 0) return std::numeric_limits<T>::quiet_NaN();
    if (x == 1 && std::isinf(y)) return std::numeric_limits<T>::quiet_NaN();
    return std::pow(std::fabs(x), y);
}

template <class T>
T max_magnitude(T a, T b) {
    const T x = std::fabs(a);
    const T y = std::fabs(b);
    return x > y ? a : y > x ? b : std::fmax(a, b);
}

template <class T>
T min_magnitude(T a, T b) {
    const T x = std::fabs(a);
    const T y = std::fabs(b);
    return x < y ? a : y < x ? b : std::fmin(a, b);
}

/// As fmin, but without a library call for each element.
constexpr auto kFmin = [](auto a, auto b) { return b < a || a != a ? b : a; };
constexpr auto kFmax = [](auto a, auto b) { return a < b || a != a ? b : a; };

template <class T>
T step(T edge, T x) {
    return x < edge ? T{0} : T{1};
}

template <class T>
T smooth_step(T a, T b, T x) {
    T t = (x - a) / (b - a);
    t = t < 0 ? T{0} : t > 1 ? T{1} : t;
    return t * t * (3 - 2 * t);
}

template <class T>
T sign_of(T x) {
    return x > 0 ? T{1} : x < 0 ? T{-1} : x == 0 ? x : T{0};
}

template <class T>
std::int32_t log_b(T x) {
    if (x == 0) return std::numeric_limits<std::int32_t>::min();
    if (std::isnan(x)) return std::numeric_limits<std::int32_t>::max();
    return std::isinf(x) ? std::numeric_limits<std::int32_t>::max() : std::ilogb(x);
}

template <class T>
T fraction(T x) {
    if (std::isnan(x)) return x;
    if (std::isinf(x)) return std::copysign(T{0}, x);
    const T below_one = std::nextafter(T{1}, T{0});
    return std::fmin(x - std::floor(x), below_one);
}

template <class T>
T truncated(T x) {
    return std::trunc(x);
}

/// The quotient's lowest bits, as remquo gives at least.
template <class T>
std::int32_t quotient_bits(T x, T y) {
    int q = 0;
    std::remquo(x, y, &q);
    const bool negative = q < 0;
    const int low = static_cast<int>(static_cast<unsigned>(negative ? -q : q) & 0x7fU);
    return negative ? -low : low;
}

// ---- tables ----

template <auto F>
FloatFunction one(std::string_view name, bool approximations = false) {
    return {name, FloatShape::floats, &call1<F, float, float>, &call1<F, double, double>,
            approximations};
}
template <auto F>
FloatFunction two(std::string_view name, bool approximations = false) {
    return {name, FloatShape::floats, &call2<F, float, float, float>,
            &call2<F, double, double, double>, approximations};
}
template <auto F>
FloatFunction three(std::string_view name) {
    return {name, FloatShape::floats, &call3<F, float, float, float, float>,
            &call3<F, double, double, double, double>};
}
template <auto F>
FloatFunction fast_one(std::string_view name, bool approximations = false) {
    return {name, FloatShape::floats, &loop1<F, float, float>, &loop1<F, double, double>,
            approximations};
}
template <auto F>
FloatFunction fast_two(std::string_view name, bool approximations = false) {
    return {name, FloatShape::floats, &loop2<F, float, float, float>,
            &loop2<F, double, double, double>, approximations};
}
template <auto F>
FloatFunction fast_three(std::string_view name) {
    return {name, FloatShape::floats, &loop3<F, float, float, float, float>,
            &loop3<F, double, double, double, double>};
}
template <auto F>
FloatFunction with_int(std::string_view name) {
    return {name, FloatShape::with_int, &call2<F, float, float, std::int32_t>,
            &call2<F, double, double, std::int32_t>};
}
template <auto F>
FloatFunction test_one(std::string_view name) {
    return {name, FloatShape::relational, &call1<F, std::int32_t, float>,
            &call1<F, std::int32_t, double>};
}
template <auto F>
FloatFunction test_two(std::string_view name) {
    return {name, FloatShape::relational, &loop2<F, std::int32_t, float, float>,
            &loop2<F, std::int32_t, double, double>};
}

const std::vector<FloatFunction>& transcendental() {
    static const std::vector<FloatFunction> list = {
        one<[](auto x) { return std::acos(x); }>("acos"),
        one<[](auto x) { return std::acosh(x); }>("acosh"),
        one<[](auto x) { return static_cast<decltype(x)>(std::acos(double(x)) / kPi); }>("acospi"),
        one<[](auto x) { return std::asin(x); }>("asin"),
        one<[](auto x) { return std::asinh(x); }>("asinh"),
        one<[](auto x) { return static_cast<decltype(x)>(std::asin(double(x)) / kPi); }>("asinpi"),
        one<[](auto x) { return std::atan(x); }>("atan"),
        two<[](auto y, auto x) { return std::atan2(y, x); }>("atan2"),
        one<[](auto x) { return std::atanh(x); }>("atanh"),
        one<[](auto x) { return static_cast<decltype(x)>(std::atan(double(x)) / kPi); }>("atanpi"),
        two<[](auto y, auto x) {
            return static_cast<decltype(x)>(std::atan2(double(y), double(x)) / kPi);
        }>("atan2pi"),
        one<[](auto x) { return std::cbrt(x); }>("cbrt"),
        one<[](auto x) { return std::cos(x); }>("cos", true),
        one<[](auto x) { return std::cosh(x); }>("cosh"),
        one<[](auto x) { return cos_pi(x); }>("cospi"),
        one<[](auto x) { return std::erfc(x); }>("erfc"),
        one<[](auto x) { return std::erf(x); }>("erf"),
        one<[](auto x) { return std::exp(x); }>("exp", true),
        one<[](auto x) { return std::exp2(x); }>("exp2", true),
        one<[](auto x) { return static_cast<decltype(x)>(std::pow(10.0, double(x))); }>("exp10",
                                                                                        true),
        one<[](auto x) { return std::expm1(x); }>("expm1"),
        two<[](auto a, auto b) { return std::hypot(a, b); }>("hypot"),
        one<[](auto x) { return std::lgamma(x); }>("lgamma"),
        one<[](auto x) { return std::log(x); }>("log", true),
        one<[](auto x) { return std::log2(x); }>("log2", true),
        one<[](auto x) { return std::log10(x); }>("log10", true),
        one<[](auto x) { return std::log1p(x); }>("log1p"),
        two<[](auto x, auto y) { return std::pow(x, y); }>("pow"),
        two<[](auto x, auto y) { return power_r(x, y); }>("powr", true),
        one<[](auto x) { return std::sin(x); }>("sin", true),
        one<[](auto x) { return std::sinh(x); }>("sinh"),
        one<[](auto x) { return sin_pi(x); }>("sinpi"),
        one<[](auto x) { return std::tan(x); }>("tan", true),
        one<[](auto x) { return std::tanh(x); }>("tanh"),
        one<[](auto x) { return tan_pi(x); }>("tanpi"),
        one<[](auto x) { return std::tgamma(x); }>("tgamma"),
        with_int<[](auto x, std::int32_t n) { return power_n(x, n); }>("pown"),
        with_int<[](auto x, std::int32_t n) { return root_n(x, n); }>("rootn"),
    };
    return list;
}

const std::vector<FloatFunction>& elementary() {
    static const std::vector<FloatFunction> list = {
        fast_one<[](auto x) { return std::ceil(x); }>("ceil"),
        fast_two<[](auto x, auto y) { return std::copysign(x, y); }>("copysign"),
        fast_one<[](auto x) { return std::fabs(x); }>("fabs"),
        two<[](auto a, auto b) { return std::fdim(a, b); }>("fdim"),
        fast_one<[](auto x) { return std::floor(x); }>("floor"),
        three<[](auto a, auto b, auto c) { return std::fma(a, b, c); }>("fma"),
        fast_two<kFmax>("fmax"),
        fast_two<kFmin>("fmin"),
        two<[](auto a, auto b) { return std::fmod(a, b); }>("fmod"),
        with_int<[](auto x, std::int32_t n) { return std::ldexp(x, n); }>("ldexp"),
        one<[](auto x) { return std::logb(x); }>("logb"),
        fast_three<[](auto a, auto b, auto c) { return a * b + c; }>("mad"),
        two<[](auto a, auto b) { return max_magnitude(a, b); }>("maxmag"),
        two<[](auto a, auto b) { return min_magnitude(a, b); }>("minmag"),
        two<[](auto a, auto b) { return std::nextafter(a, b); }>("nextafter"),
        two<[](auto a, auto b) { return std::remainder(a, b); }>("remainder"),
        one<[](auto x) { return std::nearbyint(x); }>("rint"),
        one<[](auto x) { return std::round(x); }>("round"),
        fast_one<[](auto x) { return 1 / std::sqrt(x); }>("rsqrt", true),
        fast_one<[](auto x) { return std::sqrt(x); }>("sqrt", true),
        fast_one<[](auto x) { return std::trunc(x); }>("trunc"),
        {"ilogb", FloatShape::to_int, &call1<[](auto x) { return log_b(x); }, std::int32_t, float>,
         &call1<[](auto x) { return log_b(x); }, std::int32_t, double>},
        {"nan", FloatShape::from_bits,
         &call1<[](std::uint32_t n) { return of_bits<float>(0x7fc00000U | (n & 0x3fffffU)); },
                float, std::uint32_t>,
         &call1<[](std::uint64_t n) {
             return of_bits<double>(0x7ff8000000000000U | (n & 0x7ffffffffffffU));
         },
                double, std::uint64_t>},
        // half_ and native_ only
        fast_two<[](auto a, auto b) { return a / b; }>("divide", true),
        fast_one<[](auto x) { return 1 / x; }>("recip", true),
        // common functions
        fast_one<[](auto x) { return x * decltype(x)(180.0 / kPi); }>("degrees"),
        fast_one<[](auto x) { return x * decltype(x)(kPi / 180.0); }>("radians"),
        fast_three<[](auto x, auto y, auto a) { return x + (y - x) * a; }>("mix"),
        fast_two<[](auto edge, auto x) { return step(edge, x); }>("step"),
        fast_three<[](auto a, auto b, auto x) { return smooth_step(a, b, x); }>("smoothstep"),
        fast_one<[](auto x) { return sign_of(x); }>("sign"),
    };
    return list;
}

const std::vector<FloatFunction>& relational() {
    static const std::vector<FloatFunction> list = {
        test_two<[](auto a, auto b) { return a == b ? 1 : 0; }>("isequal"),
        test_two<[](auto a, auto b) { return a != b ? 1 : 0; }>("isnotequal"),
        test_two<[](auto a, auto b) { return (b < a) ? 1 : 0; }>("isgreater"),
        test_two<[](auto a, auto b) { return b <= a ? 1 : 0; }>("isgreaterequal"),
        test_two<[](auto a, auto b) { return a < b ? 1 : 0; }>("isless"),
        test_two<[](auto a, auto b) { return a <= b ? 1 : 0; }>("islessequal"),
        test_two<[](auto a, auto b) { return (a < b || b < a) ? 1 : 0; }>("islessgreater"),
        test_two<[](auto a, auto b) { return a == a && b == b ? 1 : 0; }>("isordered"),
        test_two<[](auto a, auto b) { return a != a || b != b ? 1 : 0; }>("isunordered"),
        test_one<[](auto x) { return std::isfinite(x) ? 1 : 0; }>("isfinite"),
        test_one<[](auto x) { return std::isinf(x) ? 1 : 0; }>("isinf"),
        test_one<[](auto x) { return std::isnan(x) ? 1 : 0; }>("isnan"),
        test_one<[](auto x) { return std::isnormal(x) ? 1 : 0; }>("isnormal"),
        test_one<[](auto x) { return std::signbit(x) ? 1 : 0; }>("signbit"),
    };
    return list;
}

template <auto F>
Loop by_scalar(Scalar scalar) {
    return scalar == Scalar::f64 ? Loop{&call1<F, double, double>} : &call1<F, float, float>;
}
template <auto F>
Loop int_by_scalar(Scalar scalar) {
    return scalar == Scalar::f64 ? Loop{&call1<F, std::int32_t, double>}
                                 : &call1<F, std::int32_t, float>;
}

}  // namespace

const FloatFunction* float_function(std::string_view name) {
    const auto find = [](std::string_view wanted) -> const FloatFunction* {
        for (const auto* list : {&transcendental(), &elementary(), &relational()})
            for (const FloatFunction& each : *list)
                if (each.name == wanted) return &each;
        return nullptr;
    };
    for (const std::string_view prefix : {"half_", "native_"}) {
        if (!name.starts_with(prefix)) continue;
        const FloatFunction* found = find(name.substr(prefix.size()));
        return found && found->has_approximations ? found : nullptr;
    }
    if (name == "divide" || name == "recip") return nullptr;
    return find(name);
}

Loop two_results(std::string_view name, Part part, Scalar scalar) {
    const bool first = part == Part::first;
    if (name == "fract")
        return first ? by_scalar<[](auto x) { return fraction(x); }>(scalar)
                     : by_scalar<[](auto x) { return std::floor(x); }>(scalar);
    if (name == "modf")
        return first ? by_scalar<[](auto x) {
            auto whole = x;
            return std::modf(x, &whole);
        }>(scalar)
                     : by_scalar<[](auto x) { return truncated(x); }>(scalar);
    if (name == "sincos")
        return first ? by_scalar<[](auto x) { return std::sin(x); }>(scalar)
                     : by_scalar<[](auto x) { return std::cos(x); }>(scalar);
    if (name == "frexp")
        return first ? by_scalar<[](auto x) {
            int exponent = 0;
            return std::frexp(x, &exponent);
        }>(scalar)
                     : int_by_scalar<[](auto x) {
                           int exponent = 0;
                           static_cast<void>(std::frexp(x, &exponent));
                           return std::isfinite(x) ? exponent : 0;
                       }>(scalar);
    if (name == "lgamma_r")
        return first ? by_scalar<[](auto x) { return std::lgamma(x); }>(scalar)
                     : int_by_scalar<[](auto x) {
                           if (0 < x || std::isnan(x)) return 1;
                           if (x == std::floor(x)) return 0;
                           return std::fmod(std::floor(x), decltype(x){2}) == 0 ? 1 : -1;
                       }>(scalar);
    return nullptr;
}

Loop remquo(Part part, Scalar scalar) {
    const bool wide = scalar == Scalar::f64;
    constexpr auto kIeeeRemainder = [](auto x, auto y) { return std::remainder(x, y); };
    constexpr auto kQuotient = [](auto x, auto y) { return quotient_bits(x, y); };
    if (part == Part::first)
        return wide ? Loop{&call2<kIeeeRemainder, double, double, double>}
                    : &call2<kIeeeRemainder, float, float, float>;
    return wide ? Loop{&call2<kQuotient, std::int32_t, double, double>}
                : &call2<kQuotient, std::int32_t, float, float>;
}

}  // namespace clmm::runtime::loops
