#include "terms/floating.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "terms/rules.h"

namespace clmm::litmus {
namespace {

unsigned mantissa_width(unsigned width) { return width == 16 ? 10 : width == 32 ? 23 : 52; }
std::uint64_t sign_bit(unsigned width) { return std::uint64_t{1} << (width - 1U); }
/// All bits of the exponent, which are those of infinity.
std::uint64_t exponent_bits(unsigned width) {
    return mask_to(~std::uint64_t{0}, width - 1U) &
           ~mask_to(~std::uint64_t{0}, mantissa_width(width));
}

unsigned width_of(const TermPool& terms, TermId value) { return terms[value].width; }
TermId bits(TermPool& terms, std::uint64_t value, TermId of) {
    return terms.constant(value, width_of(terms, of));
}

/// A number that ascends with the value, but for zeros, as an unsigned one.
TermId rank(TermPool& terms, TermId value) {
    const TermId sign = bits(terms, sign_bit(width_of(terms, value)), value);
    return terms.if_then_else(has_sign(terms, value), terms.unary(TermOp::bit_not, value),
                              terms.binary(TermOp::bit_or, value, sign));
}

TermId are_numbers(TermPool& terms, TermId a, TermId b) {
    return terms.land(terms.lnot(is_nan(terms, a)), terms.lnot(is_nan(terms, b)));
}

/// What is lost of a product below has no bits of its own in a double.
constexpr double kLeastProduct = 1e-200;

TermId are_zeros(TermPool& terms, TermId a, TermId b) {
    return terms.land(is_zero(terms, a), is_zero(terms, b));
}

}  // namespace

TermId without_sign(TermPool& terms, TermId value) {
    const std::uint64_t rest = sign_bit(width_of(terms, value)) - 1;
    return terms.binary(TermOp::bit_and, value, bits(terms, rest, value));
}

TermId with_other_sign(TermPool& terms, TermId value) {
    return terms.binary(TermOp::bit_xor, value,
                        bits(terms, sign_bit(width_of(terms, value)), value));
}

TermId has_sign(TermPool& terms, TermId value) {
    return terms.binary(TermOp::signed_less, value, bits(terms, 0, value));
}

TermId is_zero(TermPool& terms, TermId value) {
    return terms.equal(without_sign(terms, value), bits(terms, 0, value));
}

TermId is_nan(TermPool& terms, TermId value) {
    const TermId infinity = bits(terms, exponent_bits(width_of(terms, value)), value);
    return terms.binary(TermOp::unsigned_less, infinity, without_sign(terms, value));
}

TermId is_infinite(TermPool& terms, TermId value) {
    const TermId infinity = bits(terms, exponent_bits(width_of(terms, value)), value);
    return terms.equal(without_sign(terms, value), infinity);
}

TermId is_normal(TermPool& terms, TermId value) {
    const unsigned width = width_of(terms, value);
    const TermId mask = bits(terms, exponent_bits(width), value);
    const TermId exponent = terms.binary(TermOp::bit_and, value, mask);
    return terms.land(terms.lnot(terms.equal(exponent, bits(terms, 0, value))),
                      terms.lnot(terms.equal(exponent, mask)));
}

TermId floating_less(TermPool& terms, TermId a, TermId b) {
    const TermId below = terms.binary(TermOp::unsigned_less, rank(terms, a), rank(terms, b));
    return terms.land(are_numbers(terms, a, b),
                      terms.land(below, terms.lnot(are_zeros(terms, a, b))));
}

TermId floating_equal(TermPool& terms, TermId a, TermId b) {
    return terms.land(are_numbers(terms, a, b),
                      terms.lor(terms.equal(a, b), are_zeros(terms, a, b)));
}

double number_of(std::uint64_t bits, unsigned width) {
    return width == 64 ? std::bit_cast<double>(bits)
                       : std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

std::uint64_t nearest_bits(double value, unsigned width) {
    if (width == 64) return std::bit_cast<std::uint64_t>(value);
    if (width == 32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    const std::uint64_t sign = std::signbit(value) ? sign_bit(16) : 0;
    if (value == 0) return sign;
    if (std::isnan(value)) return sign | exponent_bits(16) | 1U;
    // In units of the last place; those below the least normal number have its exponent.
    constexpr int kLeastExponent = -13;
    constexpr double kTooLarge = 65520;  // half a unit above the greatest half
    if (std::fabs(value) >= kTooLarge) return sign | exponent_bits(16);
    int exponent = 0;
    (void)std::frexp(value, &exponent);
    exponent = std::max(exponent, kLeastExponent);
    const auto units =
        static_cast<std::uint64_t>(std::nearbyint(std::ldexp(std::fabs(value), 11 - exponent)));
    // A mantissa that is rounded up to the next power of two carries into the exponent.
    return sign | ((static_cast<std::uint64_t>(exponent - kLeastExponent) << 10U) + units);
}

std::optional<std::uint64_t> exact_bits(double value, unsigned width) {
    if (std::isnan(value) || width == 16) return std::nullopt;
    const std::uint64_t bits = nearest_bits(value, width);
    const bool is_number = std::isfinite(value) && value != 0;
    if (number_of(bits, width) != value) return std::nullopt;
    if (is_number && (bits & exponent_bits(width)) == 0) return std::nullopt;
    return bits;
}

std::optional<std::uint64_t> exact_result(FloatingOp op, unsigned width, std::uint64_t a,
                                          std::uint64_t b) {
    if (width == 16) return std::nullopt;
    const double x = number_of(a, width);
    const double y = number_of(b, width);
    if (!std::isfinite(x) || !std::isfinite(y)) return std::nullopt;
    double result = 0;
    bool is_exact = false;
    if (op == FloatingOp::add || op == FloatingOp::subtract) {
        const double other = op == FloatingOp::add ? y : -y;
        result = x + other;  // and what is lost of either
        const double part = result - x;
        is_exact = (x - (result - part)) + (other - part) == 0;
    } else if (op == FloatingOp::multiply) {
        result = x * y;
        const bool is_small = std::fabs(result) < kLeastProduct;
        is_exact = is_small ? x == 0 || y == 0 : std::fma(x, y, -result) == 0;
    } else if (op == FloatingOp::divide && width == 64 && y != 0) {
        result = x / y;
        is_exact = std::fma(result, y, -x) == 0;
    }
    return is_exact ? exact_bits(result, width) : std::nullopt;
}

}  // namespace clmm::litmus
