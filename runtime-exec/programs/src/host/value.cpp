#include "host/value.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "compile/diagnose.h"

namespace clmm::runtime::host {
namespace {

using compiler::reject;
using syntax::BinaryOperator;

struct NamedType {
    const char* name;
    unsigned width;
    bool is_signed;
};
constexpr NamedType kIntegers[] = {
    {"char", 8, true},       {"uchar", 8, false},     {"short", 16, true},
    {"ushort", 16, false},   {"int", 32, true},       {"uint", 32, false},
    {"long", 64, true},      {"ulong", 64, false},    {"size_t", 64, false},
    {"ptrdiff_t", 64, true}, {"intptr_t", 64, true},  {"uintptr_t", 64, false},
    {"int8_t", 8, true},     {"uint8_t", 8, false},   {"int16_t", 16, true},
    {"uint16_t", 16, false}, {"int32_t", 32, true},   {"uint32_t", 32, false},
    {"int64_t", 64, true},   {"uint64_t", 64, false}, {"flag", 32, true}};

std::optional<Type> named(std::string name) {
    if (name.starts_with("atomic_")) name = name.substr(7);
    if (name == "void") return kNothing;
    if (name == "bool") return Type{.width = 8, .is_signed = false, .is_bool = true};
    if (name == "cl_event") return Type{.kind = Type::Kind::event, .width = 64};
    if (name == "cl_command_queue" || name == "queue_t")
        return Type{.kind = Type::Kind::queue, .width = 64};
    for (const NamedType& each : kIntegers)
        if (name == each.name) return Type{.width = each.width, .is_signed = each.is_signed};
    return std::nullopt;
}

Type promoted(const Type& type) { return type.is_pointer() || type.width >= 32 ? type : kInt; }

Type common(const Type& a, const Type& b) {
    const Type x = promoted(a);
    const Type y = promoted(b);
    if (x.is_pointer()) return x;
    if (y.is_pointer()) return y;
    if (x.width != y.width) return x.width > y.width ? x : y;
    return x.is_signed ? y : x;
}

Value divide(BinaryOperator op, const Type& type, std::uint64_t a, std::uint64_t b, Span span) {
    if (b == 0) reject("E-EXEC", "a division by zero", span);
    const bool remainder = op == BinaryOperator::remainder;
    if (!type.is_signed) return {type, remainder ? a % b : a / b};
    const auto x = static_cast<std::int64_t>(a);
    const auto y = static_cast<std::int64_t>(b);
    if (y == -1) return converted({type, remainder ? 0 : 0 - a}, type);  // INT_MIN / -1 wraps
    return {type, static_cast<std::uint64_t>(remainder ? x % y : x / y)};
}

Value shift(BinaryOperator op, const Value& left, const Value& right) {
    const Type type = promoted(left.type);
    const std::uint64_t value = converted(left, type).bits;
    const unsigned count = static_cast<unsigned>(right.bits) & (type.width - 1);
    if (op == BinaryOperator::shift_left) return converted({type, value << count}, type);
    if (!type.is_signed) return {type, value >> count};
    return {type, static_cast<std::uint64_t>(static_cast<std::int64_t>(value) >> count)};
}

std::optional<bool> compare(BinaryOperator op, const Type& type, std::uint64_t a, std::uint64_t b) {
    const bool less = type.is_signed && !type.is_pointer()
                          ? static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b)
                          : a < b;
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
        case BinaryOperator::not_equal:
            return a != b;
        default:
            return std::nullopt;
    }
}

/// A pointer and a number of elements, or two pointers.
Value point(BinaryOperator op, const Value& left, const Value& right, Span span) {
    const bool adds = op == BinaryOperator::add;
    if (left.type.is_pointer() && right.type.is_pointer()) {
        if (adds || left.type.element().size() == 0)
            reject("E-TYPE", "two pointers are not added", span);
        const auto bytes = static_cast<std::int64_t>(left.bits - right.bits);
        return {Type{.width = 64},
                static_cast<std::uint64_t>(bytes /
                                           static_cast<std::int64_t>(left.type.element().size()))};
    }
    if (!left.type.is_pointer()) return point(op, right, left, span);
    const std::uint64_t bytes = right.bits * left.type.element().size();
    return {left.type, adds ? left.bits + bytes : left.bits - bytes};
}

}  // namespace

std::size_t Type::size() const {
    if (is_pointer()) return 8;
    if (is_array()) return dimensions[0] * element().size();
    return kind == Kind::record ? record->size : width / 8;
}

std::size_t Type::alignment() const {
    if (is_pointer()) return 8;
    if (is_array()) return element().alignment();
    return kind == Kind::record ? record->alignment : width / 8;
}

Type Type::element() const {
    Type out = *this;
    if (to_array > 0) {
        --out.to_array;
    } else if (rank > 0) {
        --out.rank;
        std::shift_left(out.dimensions.begin(), out.dimensions.end(), 1);
        out.dimensions.back() = 0;
    } else {
        --out.pointers;
    }
    return out;
}

Type Type::pointer() const {
    Type out = *this;
    ++(rank > 0 ? out.to_array : out.pointers);
    return out;
}

Type type_of(const syntax::TypeName& name) {
    auto type = name.is_struct ? std::nullopt : named(name.base);
    if (!type)
        reject("E-UNSUPPORTED", "host code with the type '" + name.base + "' is not executed",
               name.span, "there are integers, handles and pointers to them");
    type->pointers = static_cast<unsigned>(name.pointers.size());
    return *type;
}

Value converted(const Value& value, const Type& type) {
    if (!type.is_integer()) return {type, value.bits, value.part, value.bytes};
    if (type.is_bool) return {type, value.bits != 0 ? 1U : 0U};
    const unsigned shift = 64 - type.width;
    const std::uint64_t high = value.bits << shift;
    if (!type.is_signed) return {type, high >> shift};
    return {type, static_cast<std::uint64_t>(static_cast<std::int64_t>(high) >> shift)};
}

Value compute(BinaryOperator op, const Value& left, const Value& right, Span span) {
    if (op == BinaryOperator::shift_left || op == BinaryOperator::shift_right)
        return shift(op, left, right);
    const Type type = common(left.type, right.type);
    const std::uint64_t a = converted(left, type).bits;
    const std::uint64_t b = converted(right, type).bits;
    if (const auto holds = compare(op, type, a, b)) return {kInt, *holds ? 1U : 0U};
    if (type.is_pointer()) {
        if (op != BinaryOperator::add && op != BinaryOperator::subtract)
            reject("E-TYPE", "this operator takes no pointers", span);
        return point(op, left, right, span);
    }
    if (!type.is_integer()) reject("E-TYPE", "handles are compared, no more", span);
    switch (op) {
        case BinaryOperator::multiply:
            return converted({type, a * b}, type);
        case BinaryOperator::divide:
        case BinaryOperator::remainder:
            return divide(op, type, a, b, span);
        case BinaryOperator::add:
            return converted({type, a + b}, type);
        case BinaryOperator::subtract:
            return converted({type, a - b}, type);
        case BinaryOperator::bit_and:
            return converted({type, a & b}, type);
        case BinaryOperator::bit_xor:
            return converted({type, a ^ b}, type);
        case BinaryOperator::bit_or:
            return converted({type, a | b}, type);
        default:
            break;
    }
    reject("E-UNSUPPORTED", "this operator is not executed", span);
}

}  // namespace clmm::runtime::host
