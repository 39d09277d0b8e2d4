#include "clmm/litmus/addresses.h"
#include "memory/address_use.h"
#include "terms/floating.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {

using syntax::BinaryOperator;

namespace {

bool is_of_bits(BinaryOperator op) {
    return op == BinaryOperator::shift_left || op == BinaryOperator::shift_right ||
           op == BinaryOperator::bit_and || op == BinaryOperator::bit_or ||
           op == BinaryOperator::bit_xor;
}

/// A pointer's value, where its number may be asked for.
TermId address_in(Unfolding& unfolding, const std::vector<Variable>& variables,
                  const Value& value) {
    if (!is_pointer(value.type)) return value.term;
    TermPool& terms = unfolding.structure.terms;
    if (value.object.kind != Provenance::Kind::variable || !terms.is_constant(value.term))
        return as_address(unfolding, value.term, value.object);
    const Variable& variable = variables[value.object.index];
    const ObjectRange range{variable.base, size_of(*variable.type),
                            language::alignment_of(*variable.type)};
    return address_of(terms, range, terms[value.term].payload, 64);
}

/// What is made of addresses is not followed, but where it may be listed.
bool leaves_open(const Unfolding& unfolding, TermId made) {
    return unfolding.options.opaque_values && is_unspecified(unfolding.structure.terms, made);
}

bool leaves_open(const Unfolding& unfolding, BinaryOperator compares, const Value& a,
                 const Value& b) {
    const bool is_equality =
        compares == BinaryOperator::equal || compares == BinaryOperator::not_equal;
    return unfolding.options.opaque_values &&
           !is_comparable(unfolding.structure.terms,
                          is_equality ? TermOp::equal : TermOp::unsigned_less, a.term, b.term);
}

TermOp term_operator(BinaryOperator op, bool is_signed) {
    switch (op) {
        case BinaryOperator::multiply:
            return TermOp::multiply;
        case BinaryOperator::divide:
            return is_signed ? TermOp::signed_divide : TermOp::unsigned_divide;
        case BinaryOperator::remainder:
            return is_signed ? TermOp::signed_remainder : TermOp::unsigned_remainder;
        case BinaryOperator::add:
            return TermOp::add;
        case BinaryOperator::subtract:
            return TermOp::subtract;
        case BinaryOperator::bit_and:
            return TermOp::bit_and;
        case BinaryOperator::bit_xor:
            return TermOp::bit_xor;
        default:
            return TermOp::bit_or;
    }
}

}  // namespace

/// Of a struct or vector, `value` in each scalar.
Value Interpreter::number(std::uint64_t value, const TypePtr& type) {
    Value result{type, terms().constant(value, type->width()), dependencies().empty()};
    if (!has_parts(type)) return result;
    auto parts = std::make_shared<std::vector<Value>>();
    for (const Leaf& leaf : leaves_of(type)) parts->push_back(number(value, value_type(leaf.type)));
    result.parts = std::move(parts);
    return result;
}

Value Interpreter::truth_value(TermId boolean, DependencyId reads) {
    return {int_type(), terms().extend(boolean, 32, false), reads};
}

TermId Interpreter::truth(const Value& value, Span span) {
    if (value.type->kind == TypeKind::void_type)
        reject("E-TYPE", "a value is needed, and this has none", span);
    if (has_parts(value.type))
        reject("E-TYPE",
               is_vector(value.type) ? "a vector is neither true nor false"
                                     : "a struct is neither true nor false",
               span, is_vector(value.type) ? "write any() or all() around it" : "");
    if (is_event(value.type)) reject("E-TYPE", "an event is neither true nor false", span);
    if (is_floating(value.type)) return terms().lnot(is_zero(terms(), value.term));
    const TermId zero = terms().constant(0, terms()[value.term].width);
    return terms().lnot(terms().equal(value.term, zero));
}

Value Interpreter::convert(const Value& value, const TypePtr& type, Span span, bool is_explicit) {
    if (value.type->kind == TypeKind::void_type || type->kind == TypeKind::void_type)
        reject("E-TYPE", "a value is needed, and this has none", span);
    if (is_vector(value.type) || is_vector(type)) return convert_vector(value, type, span);
    if (is_structure(value.type) || is_structure(type)) {
        if (value.type->record != type->record)
            reject("E-TYPE",
                   "a value of type " + to_text(*value.type) + " where one of type " +
                       to_text(*type) + " is needed",
                   span);
        return value;
    }
    const bool from_pointer = is_pointer(value.type);
    const bool to_pointer = is_pointer(type);
    if ((from_pointer && is_floating(type)) || (to_pointer && is_floating(value.type)))
        reject("E-TYPE",
               "a value of type " + to_text(*value.type) + " where one of type " + to_text(*type) +
                   " is needed",
               span);
    const bool is_null = terms().is_constant(value.term) && terms()[value.term].payload == 0;
    if (from_pointer != to_pointer && !is_explicit && !type->is_bool && !(to_pointer && is_null))
        reject("E-TYPE",
               from_pointer
                   ? "a pointer where a value of type " + to_text(*type) + " is needed"
                   : "a value of type " + to_text(*value.type) + " where a pointer is needed",
               span, from_pointer ? "to read what it points to, put '*' before it" : "");
    if (is_event(value.type) != is_event(type) && (is_event(value.type) || !is_null))
        reject("E-TYPE",
               "a value of type " + to_text(*value.type) + " where one of type " + to_text(*type) +
                   " is needed",
               span, is_event(type) ? "0 is the only number that is an event" : "");
    if (from_pointer && to_pointer) return convert_pointer(value, type, span, is_explicit);
    if (type->is_bool) {
        const TermId boolean = truth(value, span);
        return {type, terms().extend(boolean, type->width(), false), value.reads};
    }
    if (is_floating(value.type) || is_floating(type)) return convert_floating(value, type, span);
    const TermId given = from_pointer ? address_in(unfolding_, variables_, value) : value.term;
    Value result{type, terms().extend(given, type->width(), value.type->is_signed()), value.reads,
                 value.object};
    const bool is_cut = is_address(terms(), result.term) && type->width() < 64;
    if (is_cut || leaves_open(unfolding_, result.term))
        return opaque_value(type, value.reads, span);
    // Made of a number: what it points to may be any part of the object.
    if (to_pointer && result.object.kind != Provenance::Kind::unknown) result.object.recast = true;
    return result;
}

Value Interpreter::operate(BinaryOperator op, const Value& left, const Value& right, Span span) {
    for (const Value* operand : {&left, &right})
        if (operand->type->kind == TypeKind::void_type)
            reject("E-TYPE", "a value is needed, and this has none", span);
    for (const Value* operand : {&left, &right})
        if (is_structure(operand->type))
            reject("E-TYPE", "this operator does not work on structs", span);
    for (const Value* operand : {&left, &right})
        if (is_event(operand->type))
            reject("E-TYPE", "this operator does not work on events", span);
    if (is_vector(left.type) || is_vector(right.type))
        return operate_on_vectors(op, left, right, span);
    if (is_pointer(left.type) || is_pointer(right.type))
        return operate_on_pointers(op, left, right, span);
    const bool of_integers = op == BinaryOperator::remainder || is_of_bits(op);
    for (const Value* operand : {&left, &right})
        if (of_integers && is_floating(operand->type))
            reject("E-TYPE", "this operator works on integers", span);
    if (op == BinaryOperator::shift_left || op == BinaryOperator::shift_right) {
        Value result = shift(op, left, right);
        if (leaves_open(unfolding_, result.term))
            return opaque_value(result.type, result.reads, span);
        return result;
    }
    const bool compares = op >= BinaryOperator::less && op <= BinaryOperator::not_equal;
    const TypePtr type = compares ? compared_type(left, right) : common_type(left.type, right.type);
    const Value a = convert(left, type, span);
    const Value b = convert(right, type, span);
    if (is_floating(type))
        return compares ? compare_floating(op, a, b) : floating_arithmetic(op, a, b, span);
    if (compares && leaves_open(unfolding_, op, a, b))
        return opaque_value(int_type(), dependencies().unite(a.reads, b.reads), span);
    if (compares) return compare(op, a, b, type->is_signed());
    return arithmetic(op, a, b, span);
}

Value Interpreter::compare(BinaryOperator op, const Value& left, const Value& right,
                           bool is_signed) {
    const TermOp less = is_signed ? TermOp::signed_less : TermOp::unsigned_less;
    const TermOp less_equal = is_signed ? TermOp::signed_less_equal : TermOp::unsigned_less_equal;
    const auto result = [&] {
        switch (op) {
            case BinaryOperator::less:
                return litmus::compare(terms(), less, left.term, right.term);
            case BinaryOperator::greater:
                return litmus::compare(terms(), less, right.term, left.term);
            case BinaryOperator::less_equal:
                return litmus::compare(terms(), less_equal, left.term, right.term);
            case BinaryOperator::greater_equal:
                return litmus::compare(terms(), less_equal, right.term, left.term);
            case BinaryOperator::equal:
                return litmus::compare(terms(), TermOp::equal, left.term, right.term);
            default:
                return terms().lnot(litmus::compare(terms(), TermOp::equal, left.term, right.term));
        }
    };
    return truth_value(result(), dependencies().unite(left.reads, right.reads));
}

/// Both operands have the type in which the operation takes place.
Value Interpreter::arithmetic(BinaryOperator op, const Value& left, const Value& right, Span span) {
    const bool is_signed = left.type->is_signed();
    const bool divides = op == BinaryOperator::divide || op == BinaryOperator::remainder;
    if (divides)
        undefined("division-by-zero", "a division by zero", terms().lnot(truth(right, span)), span);
    const TermId result = terms().binary(term_operator(op, is_signed), left.term, right.term);
    const DependencyId reads = dependencies().unite(left.reads, right.reads);
    if (leaves_open(unfolding_, result)) return opaque_value(left.type, reads, span);
    return {left.type, result, reads};
}

Value Interpreter::shift(BinaryOperator op, const Value& left, const Value& right) {
    const TypePtr type = promoted(left.type);
    const TermId value = terms().extend(left.term, type->width(), left.type->is_signed());
    const TermId wide = terms().extend(right.term, type->width(), right.type->is_signed());
    const TermId amount =
        terms().binary(TermOp::bit_and, wide, terms().constant(type->width() - 1U, type->width()));
    const TermOp operation = op == BinaryOperator::shift_left ? TermOp::shift_left
                             : type->is_signed()              ? TermOp::arithmetic_shift_right
                                                              : TermOp::logical_shift_right;
    return {type, terms().binary(operation, value, amount),
            dependencies().unite(left.reads, right.reads)};
}

// ---- pointers ----

Value Interpreter::offset_pointer(const Value& pointer, const Value& index, bool negative) {
    const TypePtr& element = pointer.type->element;
    const std::uint64_t size = size_of(*element);
    const TermId wide = terms().extend(index.term, 64, index.type->is_signed());
    const TermId bytes = terms().binary(TermOp::multiply, wide, terms().constant(size, 64));
    return {pointer.type,
            terms().binary(negative ? TermOp::subtract : TermOp::add, pointer.term, bytes),
            dependencies().unite(pointer.reads, index.reads), pointer.object};
}

Value Interpreter::operate_on_pointers(BinaryOperator op, const Value& left, const Value& right,
                                       Span span) {
    for (const Value* operand : {&left, &right})
        if (is_image(operand->type) || is_pipe(operand->type))
            reject("E-TYPE", "built-in functions access " + to_text(*operand->type), span);
    for (const Value* operand : {&left, &right})
        if (is_floating(operand->type))
            reject("E-TYPE",
                   "a value of type " + to_text(*operand->type) + " is no number of elements",
                   span);
    const bool both = is_pointer(left.type) && is_pointer(right.type);
    const TypePtr& element = (is_pointer(left.type) ? left : right).type->element;
    if ((op == BinaryOperator::add || op == BinaryOperator::subtract) && size_of(*element) == 0)
        reject("E-TYPE", "what this points to has no size", span);
    if (op == BinaryOperator::add && !both)
        return is_pointer(left.type) ? offset_pointer(left, right, false)
                                     : offset_pointer(right, left, false);
    if (op == BinaryOperator::subtract && is_pointer(left.type) && !both)
        return offset_pointer(left, right, true);
    if (op >= BinaryOperator::less && op <= BinaryOperator::not_equal) {
        Value a = convert(left, is_pointer(left.type) ? left.type : right.type, span);
        Value b = convert(right, is_pointer(right.type) ? right.type : left.type, span);
        a.term = address_in(unfolding_, variables_, a);
        b.term = address_in(unfolding_, variables_, b);
        if (leaves_open(unfolding_, op, a, b))
            return opaque_value(int_type(), dependencies().unite(a.reads, b.reads), span);
        return compare(op, a, b, false);
    }
    if (op == BinaryOperator::subtract && both) {
        const TypePtr type = integer_type(64, true);
        const TermId size = terms().constant(size_of(*left.type->element), 64);
        const DependencyId reads = dependencies().unite(left.reads, right.reads);
        const TermId bytes =
            terms().binary(TermOp::subtract, address_in(unfolding_, variables_, left),
                           address_in(unfolding_, variables_, right));
        if (leaves_open(unfolding_, bytes)) return opaque_value(type, reads, span);
        return {type, terms().binary(TermOp::signed_divide, bytes, size), reads};
    }
    reject("E-TYPE", "this operator does not work on pointers", span,
           "to read what a pointer points to, put '*' before it");
}

}  // namespace clmm::litmus
