#include "clmm/language/constants.h"
#include "compile/diagnose.h"
#include "host/interpreter.h"

namespace clmm::runtime::host {
namespace {

using compiler::quote;
using compiler::reject;
using syntax::BinaryOperator;
using syntax::UnaryOperator;

Value value_of(const language::Constant& constant, Span span) {
    if (language::is_floating(constant.type))
        reject("E-UNSUPPORTED", "host code has no floating-point constants", span);
    return {typed(language::integer_type(constant.type)), constant.integer};
}

}  // namespace

Value Interpreter::evaluate(const syntax::Expression& expression) {
    const auto& node = expression.node;
    const Span span = expression.span;
    if (const auto* inner = std::get_if<syntax::IntegerLiteral>(&node))
        return {typed(language::type_of(*inner)), inner->value};
    if (const auto* inner = std::get_if<syntax::Name>(&node)) return name(*inner, span);
    if (const auto* inner = std::get_if<syntax::Unary>(&node)) return unary(*inner, span);
    if (const auto* inner = std::get_if<syntax::Binary>(&node)) return binary(*inner, span);
    if (const auto* inner = std::get_if<syntax::Assignment>(&node)) return assign(*inner, span);
    if (const auto* inner = std::get_if<syntax::Conditional>(&node)) return conditional(*inner);
    if (const auto* inner = std::get_if<syntax::Call>(&node)) return call(*inner, span);
    if (std::holds_alternative<syntax::Subscript>(node)) return read(place(expression));
    if (std::holds_alternative<syntax::Member>(node)) return member(expression);
    if (const auto* inner = std::get_if<syntax::Cast>(&node)) return cast(*inner, span);
    if (const auto* inner = std::get_if<syntax::SizeOf>(&node)) return size_of(*inner, span);
    reject("E-UNSUPPORTED", "this expression is not executed in host code", span);
}

Value Interpreter::size_of(const syntax::SizeOf& node, Span span) {
    const Type size{.width = 64, .is_signed = false};
    if (node.type) return {size, run_->types().of(*node.type).size()};
    if (const auto type = type_of(*node.operand)) return {size, type->size()};
    reject("E-UNSUPPORTED", "sizeof of this expression is not executed", span,
           "there are types, objects and what is computed of them");
}

/// Numbers meet in their common type.
Value Interpreter::conditional(const syntax::Conditional& node) {
    const bool holds = is_true(*node.condition);
    const Value value = evaluate(holds ? *node.when_true : *node.when_false);
    const auto other = type_of(holds ? *node.when_false : *node.when_true);
    if (!value.type.is_integer() || !other || !other->is_integer()) return value;
    return converted(value,
                     typed(language::common_type(integer_of(value.type), integer_of(*other))));
}

Value Interpreter::cast(const syntax::Cast& node, Span span) {
    const Type type = run_->types().of(node.type);
    if (!std::holds_alternative<syntax::InitializerList>(node.operand->node)) {
        const Value value = evaluate(*node.operand);
        if (value.type.is_record() || type.is_record())
            reject("E-TYPE", "a struct is not converted", span);
        return converted(value, type);
    }
    // A compound literal.
    Variable literal(type);
    initialise(place_of(literal), *node.operand);
    return read(place_of(literal));
}

/// Also of a struct that is no object: what a function returns.
Value Interpreter::member(const syntax::Expression& expression) {
    if (is_place(expression)) return read(place(expression));
    const auto& node = std::get<syntax::Member>(expression.node);
    const Value object = evaluate(*node.object);
    if (!object.type.is_record()) reject("E-TYPE", "this is no struct", expression.span);
    Variable whole(object.type);
    write(place_of(whole), object);
    return read(field(place_of(whole), node.field, expression.span));
}

Value Interpreter::name(const syntax::Name& name, Span span) {
    if (Variable* variable = find(name.text)) return read(place_of(*variable));
    if (const auto handle = run_->declared(name.text)) {
        const bool is_event = run_->is_event(name.text);
        return {Type{.kind = is_event ? Type::Kind::event : Type::Kind::queue, .width = 64},
                *handle};
    }
    if (const auto* constant = language::find_constant(name.text)) return value_of(*constant, span);
    if (const auto pointer = run_->object_named(name.text)) return *pointer;
    reject("E-UNSUPPORTED",
           quote(name.text) +
               " is nothing that a host thread reaches when it is "
               "executed",
           span);
}

Value Interpreter::unary(const syntax::Unary& node, Span span) {
    switch (node.op) {
        case UnaryOperator::dereference:
            return read(memory_place(evaluate(*node.operand), span));
        case UnaryOperator::address_of: {
            // An object's name is its address already.
            if (const auto* name = std::get_if<syntax::Name>(&node.operand->node);
                name != nullptr && find(name->text) == nullptr)
                return this->name(*name, span);
            const Place place = this->place(*node.operand);
            return {place.type.pointer(), place.address};
        }
        case UnaryOperator::logical_not:
            return {kInt, is_true(*node.operand) ? 0U : 1U};
        case UnaryOperator::plus:
            return compute(BinaryOperator::add, {kInt, 0}, evaluate(*node.operand), span);
        case UnaryOperator::minus:
            return compute(BinaryOperator::subtract, {kInt, 0}, evaluate(*node.operand), span);
        case UnaryOperator::bit_not:
            return compute(BinaryOperator::bit_xor, {kInt, ~std::uint64_t{0}},
                           evaluate(*node.operand), span);
        default:
            break;
    }
    const Place place = this->place(*node.operand);
    const Value old = read(place);
    const bool adds =
        node.op == UnaryOperator::pre_increment || node.op == UnaryOperator::post_increment;
    const Value changed =
        write(place,
              compute(adds ? BinaryOperator::add : BinaryOperator::subtract, old, {kInt, 1}, span));
    const bool is_post =
        node.op == UnaryOperator::post_increment || node.op == UnaryOperator::post_decrement;
    return is_post ? old : changed;
}

Value Interpreter::binary(const syntax::Binary& node, Span span) {
    switch (node.op) {
        case BinaryOperator::logical_and:
            return {kInt, is_true(*node.left) && is_true(*node.right) ? 1U : 0U};
        case BinaryOperator::logical_or:
            return {kInt, is_true(*node.left) || is_true(*node.right) ? 1U : 0U};
        case BinaryOperator::comma:
            evaluate(*node.left);
            return evaluate(*node.right);
        default:
            break;
    }
    const Value left = evaluate(*node.left);
    return compute(node.op, left, evaluate(*node.right), span);
}

Value Interpreter::assign(const syntax::Assignment& node, Span span) {
    Value value = evaluate(*node.value);
    const Place place = this->place(*node.target);
    if (node.op) value = compute(*node.op, read(place), value, span);
    return write(place, value);
}

}  // namespace clmm::runtime::host
