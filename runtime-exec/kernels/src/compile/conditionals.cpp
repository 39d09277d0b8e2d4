// `&&`, `||` and `?:`: branches, unless evaluating both sides makes no difference.
#include "compile/translator.h"

namespace clmm::runtime::compiler {

using syntax::BinaryOperator;

/// The right operand is evaluated only if the left one does not decide, unless that makes no
/// difference: then both are, which all lanes can do together.
Value Translator::logical(const syntax::Binary& node) {
    const bool is_and = node.op == BinaryOperator::logical_and;
    const Value left = evaluate(*node.left);
    if (left.type->kind == TypeKind::vector) {
        const Value right = evaluate(*node.right);
        const Value zero = default_value(left.type);
        const Value a = binary(BinaryOperator::not_equal, left, zero);
        const Value b = binary(BinaryOperator::not_equal, right, default_value(right.type));
        return binary(is_and ? BinaryOperator::bit_and : BinaryOperator::bit_or, a, b);
    }
    const auto as_one = [&](Reg reg) {
        return out_.pure({handlers::pure(), loops::is_true(Scalar::i32), Scalar::i32}, {reg}, at_);
    };
    const Reg first = as_one(truth(left));
    const std::size_t mark = out_.mark();
    const Registers assigned = assigned_;
    const auto known = branches_.find(&node);
    if (known == branches_.end() || !known->second) {
        const Reg second = as_one(truth(evaluate(*node.right)));
        assigned_ = assigned;
        const bool plain = !out_.has_effects_since(mark);
        branches_[&node] = !plain;
        if (plain)
            return int_value(
                compute(is_and ? loops::Binary::bit_and : loops::Binary::bit_or, first, second));
        out_.forget_since(mark);
    }
    const Label end = out_.label();
    const Reg result = out_.variable(Scalar::i32);
    out_.move(result, first, at_, true);
    out_.branch(result, !is_and, end, at_);
    const Reg second = as_one(truth(evaluate(*node.right)));
    assigned_ = assigned;
    out_.move(result, second, at_);
    out_.place(end, 0, at_);
    return int_value(result);
}

/// The type of `?:` with these operands.
TypePtr Translator::common_type(const Value& a, const Value& b) {
    if (is_scalar(a.type) && is_scalar(b.type)) return usual_type(a.type, b.type);
    if (is_same(a.type, b.type)) return types_.unqualified(a.type);
    if (is_arithmetic(a.type) && is_arithmetic(b.type)) return is_scalar(a.type) ? b.type : a.type;
    if (is_pointer(a.type) && is_pointer(b.type)) {
        const AddressSpace space = pointee_space(a.type) == pointee_space(b.type)
                                       ? pointee_space(a.type)
                                       : AddressSpace::generic;
        const TypePtr element = is_void(a.type->element) || b.type->element->is_const
                                    ? b.type->element
                                    : a.type->element;
        return types_.pointer(is_void(b.type->element) ? b.type->element : element, space);
    }
    if (is_pointer(a.type)) return a.type;
    if (is_pointer(b.type)) return b.type;
    reject(
        "E-TYPE",
        quote(to_string(a.type)) + " and " + quote(to_string(b.type)) + " have no type in common",
        at_);
}

Value Translator::evaluate(const syntax::Conditional& node) {
    const Value condition = evaluate(*node.condition);
    if (condition.type->kind == TypeKind::vector) return choose(node, condition);
    const Reg test = truth(condition);
    if (const auto known = types_of_branches_.find(&node); known != types_of_branches_.end())
        return branch(node, test, known->second);
    const std::size_t mark = out_.mark();
    const Registers assigned = assigned_;
    Value a = decayed(evaluate(*node.when_true));
    assigned_ = assigned;
    Value b = decayed(evaluate(*node.when_false));
    assigned_ = assigned;
    require(!a.block && !b.block, "E-TYPE", "'?:' does not choose between blocks", at_);
    const bool plain = !out_.has_effects_since(mark) && !a.in_memory;
    const TypePtr type = common_type(a, b);
    if (is_void(type) || !plain) {
        out_.forget_since(mark);
        // Or nested ones would be evaluated twice at each level.
        types_of_branches_.emplace(&node, type);
        return branch(node, test, type);
    }
    a = convert(a, type);
    b = convert(b, type);
    Value out = a;
    out.root = a.root == b.root ? a.root : nullptr;
    for (std::size_t i = 0; i < out.parts.size(); ++i) {
        const Scalar scalar = out_.scalar(a.parts[i]);
        out.parts[i] = out_.pure({handlers::pure(), loops::choose(register_size(scalar)), scalar},
                                 {test, a.parts[i], b.parts[i]}, at_);
    }
    return out;
}

/// Each operand in its branch.
Value Translator::branch(const syntax::Conditional& node, Reg test, TypePtr type) {
    const Registers assigned = assigned_;
    Variable result;
    if (!is_void(type)) result = make_variable(type, false);
    const Label otherwise = out_.label();
    const Label end = out_.label();
    out_.branch(test, false, otherwise, at_);
    const Value a = decayed(evaluate(*node.when_true));
    if (!is_void(type)) write(result.place, convert(a, type));
    out_.jump(end, at_);
    out_.place(otherwise, 0, at_);
    assigned_ = assigned;
    const Value b = decayed(evaluate(*node.when_false));
    assigned_ = assigned;
    if (!is_void(type)) write(result.place, convert(b, type));
    out_.place(end, 0, at_);
    return is_void(type) ? void_value() : read(result.place);
}

/// A vector condition chooses by components, where the most significant bit is set.
Value Translator::choose(const syntax::Conditional& node, Value condition) {
    Value a = evaluate(*node.when_true);
    Value b = evaluate(*node.when_false);
    require(is_arithmetic(a.type) && is_arithmetic(b.type), "E-TYPE",
            "a vector condition chooses between vectors", at_);
    const unsigned lanes = condition.type->lanes;
    if (is_scalar(a.type) && is_scalar(b.type)) {
        const TypePtr type = types_.vector(usual_type(a.type, b.type)->scalar, lanes);
        a = convert(a, type);
        b = convert(b, type);
    } else {
        std::tie(a, b) = balance(a, b);
    }
    require(a.type->lanes == lanes && is_integer(condition.type) &&
                memory_size(a.type->scalar) == memory_size(condition.type->scalar),
            "E-TYPE", "the condition and the operands differ in shape", at_);
    const Value sign = binary(BinaryOperator::less, condition, default_value(condition.type));
    Value out = a;
    for (std::size_t i = 0; i < out.parts.size(); ++i) {
        const Scalar scalar = out_.scalar(sign.parts[i]);
        const Reg test = out_.pure({handlers::pure(), loops::is_true(scalar), Scalar::i32},
                                   {sign.parts[i]}, at_);
        const Scalar element = a.type->scalar;
        out.parts[i] = out_.pure({handlers::pure(), loops::choose(register_size(element)), element},
                                 {test, a.parts[i], b.parts[i]}, at_);
    }
    return out;
}

}  // namespace clmm::runtime::compiler
