#include "constant.h"
#include "interpreter.h"

namespace clmm::litmus {

using syntax::BinaryOperator;
using syntax::UnaryOperator;

Value Interpreter::full_expression(const syntax::Expression& expression) {
    Value value = evaluate(expression);
    pending_.clear();
    return value;
}

Value Interpreter::evaluate(const syntax::Expression& expression) {
    return std::visit([&](const auto& node) { return evaluate(node, expression.span); },
                      expression.node);
}

Value Interpreter::evaluate(const syntax::IntegerLiteral& node, Span) {
    const bool fits_int = node.value <= 0x7fffffffU;
    const bool fits_uint = node.value <= 0xffffffffU;
    if (!node.is_long && (fits_int || (node.is_unsigned && fits_uint)))
        return number(node.value, integer_type(32, !node.is_unsigned));
    const bool is_signed = !node.is_unsigned && node.value <= 0x7fffffffffffffffU;
    return number(node.value, integer_type(64, is_signed));
}

Value Interpreter::evaluate(const syntax::Name& node, Span span) {
    if (const Binding* binding = find(node.text))
        return read_place(binding->object ? object_place(*binding->object, span)
                                          : variable_place(binding->variable, span));
    if (const Enumerator* enumerator = find_enumerator(node.text)) {
        if (node.text == "NULL") return number(0, pointer_to(void_type()));
        const TypePtr type = enumerator->type.empty()
                                 ? integer_type(enumerator->width, enumerator->is_signed)
                                 : enumeration_type(std::string(enumerator->type));
        return number(enumerator->value, type);
    }
    return undeclared(node.text, span);
}

/// The value of an object; an array becomes a pointer to its first element.
Value Interpreter::read_place(const Place& place) {
    if (is_array(place.type))
        return {pointer_to(place.type->element), place.address, place.reads, place.object};
    return load(place, {.span = place.span});
}

Value Interpreter::evaluate(const syntax::Unary& node, Span span) {
    switch (node.op) {
        case UnaryOperator::pre_increment:
        case UnaryOperator::pre_decrement:
        case UnaryOperator::post_increment:
        case UnaryOperator::post_decrement:
            return step(node, span);
        case UnaryOperator::address_of: {
            const Place place = place_of(*node.operand);
            return {pointer_to(place.type), place.address, place.reads, place.object};
        }
        case UnaryOperator::dereference: {
            const Value pointer = evaluate(*node.operand);
            return read_place(dereference(pointer, span));
        }
        default:
            break;
    }
    const Value operand = evaluate(*node.operand);
    if (node.op == UnaryOperator::logical_not)
        return truth_value(terms().lnot(truth(operand, node.operand->span)), operand.reads);
    if (!is_integer(operand.type))
        reject("E-TYPE", "a value of type " + to_text(*operand.type) + " is not a number", span);
    Value value = convert(operand, promoted(operand.type), span);
    value.object = {};
    if (node.op == UnaryOperator::minus) value.term = terms().unary(TermOp::negate, value.term);
    if (node.op == UnaryOperator::bit_not) value.term = terms().unary(TermOp::bit_not, value.term);
    return value;
}

/// `++` and `--`; the value of the postfix forms is the old one.
Value Interpreter::step(const syntax::Unary& node, Span span) {
    const bool down =
        node.op == UnaryOperator::pre_decrement || node.op == UnaryOperator::post_decrement;
    const bool post =
        node.op == UnaryOperator::post_increment || node.op == UnaryOperator::post_decrement;
    const Place place = place_of(*node.operand);
    const Value old = read_place(place);
    const Value changed = operate(down ? BinaryOperator::subtract : BinaryOperator::add, old,
                                  number(1, int_type()), span);
    assign(place, changed, span);
    return post ? old : convert(changed, value_type(place.type), span);
}

Value Interpreter::evaluate(const syntax::Binary& node, Span span) {
    if (node.op == BinaryOperator::logical_and || node.op == BinaryOperator::logical_or)
        return short_circuit(node);
    const std::size_t side_effects = pending_.size();
    const std::size_t begin = event_count();
    const Value left = evaluate(*node.left);
    if (node.op == BinaryOperator::comma) {
        pending_.resize(side_effects);
        return evaluate(*node.right);
    }
    const std::size_t middle = event_count();
    const Value right = evaluate(*node.right);
    unfolding_.recorder.unsequence(begin, middle, event_count());
    return operate(node.op, left, right, span);
}

Value Interpreter::short_circuit(const syntax::Binary& node) {
    const bool is_and = node.op == BinaryOperator::logical_and;
    const std::size_t side_effects = pending_.size();
    const Value left = evaluate(*node.left);
    pending_.resize(side_effects);
    const TermId first = truth(left, node.left->span);
    TermId second = terms().boolean(is_and);
    DependencyId reads = left.reads;
    under(is_and ? first : terms().lnot(first), left.reads, [&] {
        const Value right = evaluate(*node.right);
        second = truth(right, node.right->span);
        reads = dependencies().unite(reads, right.reads);
    });
    const TermId result = is_and ? terms().land(first, second)
                                 : terms().lor(first, terms().land(terms().lnot(first), second));
    return truth_value(terms().is_false(first) && is_and ? first : result, reads);
}

Value Interpreter::evaluate(const syntax::Conditional& node, Span span) {
    const std::size_t side_effects = pending_.size();
    const Value condition = evaluate(*node.condition);
    pending_.resize(side_effects);
    const TermId chosen = truth(condition, node.condition->span);
    const DependencyId control = flow_.control;
    std::optional<Value> yes;
    std::optional<Value> no;
    branch(
        condition, [&] { yes = evaluate(*node.when_true); },
        [&] { no = evaluate(*node.when_false); });
    flow_.control = control;
    if (!yes || !no) {
        Value only = yes ? *yes : no ? *no : number(0, int_type());
        only.reads = dependencies().unite(only.reads, condition.reads);
        return only;
    }
    const bool numbers = is_integer(yes->type) && is_integer(no->type);
    const TypePtr type =
        numbers ? common_type(yes->type, no->type)
        : is_pointer(yes->type) && yes->type->element->kind != Type::Kind::void_type ? yes->type
                                                                                     : no->type;
    if (type->kind == Type::Kind::void_type) return number(0, void_type());
    const Value a = convert(*yes, type, span);
    const Value b = convert(*no, type, span);
    const DependencyId reads =
        dependencies().unite(condition.reads, dependencies().unite(a.reads, b.reads));
    return {type, terms().if_then_else(chosen, a.term, b.term), reads,
            join(terms(), Cell{a.term, a.reads, a.object}, Cell{b.term, b.reads, b.object})};
}

Value Interpreter::evaluate(const syntax::Assignment& node, Span span) {
    const std::size_t begin = event_count();
    const Place place = place_of(*node.target);
    const std::size_t middle = event_count();
    Value value = evaluate(*node.value);
    unfolding_.recorder.unsequence(begin, middle, event_count());
    if (node.op) {
        const std::size_t end = event_count();
        const Value old = read_place(place);  // not sequenced with the right operand either
        unfolding_.recorder.unsequence(middle, end, event_count());
        value = operate(*node.op, old, value, span);
    }
    assign(place, value, span);
    return convert(value, value_type(place.type), span);
}

/// The write is a side effect: within the full expression, only a sequence point orders it
/// before what follows.
void Interpreter::assign(const Place& place, const Value& value, Span span) {
    if (is_array(place.type)) reject("E-TYPE", "an array cannot be assigned", span);
    const Value converted = convert(value, value_type(place.type), span);
    const std::size_t begin = event_count();
    store(place, converted, {.span = span});
    for (std::size_t event = begin; event < event_count(); ++event) pending_.push_back(event);
}

Value Interpreter::evaluate(const syntax::Subscript& node, Span span) {
    return read_place(subscript_place(node, span));
}

Value Interpreter::evaluate(const syntax::Member&, Span span) {
    reject("E-UNSUPPORTED", "structs are not supported in litmus tests", span);
}

Value Interpreter::evaluate(const syntax::Cast& node, Span span) {
    const TypePtr type = resolve_type(node.type);
    const Value value = evaluate(*node.operand);
    if (type->kind == Type::Kind::void_type) return number(0, void_type());
    return convert(value, value_type(type), span, true);
}

Value Interpreter::evaluate(const syntax::SizeOf& node, Span) {
    const TypePtr type = node.type ? resolve_type(*node.type) : type_of(*node.operand);
    return number(size_of(*type), integer_type(64, false));
}

Value Interpreter::evaluate(const syntax::BlockLiteral&, Span span) {
    reject("E-TYPE", "a block is an argument of enqueue_kernel only", span);
}

Value Interpreter::evaluate(const syntax::InitializerList&, Span span) {
    reject("E-TYPE", "a list in braces initialises an array only", span);
}

/// The type of an operand of sizeof, which is not evaluated.
TypePtr Interpreter::type_of(const syntax::Expression& expression) {
    if (const auto* name = std::get_if<syntax::Name>(&expression.node))
        if (const Binding* binding = find(name->text))
            return binding->object ? object_place(*binding->object, expression.span).type
                                   : variables_[binding->variable.index()].type;
    if (const auto* node = std::get_if<syntax::Unary>(&expression.node))
        if (node->op == UnaryOperator::dereference) {
            const TypePtr pointer = type_of(*node->operand);
            if (pointer->element) return pointer->element;
        }
    if (const auto* node = std::get_if<syntax::Subscript>(&expression.node)) {
        const TypePtr array = type_of(*node->array);
        if (array->element) return array->element;
    }
    reject("E-UNSUPPORTED", "sizeof of such an expression", expression.span, "name a type");
}

// ---- places ----

Place Interpreter::place_of(const syntax::Expression& expression) {
    if (const auto* name = std::get_if<syntax::Name>(&expression.node)) {
        if (const Binding* binding = find(name->text))
            return binding->object ? object_place(*binding->object, expression.span)
                                   : variable_place(binding->variable, expression.span);
        (void)undeclared(name->text, expression.span);
        reject("E-TYPE", "'" + name->text + "' is a pointer to a location here", expression.span,
               "write '*" + name->text + "'");
    }
    if (const auto* node = std::get_if<syntax::Unary>(&expression.node))
        if (node->op == UnaryOperator::dereference)
            return dereference(evaluate(*node->operand), expression.span);
    if (const auto* node = std::get_if<syntax::Subscript>(&expression.node))
        return subscript_place(*node, expression.span);
    if (const auto* node = std::get_if<syntax::Member>(&expression.node))
        (void)evaluate(*node, expression.span);
    reject("E-TYPE", "this designates no object", expression.span);
}

Place Interpreter::subscript_place(const syntax::Subscript& node, Span span) {
    const std::size_t begin = event_count();
    const Value array = evaluate(*node.array);
    const std::size_t middle = event_count();
    const Value index = evaluate(*node.index);
    unfolding_.recorder.unsequence(begin, middle, event_count());
    return dereference(operate(BinaryOperator::add, array, index, span), span);
}

}  // namespace clmm::litmus
