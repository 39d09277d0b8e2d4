#include "clmm/language/integers.h"

#include <algorithm>
#include <array>

namespace clmm::language {
namespace {

using syntax::BinaryOperator;
using syntax::UnaryOperator;

struct Named {
    std::string_view name;
    IntegerType type;
};

constexpr std::array kNamed = {
    Named{"char", {8, true}},          Named{"uchar", {8, false}},
    Named{"short", {16, true}},        Named{"ushort", {16, false}},
    Named{"int", {32, true}},          Named{"uint", {32, false}},
    Named{"long", {64, true}},         Named{"ulong", {64, false}},
    Named{"size_t", {64, false}},      Named{"ptrdiff_t", {64, true}},
    Named{"intptr_t", {64, true}},     Named{"uintptr_t", {64, false}},
    Named{"int8_t", {8, true}},        Named{"uint8_t", {8, false}},
    Named{"int16_t", {16, true}},      Named{"uint16_t", {16, false}},
    Named{"int32_t", {32, true}},      Named{"uint32_t", {32, false}},
    Named{"int64_t", {64, true}},      Named{"uint64_t", {64, false}},
    Named{"signed char", {8, true}},   Named{"unsigned", {32, false}},
    Named{"signed", {32, true}},       Named{"llong", {64, true}},
    Named{"ullong", {64, false}},      Named{"cl_mem_fence_flags", {32, false}},
    Named{"intmax_t", {64, true}},     Named{"uintmax_t", {64, false}},
    Named{"memory_order", {32, true}}, Named{"memory_scope", {32, true}},
};

bool is_comparison(BinaryOperator op) {
    return op >= BinaryOperator::less && op <= BinaryOperator::not_equal;
}
bool is_shift(BinaryOperator op) {
    return op == BinaryOperator::shift_left || op == BinaryOperator::shift_right;
}

std::int64_t as_signed(std::uint64_t bits) { return static_cast<std::int64_t>(bits); }

Integer truth(bool holds) { return {kInt, holds ? 1U : 0U}; }

Integer shift(BinaryOperator op, const Integer& left, const Integer& right) {
    const IntegerType type = promoted(left.type);
    const unsigned count = static_cast<unsigned>(right.bits) & (type.width - 1U);
    if (op == BinaryOperator::shift_left) return converted({type, left.bits << count}, type);
    if (!type.is_signed) return {type, left.bits >> count};
    return {type, static_cast<std::uint64_t>(as_signed(left.bits) >> count)};
}

bool compare(BinaryOperator op, bool is_signed, std::uint64_t a, std::uint64_t b) {
    const bool less = is_signed ? as_signed(a) < as_signed(b) : a < b;
    switch (op) {
        case BinaryOperator::less:
            return less;
        case BinaryOperator::greater:
            return !less && a != b;
        case BinaryOperator::less_equal:
            return less || a == b;
        case BinaryOperator::greater_equal:
            return !less;
        case BinaryOperator::equal:
            return a == b;
        default:
            return a != b;
    }
}

/// Toward zero; the least value by -1 wraps around.
std::optional<std::uint64_t> divide(bool is_signed, std::uint64_t a, std::uint64_t b) {
    if (b == 0) return std::nullopt;
    if (!is_signed) return a / b;
    if (as_signed(b) == -1) return 0 - a;
    return static_cast<std::uint64_t>(as_signed(a) / as_signed(b));
}

std::optional<std::uint64_t> arithmetic(BinaryOperator op, bool is_signed, std::uint64_t a,
                                        std::uint64_t b) {
    switch (op) {
        case BinaryOperator::multiply:
            return a * b;
        case BinaryOperator::divide:
            return divide(is_signed, a, b);
        case BinaryOperator::remainder: {
            const auto quotient = divide(is_signed, a, b);
            if (!quotient) return std::nullopt;
            return a - *quotient * b;
        }
        case BinaryOperator::add:
            return a + b;
        case BinaryOperator::subtract:
            return a - b;
        case BinaryOperator::bit_and:
            return a & b;
        case BinaryOperator::bit_xor:
            return a ^ b;
        case BinaryOperator::bit_or:
            return a | b;
        default:
            return std::nullopt;
    }
}

}  // namespace

std::optional<IntegerType> find_integer_type(std::string_view name) {
    if (name == "bool" || name == "_Bool")
        return IntegerType{.width = 8, .is_signed = false, .is_bool = true};
    const auto found = std::ranges::find(kNamed, name, &Named::name);
    if (found == kNamed.end()) return std::nullopt;
    return found->type;
}

std::vector<std::string_view> integer_type_names() {
    std::vector<std::string_view> names;
    for (const Named& each : kNamed) names.push_back(each.name);
    return names;
}

IntegerType integer_type(Constant::Type type) {
    using enum Constant::Type;
    const bool is_int = type == i32 || type == u32;
    return {.width = static_cast<std::uint8_t>(is_int ? 32 : 64),
            .is_signed = type == i32 || type == i64};
}

IntegerType promoted(IntegerType type) { return type.width < 32 ? kInt : type; }

IntegerType common_type(IntegerType a, IntegerType b) {
    const IntegerType left = promoted(a);
    const IntegerType right = promoted(b);
    if (left.width != right.width) return left.width > right.width ? left : right;
    return left.is_signed ? right : left;
}

/// The parser has made those unsigned that are so by their base.
IntegerType type_of(const syntax::IntegerLiteral& literal) {
    const std::uint64_t most_of_int = literal.is_unsigned ? 0xffffffffU : 0x7fffffffU;
    const bool is_long = literal.is_long || literal.value > most_of_int;
    // A decimal one that no long has is an unsigned one all the same.
    const bool fits_long = literal.value <= 0x7fffffffffffffffU;
    return {.width = static_cast<std::uint8_t>(is_long ? 64 : 32),
            .is_signed = !literal.is_unsigned && fits_long};
}

IntegerType type_of(BinaryOperator op, IntegerType left, IntegerType right) {
    const bool is_logical = op == BinaryOperator::logical_and || op == BinaryOperator::logical_or;
    if (is_comparison(op) || is_logical) return kInt;
    return is_shift(op) ? promoted(left) : common_type(left, right);
}

IntegerType type_of(UnaryOperator op, IntegerType operand) {
    return op == UnaryOperator::logical_not ? kInt : promoted(operand);
}

Integer converted(const Integer& value, IntegerType type) {
    if (type.is_bool) return {type, value.bits != 0 ? 1U : 0U};
    const unsigned unused = 64U - type.width;
    const std::uint64_t high = value.bits << unused;
    if (!type.is_signed) return {type, high >> unused};
    return {type, static_cast<std::uint64_t>(as_signed(high) >> unused)};
}

std::optional<Integer> compute(BinaryOperator op, const Integer& left, const Integer& right) {
    if (op == BinaryOperator::comma) return right;
    if (op == BinaryOperator::logical_and) return truth(left.bits != 0 && right.bits != 0);
    if (op == BinaryOperator::logical_or) return truth(left.bits != 0 || right.bits != 0);
    if (is_shift(op)) return shift(op, left, right);
    const IntegerType type = common_type(left.type, right.type);
    const std::uint64_t a = converted(left, type).bits;
    const std::uint64_t b = converted(right, type).bits;
    if (is_comparison(op)) return truth(compare(op, type.is_signed, a, b));
    const auto bits = arithmetic(op, type.is_signed, a, b);
    if (!bits) return std::nullopt;
    return converted({type, *bits}, type);
}

std::optional<Integer> compute(UnaryOperator op, const Integer& operand) {
    const IntegerType type = promoted(operand.type);
    switch (op) {
        case UnaryOperator::plus:
            return converted(operand, type);
        case UnaryOperator::minus:
            return converted({type, 0 - operand.bits}, type);
        case UnaryOperator::bit_not:
            return converted({type, ~operand.bits}, type);
        case UnaryOperator::logical_not:
            return truth(operand.bits == 0);
        default:
            return std::nullopt;
    }
}

}  // namespace clmm::language
