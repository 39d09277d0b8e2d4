// The types of expressions that are not evaluated: operands of sizeof, and the operand of `?:`
// that is not chosen.
#include <algorithm>

#include "clmm/language/ballots.h"
#include "clmm/language/builtins.h"
#include "clmm/language/constants.h"
#include "clmm/language/functions.h"
#include "clmm/language/vectors.h"
#include "clmm/parser/statement_expression.h"
#include "memory/image_calls.h"
#include "read/constant.h"
#include "unfold/interpreter.h"
#include "unfold/value_functions.h"

namespace clmm::litmus {

using syntax::BinaryOperator;
using syntax::UnaryOperator;

namespace {

/// Of `c ? a : b` with a pointer: a pointer to void gives way, and so does a named address space.
const TypePtr& pointer_type_of(const TypePtr& a, const TypePtr& b) {
    if (!is_pointer(a) || !is_pointer(b)) return is_pointer(a) ? a : b;
    if (a->element->kind == TypeKind::void_type) return b;
    if (b->element->kind == TypeKind::void_type) return a;
    return b->element->space ? a : b;
}

/// As the type of a value: an array is a pointer to its first element.
TypePtr decayed(const TypePtr& type) {
    return is_array(type) ? pointer_to(type->element) : value_type(type);
}

bool is_shift(BinaryOperator op) {
    return op == BinaryOperator::shift_left || op == BinaryOperator::shift_right;
}

/// Of what holds or not of values of a type: of vectors, of each component.
TypePtr truth_type(const TypePtr& type) {
    if (!is_vector(type)) return int_type();
    const TypePtr component = integer_type(component_type(type)->width(), true);
    return language::vector_type(component->scalar, type->lanes);
}

enum class Yields : std::uint8_t {
    nothing,
    truth,
    int_value,
    uint_value,
    size,
    reserve_id,
    event,
    pointee,
    operand,
    promoted_operand
};

Yields yields(const language::PipeFunction& function) {
    using Kind = language::PipeFunction::Kind;
    switch (function.kind) {
        case Kind::transfer:
        case Kind::is_valid:
            return Yields::int_value;
        case Kind::reserve:
            return Yields::reserve_id;
        case Kind::commit:
            return Yields::nothing;
        case Kind::packets:
        case Kind::capacity:
            break;
    }
    return Yields::uint_value;
}

Yields yields(const language::AtomicFunction& function) {
    using language::AtomicEffect;
    if (function.effect == AtomicEffect::initialise || function.effect == AtomicEffect::store)
        return Yields::nothing;
    const bool tests = function.is_flag || function.effect == AtomicEffect::compare_exchange;
    return tests ? Yields::truth : Yields::pointee;
}

Yields yields(const language::GroupFunction& function) {
    using Kind = language::GroupFunction::Kind;
    return function.kind == Kind::all || function.kind == Kind::any ? Yields::int_value
                                                                    : Yields::promoted_operand;
}

/// Nothing where there is no such function.
std::optional<Yields> yields(const std::string& function) {
    if (const auto atomic = language::find_atomic(function)) return yields(*atomic->function);
    if (language::find_legacy_atomic(function) != nullptr) return Yields::pointee;
    if (language::find_fence(function) != nullptr) return Yields::nothing;
    if (const auto* item = language::find_work_item_function(function))
        return item->is_wide ? Yields::size : Yields::uint_value;
    if (const auto group = language::find_group_function(function)) return yields(*group);
    if (language::find_shuffle(function)) return Yields::operand;
    if (const auto pipe = language::find_pipe_function(function)) return yields(*pipe);
    if (function == "get_image_width") return Yields::int_value;
    if (function == "get_fence" || function.starts_with("get_kernel_")) return Yields::uint_value;
    if (function == "assert" || function == "clmm_assume") return Yields::nothing;
    const auto known = language::find_builtin(function);
    using Family = language::Builtin::Family;
    if (function == "prefetch" || function == "wait_group_events") return Yields::nothing;
    if (known && known->family == Family::copy) return Yields::event;
    return known && known->family == Family::address_space ? std::optional(Yields::operand)
                                                           : std::nullopt;
}

}  // namespace

TypePtr Interpreter::type_of(const syntax::Expression& expression) {
    const Span span = expression.span;
    const auto is = [&]<typename Node>() { return std::get_if<Node>(&expression.node); };
    if (const auto* node = is.operator()<syntax::Name>()) return type_of_name(node->text, span);
    if (const auto* node = is.operator()<syntax::IntegerLiteral>())
        return evaluate(*node, span).type;
    if (const auto* node = is.operator()<syntax::FloatingLiteral>())
        return evaluate(*node, span).type;
    if (const auto* node = is.operator()<syntax::StringLiteral>()) return type_of_string(*node);
    if (const auto* node = is.operator()<syntax::Unary>()) return type_of_unary(*node, span);
    if (const auto* node = is.operator()<syntax::Binary>()) return type_of_binary(*node, span);
    if (const auto* node = is.operator()<syntax::Assignment>()) return value_type_of(*node->target);
    if (const auto* node = is.operator()<syntax::Conditional>())
        return conditional_type(*node, value_type_of(*node->when_true),
                                value_type_of(*node->when_false), span);
    if (const auto* node = is.operator()<syntax::Call>()) return type_of_call(*node, span);
    if (const auto* node = is.operator()<syntax::Subscript>()) {
        if (is_of_vector(*node)) return swizzled_type(type_of(*node->array), 1);
        const TypePtr array = value_type_of(*node->array);
        const TypePtr pointer = is_pointer(array) ? array : value_type_of(*node->index);
        if (is_pointer(pointer)) return pointer->element;
    }
    if (const auto* node = is.operator()<syntax::Member>()) {
        TypePtr whole = type_of(*node->object);
        if (node->arrow) whole = decayed(whole)->element ? decayed(whole)->element : whole;
        if (is_vector(whole))
            return swizzled_type(whole, known_components(whole, node->field, span).size());
        const TypePtr type = in_space(field_of(whole, *node, span).type, whole->space);
        return whole->is_const ? constant_type(type) : type;
    }
    if (const auto* node = is.operator()<syntax::Cast>()) {
        const TypePtr type = unfolding_.code.types.resolve(node->type);
        return is_compound_literal(*node) ? type : value_type(type);
    }
    if (is.operator()<syntax::SizeOf>() != nullptr) return integer_type(64, false);
    reject("E-TYPE", "this has no type of its own", span);
}

/// Null where something is wrong, which evaluating it will say.
TypePtr Interpreter::type_if_known(const syntax::Expression& expression) {
    try {
        return type_of(expression);
    } catch (const Rejected&) {
        return nullptr;
    }
}

TypePtr Interpreter::value_type_of(const syntax::Expression& expression) {
    return decayed(type_of(expression));
}

/// Or a vector's. Arithmetic yields no struct, and neither does a built-in function.
InitializerRules Interpreter::list_rules() {
    return initializer_rules([this](const TypePtr& structure, const syntax::Expression& value) {
        return has_type_of(structure, value);
    });
}

bool Interpreter::has_type_of(const TypePtr& structure, const syntax::Expression& expression) {
    const auto& node = expression.node;
    if (const auto* call = std::get_if<syntax::Call>(&node)) {
        if (own_function(*call) == nullptr) return false;
    } else if (const auto* conditional = std::get_if<syntax::Conditional>(&node)) {
        return has_type_of(structure, *conditional->when_true);
    } else if (const auto* cast = std::get_if<syntax::Cast>(&node)) {
        if (!is_compound_literal(*cast)) return false;
    } else if (!std::holds_alternative<syntax::Name>(node) &&
               !std::holds_alternative<syntax::Unary>(node) &&
               !std::holds_alternative<syntax::Subscript>(node) &&
               !std::holds_alternative<syntax::Member>(node) &&
               !std::holds_alternative<syntax::Assignment>(node)) {
        return false;
    }
    const TypePtr type = value_type_of(expression);
    return is_structure(type) && type->record == structure->record;
}

/// As C11 6.5.15 has it: numbers meet in their common type, structs and void are alike on both
/// sides, and a null pointer takes the other's type.
TypePtr Interpreter::conditional_type(const syntax::Conditional& node, const TypePtr& yes,
                                      const TypePtr& no, Span span) {
    if (is_opaque(yes) && yes->name == no->name && language::is_same(*yes, *no)) return yes;
    if (is_event(yes) && is_event(no)) return value_type(yes);
    const bool has_event = is_event(yes) || is_event(no);
    if (is_number(yes) && is_number(no) && !has_event) return common_type(yes, no);
    if (is_vector(yes) || is_vector(no)) return vector_operand(yes, no, span);
    const auto is_null = [](const syntax::Expression& expression) {
        return constant_value(expression) == 0;
    };
    const bool fits = has_event                           ? false
                      : is_pointer(yes) && is_pointer(no) ? true
                      : is_pointer(yes) && is_integer(no) ? is_null(*node.when_false)
                      : is_pointer(no) && is_integer(yes) ? is_null(*node.when_true)
                      : is_structure(yes)                 ? yes->record == no->record
                                                          : yes->kind == no->kind;
    if (!fits)
        reject("E-TYPE",
               "one of " + to_text(*yes) + " and " + to_text(*no) + " is no value of one type",
               span);
    return is_pointer(yes) || is_pointer(no) ? pointer_type_of(yes, no) : yes;
}

TypePtr Interpreter::type_of_name(const std::string& name, Span span) {
    if (const Binding* binding = find(name)) {
        if (binding->block) reject_block(span);
        return binding->object ? object_place(*binding->object, span).type
                               : variables_[binding->variable.index()].type;
    }
    if (language::find_constant(name) != nullptr) return evaluate(syntax::Name{name}, span).type;
    return undeclared(name, span).type;
}

TypePtr Interpreter::type_of_unary(const syntax::Unary& node, Span span) {
    switch (node.op) {
        case UnaryOperator::address_of:
            return pointer_to(type_of(*node.operand));
        case UnaryOperator::dereference: {
            const TypePtr pointer = value_type_of(*node.operand);
            if (!is_pointer(pointer))
                reject("E-TYPE", "a value of type " + to_text(*pointer) + " is not a pointer",
                       span);
            return pointer->element;
        }
        case UnaryOperator::logical_not:
            return truth_type(value_type_of(*node.operand));
        case UnaryOperator::plus:
        case UnaryOperator::minus:
        case UnaryOperator::bit_not:
            return promoted(value_type_of(*node.operand));
        default:
            return value_type_of(*node.operand);
    }
}

TypePtr Interpreter::type_of_binary(const syntax::Binary& node, Span span) {
    if (node.op == BinaryOperator::comma) return value_type_of(*node.right);
    const TypePtr left = value_type_of(*node.left);
    const TypePtr right = value_type_of(*node.right);
    if ((node.op >= BinaryOperator::less && node.op <= BinaryOperator::not_equal) ||
        node.op == BinaryOperator::logical_and || node.op == BinaryOperator::logical_or)
        return truth_type(is_vector(left) ? left : right);
    if (is_vector(left) || is_vector(right))
        return is_shift(node.op) ? value_type(left) : vector_operand(left, right, span);
    if (is_pointer(left) && is_pointer(right)) return integer_type(64, true);
    if (is_pointer(left) || is_pointer(right)) return is_pointer(left) ? left : right;
    if (!is_number(left) || !is_number(right))
        reject("E-TYPE", "this operator works on numbers", span);
    return is_shift(node.op) ? promoted(left) : common_type(left, right);
}

TypePtr Interpreter::type_of_vector_access(const language::VectorAccess& access,
                                           const syntax::Call& node, Span span) {
    if (access.stores) return void_type();
    if (access.of_halves) return language::vector_type(language::Scalar::f32, access.lanes);
    require_arguments(node, 2, 2);
    const TypePtr pointer = value_type_of(*node.arguments.back());
    if (!is_pointer(pointer)) reject("E-TYPE", "this is no pointer", span);
    return language::vector_type(pointer->element->scalar, access.lanes);
}

/// As far as it does not depend on what is declared inside.
TypePtr Interpreter::type_of_statements(const syntax::Call& node) {
    const syntax::Expression* last = syntax::value_of_statements(node);
    if (last == nullptr) return void_type();
    if (TypePtr type = type_if_known(*last)) return type;
    reject("E-UNSUPPORTED", "the type of a statement expression of what it declares itself",
           node.function_span, "declare that before");
}

TypePtr Interpreter::type_of_call(const syntax::Call& node, Span span) {
    if (const Binding* binding = find(node.function); binding != nullptr && binding->block)
        return binding->block->returned;
    if (const syntax::Function* own = own_function(node))
        return value_type(unfolding_.code.types.resolve(own->return_type));
    if (node.function == syntax::kStatementExpression) return type_of_statements(node);
    if (is_value_function(node.function)) return type_of_value_function(node);
    if (node.function == "printf") return int_type();
    if (const syntax::Function* prototype = prototype_of(node.function))
        return value_type(unfolding_.code.types.resolve(prototype->return_type));
    if (const auto access = language::find_vector_access(node.function))
        return type_of_vector_access(*access, node, span);
    if (const auto block = language::find_block_access(node.function))
        return block->stores      ? void_type()
               : block->lanes > 1 ? language::vector_type(block->scalar, block->lanes)
                                  : language::scalar_type(block->scalar);
    if (unfolding_.code.types.has_floating() && is_image_function(node.function) &&
        !node.arguments.empty())
        if (const TypePtr image = value_type_of(*node.arguments.front()); is_image(image))
            if (TypePtr type = image_call_type(node.function, *image)) return type;
    if (const auto ballot = language::find_ballot(node.function)) {
        using Kind = language::BallotFunction::Kind;
        if (ballot->yields_words()) return language::vector_type(language::Scalar::u32, 4);
        return integer_type(32, ballot->kind == Kind::inverse || ballot->kind == Kind::bit_extract);
    }
    const auto found = yields(node.function);
    const bool takes_one = found && *found >= Yields::pointee;
    if (!found || (takes_one && node.arguments.empty()))
        reject("E-UNSUPPORTED", "the type of " + node.function + "(), which is not called here",
               span);
    const TypePtr operand = takes_one ? value_type_of(*node.arguments.front()) : void_type();
    switch (*found) {
        case Yields::nothing:
            return void_type();
        case Yields::truth:
            return bool_type();
        case Yields::int_value:
            return int_type();
        case Yields::uint_value:
            return integer_type(32, false);
        case Yields::size:
            return integer_type(64, false);
        case Yields::reserve_id:
            return std::make_shared<Type>(language::find_type("reserve_id_t").value());
        case Yields::event:
            return language::opaque_type(TypeKind::event);
        case Yields::promoted_operand:
            return promoted(operand);
        case Yields::operand:
            return operand;
        case Yields::pointee:
            break;
    }
    if (!is_pointer(operand)) reject("E-TYPE", "an atomic operation on no pointer", span);
    return value_type(operand->element);
}

}  // namespace clmm::litmus
