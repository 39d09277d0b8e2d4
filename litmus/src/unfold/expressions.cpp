#include <algorithm>

#include "clmm/language/constants.h"
#include "clmm/language/names.h"
#include "terms/floating.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {

using language::scalar_type;
using syntax::BinaryOperator;
using syntax::UnaryOperator;

namespace {

TypePtr constant_type(const language::Constant& constant) {
    using Type = language::Constant::Type;
    if (!constant.enumeration.empty()) return enumeration_type(std::string(constant.enumeration));
    switch (constant.type) {
        case Type::pointer:
            return pointer_to(void_type());
        case Type::f32:
            return scalar_type(language::Scalar::f32);
        case Type::f64:
            return scalar_type(language::Scalar::f64);
        default:
            break;
    }
    return typed(language::integer_type(constant.type));
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

Value Interpreter::evaluate(const syntax::FloatingLiteral& node, Span) {
    using Precision = syntax::FloatingLiteral::Precision;
    using language::Scalar;
    const TypePtr type = scalar_type(node.precision == Precision::double_precision   ? Scalar::f64
                                     : node.precision == Precision::single_precision ? Scalar::f32
                                                                                     : Scalar::f16);
    return number(nearest_bits(node.value, type->width()), type);
}

/// The address of an array in constant memory. What only this unit reads is kept as its private
/// objects are.
Value Interpreter::evaluate(const syntax::StringLiteral& node, Span span) {
    const TypePtr type = type_of_string(node);
    const auto [site, is_fresh] = sites_.try_emplace({&node, 0}, VariableId{});
    if (is_fresh) {
        site->second = new_variable("\"" + node.text + "\"", type);
        Variable& made = variables_[site->second.index()];
        for (std::size_t i = 0; i < node.text.size(); ++i)
            made.initial[i].term = terms().constant(static_cast<unsigned char>(node.text[i]), 8);
    }
    return read_place(variable_place(site->second, span));
}

TypePtr Interpreter::type_of_string(const syntax::StringLiteral& node) {
    const TypePtr character = constant_type(language::scalar_type(language::Scalar::i8));
    return array_of(in_space(character, AddressSpace::constant), node.text.size() + 1);
}

Value Interpreter::evaluate(const syntax::IntegerLiteral& node, Span) {
    return number(node.value, typed(language::type_of(node)));
}

Value Interpreter::evaluate(const syntax::Name& node, Span span) {
    if (const Binding* binding = find(node.text)) {
        if (binding->block) reject_block(span);
        return read_place(binding->object ? object_place(*binding->object, span)
                                          : variable_place(binding->variable, span));
    }
    if (const language::Constant* constant = language::find_constant(node.text))
        return of_constant(*constant);
    return undeclared(node.text, span);
}

Value Interpreter::of_constant(const language::Constant& constant) {
    const TypePtr type = constant_type(constant);
    return number(
        is_floating(type) ? nearest_bits(constant.floating, type->width()) : constant.integer,
        type);
}

/// The value of an object; an array becomes a pointer to its first element.
Value Interpreter::read_place(const Lvalue& place) {
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
            const Lvalue place = place_of(*node.operand);
            if (is_private(place)) exposed_.insert(VariableId(place.object.index));
            if (!place.lanes.empty())
                reject("E-TYPE", "several components of a vector have no address", span);
            return {pointer_to(place.type), place.address, place.reads, place.object};
        }
        case UnaryOperator::dereference: {
            const Value pointer = evaluate(*node.operand);
            return read_place(dereference(pointer, span));
        }
        default:
            break;
    }
    return apply_unary(node.op, evaluate(*node.operand), span);
}

/// `+`, `-`, `~` and `!`.
Value Interpreter::apply_unary(UnaryOperator op, const Value& operand, Span span) {
    if (is_vector(operand.type)) {
        const TypePtr type = component_type(operand.type);
        std::vector<Value> results;
        for (const Value& each : *operand.parts) {
            const Value result = apply_unary(op, each, span);
            results.push_back(op == UnaryOperator::logical_not ? component_truth(result, type)
                                                               : convert(result, type, span));
        }
        return vector_of(std::move(results));
    }
    if (op == UnaryOperator::logical_not)
        return truth_value(terms().lnot(truth(operand, span)), operand.reads);
    if (!is_number(operand.type) || (op == UnaryOperator::bit_not && is_floating(operand.type)))
        reject("E-TYPE",
               "a value of type " + to_text(*operand.type) + " is " +
                   (is_number(operand.type) ? "no integer" : "not a number"),
               span);
    Value value = convert(operand, promoted(operand.type), span);
    value.object = {};
    if (is_floating(value.type)) {
        if (op == UnaryOperator::minus) value.term = with_other_sign(terms(), value.term);
        return value;
    }
    if (op == UnaryOperator::minus) value.term = terms().unary(TermOp::negate, value.term);
    if (op == UnaryOperator::bit_not) value.term = terms().unary(TermOp::bit_not, value.term);
    return value;
}

/// `++` and `--`; the value of the postfix forms is the old one.
Value Interpreter::step(const syntax::Unary& node, Span span) {
    const bool down =
        node.op == UnaryOperator::pre_decrement || node.op == UnaryOperator::post_decrement;
    const bool post =
        node.op == UnaryOperator::post_increment || node.op == UnaryOperator::post_decrement;
    const Lvalue place = place_of(*node.operand);
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
    if (is_vector(left.type))
        return operate_on_vectors(node.op, left, evaluate(*node.right), node.left->span);
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

/// The operand that is not evaluated takes part in the type all the same (C11 6.5.15 p5), also
/// where what is known beforehand decides.
Value Interpreter::evaluate(const syntax::Conditional& node, Span span) {
    const std::size_t side_effects = pending_.size();
    const Value condition = evaluate(*node.condition);
    pending_.resize(side_effects);
    if (is_vector(condition.type)) {
        const Value yes = evaluate(*node.when_true);
        return select_components(condition, yes, evaluate(*node.when_false), span);
    }
    const TermId chosen = truth(condition, node.condition->span);
    const DependencyId control = flow_.control;
    std::optional<Value> yes;
    std::optional<Value> no;
    branch(
        condition, [&] { yes = evaluate(*node.when_true); },
        [&] { no = evaluate(*node.when_false); });
    flow_.control = control;
    const TypePtr type = conditional_type(node, yes ? yes->type : value_type_of(*node.when_true),
                                          no ? no->type : value_type_of(*node.when_false), span);
    if (type->kind == TypeKind::void_type) return number(0, type);
    Value result = yes && no ? choose(chosen, convert(*yes, type, span), convert(*no, type, span))
                   : yes     ? convert(*yes, type, span)
                   : no      ? convert(*no, type, span)
                             : number(0, type);
    result.reads = dependencies().unite(result.reads, condition.reads);
    if (result.parts) {
        auto parts = std::make_shared<std::vector<Value>>(*result.parts);
        for (Value& part : *parts) part.reads = dependencies().unite(part.reads, condition.reads);
        result.parts = std::move(parts);
    }
    return result;
}

/// One of two values of a type; of structs, member by member.
Value Interpreter::choose(TermId condition, const Value& yes, const Value& no) {
    const DependencyId reads = dependencies().unite(yes.reads, no.reads);
    if (!yes.parts)
        return {yes.type, terms().if_then_else(condition, yes.term, no.term), reads,
                join(terms(), Cell{yes.term, yes.reads, yes.object},
                     Cell{no.term, no.reads, no.object})};
    auto parts = std::make_shared<std::vector<Value>>();
    for (std::size_t i = 0; i < yes.parts->size(); ++i)
        parts->push_back(choose(condition, (*yes.parts)[i], (*no.parts)[i]));
    Value result = yes;
    result.reads = reads;
    result.parts = std::move(parts);
    return result;
}

Value Interpreter::evaluate(const syntax::Assignment& node, Span span) {
    const std::size_t begin = event_count();
    const Lvalue place = place_of(*node.target);
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
void Interpreter::assign(const Lvalue& place, const Value& value, Span span) {
    if (is_array(place.type)) reject("E-TYPE", "an array cannot be assigned", span);
    reject_constant(place, span);
    const Value converted = convert(value, value_type(place.type), span);
    const std::size_t begin = event_count();
    store(place, converted, plain_operation(place, span));
    for (std::size_t event = begin; event < event_count(); ++event) pending_.push_back(event);
}

/// [C11 6.5.16 p2: an lvalue that is modified is modifiable, which 6.3.2.1 p1 denies to what is
/// const, and to a struct with a const member.]
void Interpreter::reject_constant(const Lvalue& place, Span span) {
    const bool has_constant = is_structure(place.type) &&
                              std::ranges::any_of(leaves_of(place.type), [](const Leaf& leaf) {
                                  return leaf.type->is_const;
                              });
    if (place.type->is_const || has_constant)
        reject("E-TYPE", "this is const and cannot be changed", span);
}

Value Interpreter::evaluate(const syntax::Subscript& node, Span span) {
    if (!is_of_vector(node) || designates_object(*node.array))
        return read_place(subscript_place(node, span));
    const Value vector = evaluate(*node.array);
    return component_at(vector, evaluate(*node.index), span);
}

Value Interpreter::evaluate(const syntax::Member& node, Span span) {
    if (node.arrow || designates_object(*node.object)) return read_place(member_place(node, span));
    const Value whole = evaluate(*node.object);
    const auto* call = std::get_if<syntax::Call>(&node.object->node);
    if (call != nullptr && call->function.starts_with("read_image") && !is_vector(whole.type)) {
        if (node.field == "x" || node.field == "s0" || node.field == "r") return whole;
        reject("E-UNSUPPORTED", "images have one channel", span, "it is '.x'");
    }
    if (is_vector(whole.type)) return swizzled(whole, node.field, span);
    return member_of(whole, field_of(whole.type, node, span), span);
}

/// Of a struct that is a value and no object.
Value Interpreter::member_of(const Value& whole, const language::Member& field, Span span) {
    if (is_array(field.type))
        reject("E-UNSUPPORTED", "an array in a struct that is no object", span,
               "store the struct in a variable first");
    auto parts = std::make_shared<std::vector<Value>>();
    for (const Leaf& leaf : leaves_of(field.type))
        parts->push_back(scalar_of(whole, field.offset + leaf.offset, leaf.type, span));
    if (is_scalar(field.type)) return parts->front();
    Value result = number(0, value_type(field.type));
    result.reads = whole.reads;
    result.parts = std::move(parts);
    return result;
}

/// What a scalar is that lies there; in a union it may share its bytes with others.
Value Interpreter::scalar_of(const Value& whole, std::uint64_t offset, const TypePtr& type,
                             Span span) {
    Value result = number(0, value_type(type));
    std::size_t part = 0;
    for (const Leaf& leaf : leaves_of(whole.type)) {
        const Value& value = (*whole.parts)[part++];
        const std::uint64_t end = leaf.offset + size_of(*leaf.type);
        if (end <= offset || leaf.offset >= offset + size_of(*type)) continue;
        if (leaf.offset == offset && size_of(*leaf.type) == size_of(*type)) {
            result = value;
            result.type = value_type(type);
            return result;
        }
        if (is_pointer(leaf.type)) reject_bytes_of_address(span);
        result.reads = dependencies().unite(result.reads, value.reads);
        result.term = leaf.offset <= offset
                          ? bits_of(value.term, offset - leaf.offset, type->width())
                          : with_bits(result.term, leaf.offset - offset, value.term);
    }
    return result;
}

bool Interpreter::designates_object(const syntax::Expression& expression) {
    const auto& node = expression.node;
    if (const auto* unary = std::get_if<syntax::Unary>(&node))
        return unary->op == UnaryOperator::dereference;
    if (const auto* member = std::get_if<syntax::Member>(&node))
        return member->arrow || designates_object(*member->object);
    if (const auto* cast = std::get_if<syntax::Cast>(&node)) return is_compound_literal(*cast);
    return std::holds_alternative<syntax::Name>(node) ||
           std::holds_alternative<syntax::Subscript>(node);
}

Value Interpreter::evaluate(const syntax::Cast& node, Span span) {
    if (is_compound_literal(node)) return read_place(compound_literal(node, span));
    const TypePtr type = unfolding_.code.types.resolve(node.type);
    if (is_array(type)) reject("E-TYPE", "nothing can be cast to an array", span);
    if (is_vector(type)) return vector_literal(node, value_type(type), span);
    const Value value = evaluate(*node.operand);
    if (type->kind == TypeKind::void_type) return number(0, void_type());
    return convert(value, value_type(type), span, true);
}

Value Interpreter::evaluate(const syntax::SizeOf& node, Span span) {
    const TypePtr type =
        node.type ? unfolding_.code.types.resolve(*node.type) : type_of(*node.operand);
    if (size_of(*type) == 0) reject("E-TYPE", to_text(*type) + " has no size", span);
    return number(size_of(*type), integer_type(64, false));
}

Value Interpreter::evaluate(const syntax::InitializerList&, Span span) {
    reject("E-TYPE", "a list in braces initialises an array only", span);
}

// ---- places ----

Lvalue Interpreter::place_of(const syntax::Expression& expression) {
    if (const auto* name = std::get_if<syntax::Name>(&expression.node)) {
        if (const Binding* binding = find(name->text)) {
            if (binding->block) reject_block(expression.span);
            return binding->object ? object_place(*binding->object, expression.span)
                                   : variable_place(binding->variable, expression.span);
        }
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
    const auto* cast = std::get_if<syntax::Cast>(&expression.node);
    if (cast != nullptr && is_compound_literal(*cast))
        return compound_literal(*cast, expression.span);
    reject("E-TYPE", "this designates no object", expression.span);
}

/// `(struct s){1, 2}`: a private object without a name.
Lvalue Interpreter::compound_literal(const syntax::Cast& node, Span span) {
    const auto [site, is_fresh] = sites_.try_emplace({&node, frames_.size()}, VariableId{});
    if (is_fresh)
        site->second = new_variable("(literal)", unfolding_.code.types.resolve(node.type));
    const VariableId variable = site->second;
    const Lvalue place = variable_place(variable, span);
    const auto parts = initial_parts(place.type, *node.operand, list_rules());
    cells_of(variable) = variables_[variable.index()].initial;
    const std::size_t begin = event_count();
    for (const InitialPart& part : parts) {
        const std::size_t middle = event_count();
        const Value value =
            initial_value(part, [&](const syntax::Expression& each) { return evaluate(each); });
        store(part_of(place, part.type, offset_address(place.address, part.offset)), value,
              {.span = span});
        unfolding_.recorder.unsequence(begin, middle, event_count());
    }
    return place;
}

language::Member Interpreter::field_of(const TypePtr& type, const syntax::Member& node, Span span) {
    if (!is_structure(type))
        reject("E-TYPE", "a value of type " + to_text(*type) + " has no members", span,
               is_pointer(type) && is_structure(type->element) ? "write '->' instead of '.'" : "");
    if (auto member = find_member(*type->record, node.field)) return *std::move(member);
    reject("E-NAME", "'" + to_text(*value_type(type)) + "' has no member '" + node.field + "'",
           span, language::did_you_mean(node.field, language::member_names(*type->record)));
}

Lvalue Interpreter::member_place(const syntax::Member& node, Span span) {
    const Lvalue whole =
        node.arrow ? dereference(evaluate(*node.object), span) : place_of(*node.object);
    if (is_vector(whole.type)) return swizzle_place(whole, node.field, span);
    const language::Member field = field_of(whole.type, node, span);
    TypePtr type = in_space(field.type, whole.type->space);
    if (whole.type->is_const) type = constant_type(type);
    Lvalue part = part_of(whole, type, offset_address(whole.address, field.offset));
    // Its scalars may be those of another member.
    part.object.recast = part.object.recast || field.in_union;
    part.span = span;
    return part;
}

Lvalue Interpreter::subscript_place(const syntax::Subscript& node, Span span) {
    if (is_of_vector(node)) return component_place(node, span);
    const std::size_t begin = event_count();
    const Value array = evaluate(*node.array);
    const std::size_t middle = event_count();
    const Value index = evaluate(*node.index);
    unfolding_.recorder.unsequence(begin, middle, event_count());
    return dereference(operate(BinaryOperator::add, array, index, span), span);
}

}  // namespace clmm::litmus
