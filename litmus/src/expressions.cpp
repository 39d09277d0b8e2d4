#include "clmm/language/constants.h"
#include "clmm/language/names.h"
#include "interpreter.h"

namespace clmm::litmus {

using syntax::BinaryOperator;
using syntax::UnaryOperator;

namespace {

/// Of `c ? a : b` with a pointer: a pointer to void gives way, and so does a named address space.
const TypePtr& pointer_type_of(const Value& a, const Value& b) {
    if (!is_pointer(a.type) || !is_pointer(b.type)) return is_pointer(a.type) ? a.type : b.type;
    if (a.type->element->kind == Type::Kind::void_type) return b.type;
    if (b.type->element->kind == Type::Kind::void_type) return a.type;
    return b.type->element->space ? a.type : b.type;
}

TypePtr constant_type(const language::Constant& constant, Span span) {
    using Type = language::Constant::Type;
    if (!constant.enumeration.empty()) return enumeration_type(std::string(constant.enumeration));
    switch (constant.type) {
        case Type::pointer:
            return pointer_to(void_type());
        case Type::f32:
        case Type::f64:
            reject("E-UNSUPPORTED", "floating-point constants are not supported", span,
                   "only integers are checked");
        default:
            break;
    }
    const bool is_long = constant.type == Type::i64 || constant.type == Type::u64;
    const bool is_signed = constant.type == Type::i32 || constant.type == Type::i64;
    return integer_type(is_long ? 64 : 32, is_signed);
}

}  // namespace

Value Interpreter::full_expression(const syntax::Expression& expression) {
    Value value = in_every_order(expression);
    pending_.clear();
    return value;
}

Value Interpreter::evaluate(const syntax::Expression& expression) {
    if (step_values_ != nullptr)
        if (const auto known = step_values_->find(&expression); known != step_values_->end())
            return known->second;
    return std::visit([&](const auto& node) { return evaluate(node, expression.span); },
                      expression.node);
}

Value Interpreter::evaluate(const syntax::FloatingLiteral&, Span span) {
    reject("E-UNSUPPORTED", "floating-point constants are not supported", span,
           "only integers are checked");
}

Value Interpreter::evaluate(const syntax::StringLiteral&, Span span) {
    reject("E-UNSUPPORTED", "strings are not supported", span);
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
    if (const language::Constant* constant = language::find_constant(node.text))
        return number(constant->integer, constant_type(*constant, span));
    return undeclared(node.text, span);
}

/// The value of an object; an array becomes a pointer to its first element.
Value Interpreter::read_place(const Place& place) {
    if (is_array(place.type) && is_private(place)) exposed_.insert(VariableId(place.object.index));
    if (is_array(place.type))
        return {pointer_to(place.type->element), place.address, place.reads, place.object};
    return load(place, plain_operation(place, place.span));
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
            if (is_private(place)) exposed_.insert(VariableId(place.object.index));
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
    if (plain_operation(place, span).atomic)
        return modify_plainly(down ? BinaryOperator::subtract : BinaryOperator::add, place,
                              number(1, int_type()), post, span);
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
    if (yes && no && is_structure(yes->type))
        return choose(chosen, *yes, convert(*no, yes->type, span), condition.reads);
    if (!yes || !no) {
        Value only = yes ? *yes : no ? *no : number(0, int_type());
        only.reads = dependencies().unite(only.reads, condition.reads);
        return only;
    }
    const bool numbers = is_integer(yes->type) && is_integer(no->type);
    const TypePtr type = numbers ? common_type(yes->type, no->type) : pointer_type_of(*yes, *no);
    if (type->kind == Type::Kind::void_type) return number(0, void_type());
    const Value a = convert(*yes, type, span);
    const Value b = convert(*no, type, span);
    const DependencyId reads =
        dependencies().unite(condition.reads, dependencies().unite(a.reads, b.reads));
    return {type, terms().if_then_else(chosen, a.term, b.term), reads,
            join(terms(), Cell{a.term, a.reads, a.object}, Cell{b.term, b.reads, b.object})};
}

/// One of two structs, member by member.
Value Interpreter::choose(TermId condition, const Value& yes, const Value& no, DependencyId reads) {
    auto parts = std::make_shared<std::vector<Value>>();
    for (std::size_t i = 0; i < yes.parts->size(); ++i) {
        const Value& a = (*yes.parts)[i];
        const Value& b = (*no.parts)[i];
        parts->push_back(
            {a.type, terms().if_then_else(condition, a.term, b.term),
             dependencies().unite(reads, dependencies().unite(a.reads, b.reads)),
             join(terms(), Cell{a.term, a.reads, a.object}, Cell{b.term, b.reads, b.object})});
    }
    Value result = yes;
    result.reads = dependencies().unite(reads, dependencies().unite(yes.reads, no.reads));
    result.parts = std::move(parts);
    return result;
}

Value Interpreter::evaluate(const syntax::Assignment& node, Span span) {
    const std::size_t begin = event_count();
    const Place place = place_of(*node.target);
    const std::size_t middle = event_count();
    Value value = evaluate(*node.value);
    unfolding_.recorder.unsequence(begin, middle, event_count());
    if (node.op && plain_operation(place, span).atomic)
        return modify_plainly(*node.op, place, value, false, span);
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
    store(place, converted, plain_operation(place, span));
    for (std::size_t event = begin; event < event_count(); ++event) pending_.push_back(event);
}

Value Interpreter::evaluate(const syntax::Subscript& node, Span span) {
    return read_place(subscript_place(node, span));
}

Value Interpreter::evaluate(const syntax::Member& node, Span span) {
    const bool is_result = !node.arrow && std::holds_alternative<syntax::Call>(node.object->node);
    if (!is_result) return read_place(member_place(node, span));
    const Value whole = evaluate(*node.object);
    if (std::get<syntax::Call>(node.object->node).function.starts_with("read_image")) {
        if (node.field == "x" || node.field == "s0" || node.field == "r") return whole;
        reject("E-UNSUPPORTED", "images have one channel", span, "it is '.x'");
    }
    const Structure::Field& field = field_of(whole.type, node, span);
    if (!is_scalar(field.type))
        reject("E-UNSUPPORTED", "an aggregate in the result of a function", span,
               "store the result in a variable first");
    std::size_t part = 0;
    for (const Leaf& leaf : leaves_of(whole.type)) {
        if (leaf.offset == field.offset) break;
        ++part;
    }
    return (*whole.parts)[part];
}

Value Interpreter::evaluate(const syntax::Cast& node, Span span) {
    const TypePtr type = unfolding_.code.types.resolve(node.type);
    const Value value = evaluate(*node.operand);
    if (type->kind == Type::Kind::void_type) return number(0, void_type());
    return convert(value, value_type(type), span, true);
}

Value Interpreter::evaluate(const syntax::SizeOf& node, Span span) {
    const TypePtr type =
        node.type ? unfolding_.code.types.resolve(*node.type) : type_of(*node.operand);
    if (is_structure(type) && !type->structure->is_complete)
        reject("E-TYPE", "the size of a struct that is not defined", span);
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
    if (TypePtr type = type_if_simple(expression)) return type;
    reject("E-UNSUPPORTED", "sizeof of such an expression", expression.span, "name a type");
}

TypePtr Interpreter::type_if_simple(const syntax::Expression& expression) {
    if (const auto* name = std::get_if<syntax::Name>(&expression.node))
        if (const Binding* binding = find(name->text))
            return binding->object ? object_place(*binding->object, expression.span).type
                                   : variables_[binding->variable.index()].type;
    if (const auto* node = std::get_if<syntax::Unary>(&expression.node))
        if (node->op == UnaryOperator::dereference) {
            const TypePtr pointer = type_if_simple(*node->operand);
            if (pointer && pointer->element) return pointer->element;
        }
    if (const auto* node = std::get_if<syntax::Subscript>(&expression.node)) {
        const TypePtr array = type_if_simple(*node->array);
        if (array && array->element) return array->element;
    }
    if (const auto* node = std::get_if<syntax::Member>(&expression.node)) {
        TypePtr whole = type_if_simple(*node->object);
        if (whole && node->arrow) whole = whole->element;
        if (whole && is_structure(whole)) return field_of(whole, *node, expression.span).type;
    }
    return nullptr;
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
        return member_place(*node, expression.span);
    reject("E-TYPE", "this designates no object", expression.span);
}

const Structure::Field& Interpreter::field_of(const TypePtr& type, const syntax::Member& node,
                                              Span span) {
    if (!is_structure(type))
        reject("E-TYPE", "a value of type " + to_text(*type) + " has no members", span,
               is_pointer(type) && is_structure(type->element) ? "write '->' instead of '.'" : "");
    if (const auto* field = find_field(*type->structure, node.field)) return *field;
    std::vector<std::string> names;
    for (const auto& field : type->structure->fields) names.push_back(field.name);
    reject("E-NAME", "'struct " + type->structure->name + "' has no member '" + node.field + "'",
           span, language::did_you_mean(node.field, names));
}

Place Interpreter::member_place(const syntax::Member& node, Span span) {
    const Place whole =
        node.arrow ? dereference(evaluate(*node.object), span) : place_of(*node.object);
    const Structure::Field& field = field_of(whole.type, node, span);
    Place part = part_of(whole, in_space(field.type, whole.type->space),
                         offset_address(whole.address, field.offset));
    part.span = span;
    return part;
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
