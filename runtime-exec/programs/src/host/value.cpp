#include "host/value.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "compile/diagnose.h"

namespace clmm::runtime::host {
namespace {

using compiler::reject;
using syntax::BinaryOperator;

std::optional<Type> named(std::string name) {
    if (name.starts_with("atomic_")) name = name.substr(7);
    if (name == "void") return kNothing;
    if (name == "cl_event") return Type{.kind = Type::Kind::event, .width = 64};
    if (name == "cl_command_queue" || name == "queue_t")
        return Type{.kind = Type::Kind::queue, .width = 64};
    if (name == "flag") return kInt;  // of atomic_flag
    if (const auto type = language::find_integer_type(name)) return typed(*type);
    return std::nullopt;
}

language::Integer integer(const Value& value) { return {integer_of(value.type), value.bits}; }

bool is_comparison(BinaryOperator op) {
    return op >= BinaryOperator::less && op <= BinaryOperator::not_equal;
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

Type typed(language::IntegerType type) {
    return {.width = type.width, .is_signed = type.is_signed, .is_bool = type.is_bool};
}

language::IntegerType integer_of(const Type& type) {
    if (!type.is_integer()) return {.width = 64, .is_signed = false};
    return {.width = static_cast<std::uint8_t>(type.width),
            .is_signed = type.is_signed,
            .is_bool = type.is_bool};
}

Value converted(const Value& value, const Type& type) {
    if (!type.is_integer()) return {type, value.bits, value.part, value.bytes};
    return {type, language::converted(integer(value), integer_of(type)).bits};
}

Value compute(BinaryOperator op, const Value& left, const Value& right, Span span) {
    const bool is_address = left.type.is_pointer() || right.type.is_pointer();
    const bool is_number = left.type.is_integer() && right.type.is_integer();
    if (is_address && (op == BinaryOperator::add || op == BinaryOperator::subtract))
        return point(op, left, right, span);
    if (is_address && !is_comparison(op)) reject("E-TYPE", "this operator takes no pointers", span);
    if (!is_number && !is_comparison(op)) reject("E-TYPE", "handles are compared, no more", span);
    const auto result = language::compute(op, integer(left), integer(right));
    if (result) return {typed(result->type), result->bits};
    if (op == BinaryOperator::divide || op == BinaryOperator::remainder)
        reject("E-EXEC", "a division by zero", span);
    reject("E-UNSUPPORTED", "this operator is not executed", span);
}

}  // namespace clmm::runtime::host
