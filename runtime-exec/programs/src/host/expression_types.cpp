// The types of expressions that are not evaluated: operands of sizeof, the operand of `?:` that is
// not chosen.
#include "clmm/language/constants.h"
#include "host/interpreter.h"

namespace clmm::runtime::host {

using syntax::BinaryOperator;
using syntax::UnaryOperator;

std::optional<Type> Interpreter::type_of(const syntax::Expression& expression) {
    const auto& node = expression.node;
    if (const auto* inner = std::get_if<syntax::IntegerLiteral>(&node))
        return typed(language::type_of(*inner));
    if (const auto* inner = std::get_if<syntax::Name>(&node)) return type_of_name(inner->text);
    if (const auto* inner = std::get_if<syntax::Unary>(&node)) return type_of_unary(*inner);
    if (const auto* inner = std::get_if<syntax::Binary>(&node)) return type_of_binary(*inner);
    if (const auto* inner = std::get_if<syntax::Assignment>(&node)) return type_of(*inner->target);
    if (const auto* inner = std::get_if<syntax::Conditional>(&node)) {
        const auto yes = value_type_of(*inner->when_true);
        const auto no = value_type_of(*inner->when_false);
        if (!yes || !no || !yes->is_integer() || !no->is_integer()) return yes ? yes : no;
        return typed(language::common_type(integer_of(*yes), integer_of(*no)));
    }
    if (const auto* inner = std::get_if<syntax::Call>(&node)) return type_of_call(*inner);
    if (const auto* inner = std::get_if<syntax::Subscript>(&node)) {
        const auto array = value_type_of(*inner->array);
        if (array && array->is_pointer()) return array->element();
        const auto index = value_type_of(*inner->index);
        return index && index->is_pointer() ? std::optional(index->element()) : std::nullopt;
    }
    if (const auto* inner = std::get_if<syntax::Member>(&node)) return type_of_member(*inner);
    if (const auto* inner = std::get_if<syntax::Cast>(&node)) return run_->types().of(inner->type);
    if (std::holds_alternative<syntax::SizeOf>(node)) return typed(language::kSizeType);
    return std::nullopt;
}

/// An array is a pointer to its first element.
std::optional<Type> Interpreter::value_type_of(const syntax::Expression& expression) {
    const auto type = type_of(expression);
    return type && type->is_array() ? type->element().pointer() : type;
}

std::optional<Type> Interpreter::type_of_name(const std::string& name) {
    if (const Variable* variable = find(name)) return variable->type;
    if (run_->declared(name))
        return Type{.kind = run_->is_event(name) ? Type::Kind::event : Type::Kind::queue,
                    .width = 64};
    if (const auto* constant = language::find_constant(name)) {
        if (language::is_floating(constant->type)) return std::nullopt;
        return typed(language::integer_type(constant->type));
    }
    const auto pointer = run_->object_named(name);
    return pointer ? std::optional(pointer->type) : std::nullopt;
}

std::optional<Type> Interpreter::type_of_unary(const syntax::Unary& node) {
    const bool is_address = node.op == UnaryOperator::address_of;
    const auto operand = is_address ? type_of(*node.operand) : value_type_of(*node.operand);
    if (!operand) return std::nullopt;
    switch (node.op) {
        case UnaryOperator::dereference:
            return operand->is_pointer() ? std::optional(operand->element()) : std::nullopt;
        case UnaryOperator::address_of:
            return operand->pointer();
        case UnaryOperator::logical_not:
            return kInt;
        case UnaryOperator::plus:
        case UnaryOperator::minus:
        case UnaryOperator::bit_not:
            return typed(language::promoted(integer_of(*operand)));
        default:
            return operand;
    }
}

std::optional<Type> Interpreter::type_of_binary(const syntax::Binary& node) {
    const auto left = value_type_of(*node.left);
    const auto right = value_type_of(*node.right);
    if (node.op == BinaryOperator::comma) return right;
    if (!left || !right) return std::nullopt;
    const bool is_sum = node.op == BinaryOperator::add || node.op == BinaryOperator::subtract;
    if (is_sum && left->is_pointer() && right->is_pointer()) return Type{.width = 64};
    if (is_sum && (left->is_pointer() || right->is_pointer()))
        return left->is_pointer() ? left : right;
    return typed(language::type_of(node.op, integer_of(*left), integer_of(*right)));
}

std::optional<Type> Interpreter::type_of_member(const syntax::Member& node) {
    const auto object = value_type_of(*node.object);
    if (!object || (node.arrow && !object->is_pointer())) return std::nullopt;
    const Type record = node.arrow ? object->element() : *object;
    if (!record.is_record()) return std::nullopt;
    for (const Record::Field& each : record.record->fields)
        if (each.name == node.field) return each.type;
    return std::nullopt;
}

std::optional<Type> Interpreter::type_of_call(const syntax::Call& node) {
    if (const auto* function = run_->code().function(node.function))
        return run_->types().of(function->return_type);
    const auto atomic = language::find_atomic(node.function);
    if (!atomic || node.arguments.empty()) return std::nullopt;
    using language::AtomicEffect;
    const AtomicEffect effect = atomic->function->effect;
    if (effect == AtomicEffect::initialise || effect == AtomicEffect::store) return kNothing;
    if (atomic->function->is_flag || effect == AtomicEffect::compare_exchange)
        return typed(*language::find_integer_type("bool"));
    const auto object = value_type_of(*node.arguments.front());
    return object && object->is_pointer() ? std::optional(object->element()) : std::nullopt;
}

}  // namespace clmm::runtime::host
