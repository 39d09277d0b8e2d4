// Binary operators.
#include "compile/translator.h"

namespace clmm::runtime::compiler {

using syntax::BinaryOperator;

namespace {

loops::Binary operation_of(BinaryOperator op) {
    using Op = loops::Binary;
    switch (op) {
        case BinaryOperator::multiply:
            return Op::multiply;
        case BinaryOperator::divide:
            return Op::divide;
        case BinaryOperator::remainder:
            return Op::remainder;
        case BinaryOperator::add:
            return Op::add;
        case BinaryOperator::subtract:
            return Op::subtract;
        case BinaryOperator::shift_left:
            return Op::shift_left;
        case BinaryOperator::shift_right:
            return Op::shift_right;
        case BinaryOperator::bit_and:
            return Op::bit_and;
        case BinaryOperator::bit_xor:
            return Op::bit_xor;
        case BinaryOperator::bit_or:
            return Op::bit_or;
        case BinaryOperator::less:
        case BinaryOperator::greater:
            return Op::less;
        case BinaryOperator::less_equal:
        case BinaryOperator::greater_equal:
            return Op::less_equal;
        case BinaryOperator::equal:
            return Op::equal;
        default:
            return Op::not_equal;
    }
}

Handler handler_of(loops::Binary op, Scalar scalar) {
    using Op = loops::Binary;
    switch (op) {
        case Op::add:
            return handlers::add(scalar);
        case Op::subtract:
            return handlers::subtract(scalar);
        case Op::multiply:
            return handlers::multiply(scalar);
        case Op::shift_left:
            return handlers::shift_left(scalar);
        case Op::divide:
            return handlers::divide(scalar);
        case Op::remainder:
            return handlers::remainder(scalar);
        case Op::less:
            return handlers::less(scalar);
        case Op::less_equal:
            return handlers::less_equal(scalar);
        case Op::equal:
            return handlers::equal(scalar);
        case Op::not_equal:
            return handlers::not_equal(scalar);
        default:
            return handlers::pure();
    }
}

bool is_comparison(BinaryOperator op) {
    switch (op) {
        case BinaryOperator::less:
        case BinaryOperator::greater:
        case BinaryOperator::less_equal:
        case BinaryOperator::greater_equal:
        case BinaryOperator::equal:
        case BinaryOperator::not_equal:
            return true;
        default:
            return false;
    }
}

bool needs_integers(BinaryOperator op) {
    return op == BinaryOperator::remainder || op == BinaryOperator::bit_and ||
           op == BinaryOperator::bit_or || op == BinaryOperator::bit_xor;
}

}  // namespace

Reg Translator::compute(loops::Binary op, Reg a, Reg b) {
    const Scalar scalar = out_.scalar(a);
    return out_.pure({handler_of(op, scalar), loops::binary(op, scalar), scalar}, {a, b}, at_);
}

Reg Translator::compare(loops::Binary op, Reg a, Reg b) {
    const Scalar scalar = out_.scalar(a);
    return out_.pure({handler_of(op, scalar), loops::binary(op, scalar), Scalar::i32}, {a, b}, at_);
}

/// Both of one type: the usual arithmetic conversions, and a scalar beside a vector becomes one.
std::pair<Value, Value> Translator::balance(Value left, Value right) {
    const bool vectors =
        left.type->kind == TypeKind::vector || right.type->kind == TypeKind::vector;
    if (!vectors) {
        const TypePtr type = usual_type(left.type, right.type);
        left = convert(left, type);
        return {std::move(left), convert(right, type)};
    }
    const auto widen = [&](const Value& scalar, TypePtr vector) {
        const bool ranks = is_floating(vector->scalar) || !is_floating(scalar.type->scalar);
        const bool smaller = memory_size(scalar.type->scalar) <= memory_size(vector->scalar) ||
                             is_floating(vector->scalar) != is_floating(scalar.type->scalar);
        // A constant that the element type can hold has no rank to speak of.
        const auto constant = out_.value(scalar.reg());
        require(ranks && (smaller || constant), "E-TYPE",
                quote(to_string(scalar.type)) + " has a greater rank than the elements of " +
                    quote(to_string(vector)),
                at_, "convert it first");
        return convert(scalar, vector);
    };
    if (is_scalar(left.type)) left = widen(left, right.type);
    if (is_scalar(right.type)) right = widen(right, left.type);
    if (!is_same(left.type, right.type))
        reject("E-TYPE",
               quote(to_string(left.type)) + " and " + quote(to_string(right.type)) +
                   " do not go together",
               at_);
    return {std::move(left), std::move(right)};
}

Value Translator::binary(BinaryOperator op, Value left, Value right) {
    if (left.text) left = decayed(left);
    if (right.text) right = decayed(right);
    if (is_pointer(left.type) || is_pointer(right.type)) return pointer_arithmetic(op, left, right);
    // Handles are compared.
    const bool handles = !is_arithmetic(left.type) && is_same(left.type, right.type) &&
                         !left.in_memory && left.parts.size() == 1 && !is_record(left.type);
    if (handles && is_comparison(op))
        return int_value(compare(operation_of(op), left.reg(), right.reg()));
    if (!is_arithmetic(left.type) || !is_arithmetic(right.type))
        reject("E-TYPE",
               "this operator does not take " + quote(to_string(left.type)) + " and " +
                   quote(to_string(right.type)),
               at_);
    if (op == BinaryOperator::shift_left || op == BinaryOperator::shift_right)
        return shift(op, std::move(left), std::move(right));
    auto [a, b] = balance(std::move(left), std::move(right));
    check_divisor(op, b);
    return is_comparison(op) ? comparison(op, a, b) : arithmetic(op, a, b);
}

Value Translator::arithmetic(BinaryOperator op, const Value& left, const Value& right) {
    require(!needs_integers(op) || is_integer(left.type), "E-TYPE",
            "this operator takes integers, not " + quote(to_string(left.type)), at_);
    Value out;
    out.type = left.type;
    for (std::size_t i = 0; i < left.parts.size(); ++i)
        out.parts.push_back(compute(operation_of(op), left.parts[i], right.parts[i]));
    return out;
}

/// Of vectors, components of 0 and -1 in integers of the operands' width.
Value Translator::comparison(BinaryOperator op, const Value& left, const Value& right) {
    const bool swaps = op == BinaryOperator::greater || op == BinaryOperator::greater_equal;
    const Value& a = swaps ? right : left;
    const Value& b = swaps ? left : right;
    if (is_scalar(left.type)) return int_value(compare(operation_of(op), a.reg(), b.reg()));
    const unsigned size = memory_size(left.type->scalar);
    const Scalar scalar = size == 1   ? Scalar::i8
                          : size == 2 ? Scalar::i16
                          : size == 4 ? Scalar::i32
                                      : Scalar::i64;
    Value out;
    out.type = types_.vector(scalar, left.type->lanes);
    for (std::size_t i = 0; i < a.parts.size(); ++i) {
        const Reg one = compare(operation_of(op), a.parts[i], b.parts[i]);
        const Reg wide = convert_element(one, types_.scalar(Scalar::i32), types_.scalar(scalar));
        out.parts.push_back(
            out_.pure({handlers::pure(), loops::negate(scalar), scalar}, {wide}, at_));
    }
    return out;
}

/// The result has the left operand's type; the count is taken modulo its width.
Value Translator::shift(BinaryOperator op, Value left, Value right) {
    require(is_integer(left.type) && is_integer(right.type), "E-TYPE", "shifts take integers", at_);
    left = promoted(left);
    require(is_scalar(right.type) || right.type->lanes == left.type->lanes, "E-TYPE",
            "the count of this shift has more components than what is shifted", at_);
    Value out;
    out.type = left.type;
    for (std::size_t i = 0; i < left.parts.size(); ++i) {
        const Reg count = right.parts[is_scalar(right.type) ? 0 : i];
        const Reg same = convert_element(count, types_.scalar(out_.scalar(count)),
                                         types_.scalar(left.type->scalar));
        out.parts.push_back(compute(operation_of(op), left.parts[i], same));
    }
    return out;
}

Value Translator::offset_pointer(const Value& pointer, const Value& index, bool negative) {
    require(is_scalar(index.type) && is_integer(index.type), "E-TYPE",
            "an integer is added to a pointer, not " + quote(to_string(index.type)), at_);
    const std::uint64_t size = size_of(*pointer.type->element);
    require(size > 0, "E-TYPE", "what this points to has no size", at_);
    // Signed indices are extended by their sign, as C converts them.
    const Reg wide = convert_element(index.reg(), index.type, types_.scalar(Scalar::u64));
    const Reg bytes = compute(loops::Binary::multiply, wide,
                              out_.integer(Scalar::u64, static_cast<std::int64_t>(size)));
    Value out = pointer;
    out.parts = {
        compute(negative ? loops::Binary::subtract : loops::Binary::add, pointer.reg(), bytes)};
    return out;
}

Value Translator::pointer_arithmetic(BinaryOperator op, const Value& left, const Value& right) {
    const bool both = is_pointer(left.type) && is_pointer(right.type);
    if (is_comparison(op)) {
        const Value a = is_pointer(left.type) ? left : convert(left, right.type);
        const Value b = is_pointer(right.type) ? right : convert(right, left.type);
        const bool swaps = op == BinaryOperator::greater || op == BinaryOperator::greater_equal;
        return int_value(compare(operation_of(op), (swaps ? b : a).reg(), (swaps ? a : b).reg()));
    }
    if (op == BinaryOperator::add && !both)
        return is_pointer(left.type) ? offset_pointer(left, right, false)
                                     : offset_pointer(right, left, false);
    if (op == BinaryOperator::subtract && is_pointer(left.type) && !both)
        return offset_pointer(left, right, true);
    if (op != BinaryOperator::subtract || !both ||
        !is_same(left.type->element, right.type->element))
        reject("E-TYPE",
               "this operator does not take " + quote(to_string(left.type)) + " and " +
                   quote(to_string(right.type)),
               at_);
    const TypePtr difference = types_.scalar(Scalar::i64);
    const Reg bytes = convert_element(compute(loops::Binary::subtract, left.reg(), right.reg()),
                                      types_.scalar(Scalar::u64), difference);
    const auto size = static_cast<std::int64_t>(size_of(*left.type->element));
    return scalar_value(Scalar::i64,
                        compute(loops::Binary::divide, bytes, out_.integer(Scalar::i64, size)));
}

}  // namespace clmm::runtime::compiler
