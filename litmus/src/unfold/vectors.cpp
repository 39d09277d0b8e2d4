// Vectors: values and objects of components, each with a value and an event of its own. What
// works on scalars works on each of their components.
#include "clmm/language/vectors.h"

#include <algorithm>

#include "unfold/interpreter.h"
#include "unfold/value_functions.h"

namespace clmm::litmus {

using syntax::BinaryOperator;
using syntax::UnaryOperator;

namespace {

bool compares(BinaryOperator op) {
    return op >= BinaryOperator::less && op <= BinaryOperator::not_equal;
}
bool joins_truths(BinaryOperator op) {
    return op == BinaryOperator::logical_and || op == BinaryOperator::logical_or;
}

}  // namespace

// ---- components ----

Value Interpreter::vector_of(std::vector<Value> components) {
    const TypePtr type = language::vector_type(components.front().type->scalar,
                                               static_cast<unsigned>(components.size()));
    Value result = number(0, type);
    for (const Value& each : components)
        result.reads = dependencies().unite(result.reads, each.reads);
    result.parts = std::make_shared<const std::vector<Value>>(std::move(components));
    return result;
}

/// Those of a vector; of a scalar as many as are asked for, in the type that they meet in.
std::vector<Value> Interpreter::components_of(const Value& value, std::size_t lanes) {
    if (value.parts) return *value.parts;
    return std::vector<Value>(lanes, value);
}

TypePtr Interpreter::vector_operand(const TypePtr& left, const TypePtr& right, Span span) {
    const TypePtr& vector = is_vector(left) ? left : right;
    const TypePtr& other = is_vector(left) ? right : left;
    const bool fits = is_vector(other) ? language::is_same(*value_type(other), *value_type(vector))
                                       : is_number(other);
    if (!fits)
        reject("E-TYPE",
               "one of " + to_text(*left) + " and " + to_text(*right) + " is no value of one type",
               span);
    return value_type(vector);
}

Value Interpreter::convert_vector(const Value& value, const TypePtr& type, Span span) {
    if (is_vector(type) && !is_vector(value.type) && is_number(value.type)) {
        const Value component = convert(value, component_type(type), span);
        return vector_of(std::vector<Value>(type->lanes, component));
    }
    if (!language::is_same(*value_type(value.type), *value_type(type)))
        reject("E-TYPE",
               "a value of type " + to_text(*value.type) + " where one of type " + to_text(*type) +
                   " is needed",
               span, is_vector(type) ? "write convert_" + to_text(*value_type(type)) + "()" : "");
    return value;
}

/// `(float4)(a, b.xy, 1)`: the components of its parts, one after another.
Value Interpreter::vector_literal(const syntax::Cast& node, const TypePtr& type, Span span) {
    const auto operands = literal_operands(*node.operand);
    std::vector<InitialPart> parts;
    for (const syntax::Expression* each : operands) parts.push_back({.type = type, .value = each});
    if (leave_orders_open(parts)) leave_other_orders(span);
    std::vector<Value> components;
    const std::size_t begin = event_count();
    for (const syntax::Expression* each : operands) {
        const std::size_t middle = event_count();
        const Value value = evaluate(*each);
        unfolding_.recorder.unsequence(begin, middle, event_count());
        if (is_vector(value.type) && operands.size() == 1) return convert(value, type, span);
        for (const Value& component : components_of(value, 1))
            components.push_back(convert(component, component_type(type), each->span));
    }
    if (components.size() == 1) return convert_vector(components.front(), type, span);
    if (components.size() != type->lanes)
        reject("E-TYPE",
               to_text(*type) + " has " + std::to_string(type->lanes) +
                   " components and is given " + std::to_string(components.size()),
               span);
    return vector_of(std::move(components));
}

// ---- operators ----

/// Component by component, in the type of the components.
Value Interpreter::operate_on_vectors(BinaryOperator op, const Value& left, const Value& right,
                                      Span span) {
    const bool shifts = op == BinaryOperator::shift_left || op == BinaryOperator::shift_right;
    if (shifts && !is_vector(left.type)) reject("E-TYPE", "a scalar is shifted by a vector", span);
    const TypePtr type =
        shifts ? value_type(left.type) : vector_operand(left.type, right.type, span);
    const TypePtr component = component_type(type);
    if (shifts && is_floating(component)) reject("E-TYPE", "this operator works on integers", span);
    const std::vector<Value> a = components_of(shifts ? left : convert(left, type, span), 0);
    const std::vector<Value> b =
        shifts ? components_of(right, type->lanes) : *convert(right, type, span).parts;
    if (a.size() != b.size()) (void)vector_operand(left.type, right.type, span);
    std::vector<Value> results;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (joins_truths(op))
            results.push_back(component_truth(joined(op, a[i], b[i], span), component));
        else if (compares(op))
            results.push_back(component_truth(operate(op, a[i], b[i], span), component));
        else
            results.push_back(
                convert(operate(op, a[i], shifts ? shift_count(b[i], *component) : b[i], span),
                        component, span));
    }
    return vector_of(std::move(results));
}

Value Interpreter::joined(BinaryOperator op, const Value& left, const Value& right, Span span) {
    const TermId a = truth(left, span);
    const TermId b = truth(right, span);
    return truth_value(op == BinaryOperator::logical_and ? terms().land(a, b) : terms().lor(a, b),
                       dependencies().unite(left.reads, right.reads));
}

/// Modulo the bits of the component, which may be fewer than those that it is shifted in.
Value Interpreter::shift_count(const Value& count, const Type& component) {
    Value result = count;
    const unsigned width = terms()[count.term].width;
    result.term = terms().binary(TermOp::bit_and, count.term,
                                 terms().constant(component.width() - 1U, width));
    return result;
}

/// What holds of a component is -1, in an integer of its width.
Value Interpreter::component_truth(const Value& holds, const TypePtr& component) {
    const TypePtr type = integer_type(component->width(), true);
    return {type,
            terms().if_then_else(truth(holds, Span{}), terms().constant(~0ULL, type->width()),
                                 terms().constant(0, type->width())),
            holds.reads};
}

/// `c ? a : b` of vectors: each component by the most significant bit of that of c.
Value Interpreter::select_components(const Value& condition, const Value& yes, const Value& no,
                                     Span span) {
    const TypePtr type = vector_operand(yes.type, no.type, span);
    if (type->lanes != condition.type->lanes ||
        component_type(type)->width() != component_type(condition.type)->width())
        reject("E-TYPE",
               "a " + to_text(*condition.type) + " does not choose components of " + to_text(*type),
               span);
    const Value a = convert(yes, type, span);
    const Value b = convert(no, type, span);
    std::vector<Value> results;
    for (std::size_t i = 0; i < type->lanes; ++i)
        results.push_back(choose(is_negative((*condition.parts)[i]), (*a.parts)[i], (*b.parts)[i]));
    for (Value& each : results) each.reads = dependencies().unite(each.reads, condition.reads);
    return vector_of(std::move(results));
}

TermId Interpreter::is_negative(const Value& value) {
    return terms().binary(TermOp::signed_less, value.term,
                          terms().constant(0, terms()[value.term].width));
}

// ---- components of objects ----

Lvalue Interpreter::swizzle_place(const Lvalue& whole, const std::string& field, Span span) {
    std::vector<unsigned> chosen = known_components(whole.type, field, span);
    const TypePtr component = component_type(whole.type);
    if (!whole.lanes.empty())
        for (unsigned& each : chosen) each = whole.lanes[each];
    Lvalue result = whole;
    result.lanes.clear();
    result.span = span;
    result.type = swizzled_type(whole.type, chosen.size());
    if (chosen.size() == 1) {
        result.address = offset_address(whole.address, chosen.front() * size_of(*component));
        return result;
    }
    result.lanes = std::move(chosen);
    return result;
}

/// `v[i]` of a vector.
bool Interpreter::is_of_vector(const syntax::Subscript& node) {
    if (!unfolding_.code.types.has_floating()) return false;
    const TypePtr type = type_if_known(*node.array);
    return type != nullptr && is_vector(type);
}

Lvalue Interpreter::component_place(const syntax::Subscript& node, Span span) {
    const Lvalue whole = place_of(*node.array);
    if (!whole.lanes.empty())
        reject("E-UNSUPPORTED", "components of a vector are chosen and then indexed here", span,
               "index the vector");
    const Value index = checked_index(evaluate(*node.index), whole.type, span);
    const std::uint64_t size = size_of(*component_type(whole.type));
    Lvalue result = part_of(
        whole, swizzled_type(whole.type, 1),
        terms().binary(TermOp::add, whole.address,
                       terms().binary(TermOp::multiply, index.term, terms().constant(size, 64))));
    result.reads = dependencies().unite(whole.reads, index.reads);
    result.span = span;
    return result;
}

/// 64 bits wide. The vector has no other components, whatever lies behind it.
Value Interpreter::checked_index(const Value& index, const TypePtr& vector, Span span) {
    if (!is_integer(index.type))
        reject("E-TYPE", "a value of type " + to_text(*index.type) + " is no number of a component",
               span);
    const Value wide = convert(index, integer_type(64, index.type->is_signed()), span);
    undefined("out-of-bounds", "a component that the vector does not have",
              terms().lnot(terms().binary(TermOp::unsigned_less, wide.term,
                                          terms().constant(vector->lanes, 64))),
              span);
    return wide;
}

Value Interpreter::component_at(const Value& vector, const Value& index, Span span) {
    const Value wide = checked_index(index, vector.type, span);
    Value result = vector.parts->back();
    for (std::size_t i = vector.parts->size() - 1; i-- > 0;) {
        const Value& part = (*vector.parts)[i];
        result.term = terms().if_then_else(terms().equal(wide.term, terms().constant(i, 64)),
                                           part.term, result.term);
        result.reads = dependencies().unite(result.reads, part.reads);
    }
    result.reads = dependencies().unite(result.reads, wide.reads);
    return result;
}

/// As qualified as the whole.
TypePtr Interpreter::swizzled_type(const TypePtr& whole, std::size_t lanes) {
    if (lanes == 1) return component_type(whole);
    Type type = *whole;
    type.lanes = static_cast<std::uint8_t>(lanes);
    return std::make_shared<Type>(std::move(type));
}

std::vector<unsigned> Interpreter::known_components(const TypePtr& type, const std::string& field,
                                                    Span span) {
    std::vector<unsigned> chosen = language::components_named(field, type->lanes);
    if (chosen.empty())
        reject("E-NAME", to_text(*value_type(type)) + " has no component '" + field + "'", span);
    if (std::ranges::any_of(chosen, [&](unsigned each) { return each >= type->lanes; }))
        reject("E-UNSUPPORTED", "'" + field + "' of a vector of three has an undefined component",
               span, "name the components");
    return chosen;
}

/// Of a vector that is a value and no object.
Value Interpreter::swizzled(const Value& vector, const std::string& field, Span span) {
    std::vector<Value> results;
    for (const unsigned each : known_components(vector.type, field, span))
        results.push_back((*vector.parts)[each]);
    return results.size() == 1 ? results.front() : vector_of(std::move(results));
}

/// The scalars that an access of all of a place is made of.
std::vector<Leaf> Interpreter::accessed_leaves(const Lvalue& place) {
    std::vector<Leaf> leaves = leaves_of(place.type);
    for (std::size_t i = 0; i < place.lanes.size(); ++i)
        leaves[i].offset = place.lanes[i] * size_of(*leaves[i].type);
    return leaves;
}

/// A vector is at a multiple of its size. Accesses of its components do not tell.
void Interpreter::check_alignment(const Lvalue& place) {
    const std::uint64_t size = size_of(*place.type);
    const bool is_declared = terms().is_constant(place.address) == false &&
                             place.object.kind == Provenance::Kind::memory &&
                             !place.object.recast &&
                             is_vector(unfolding_.objects[place.object.index].element());
    if (!place.lanes.empty() || is_declared) return;
    const TermId low =
        terms().binary(TermOp::bit_and, place.address, terms().constant(size - 1, 64));
    undefined(
        "misaligned-access",
        "an access of " + std::to_string(size) + " bytes at an address that is no multiple of that",
        terms().lnot(terms().equal(low, terms().constant(0, 64))), place.span);
}

// ---- vloadn and vstoren ----

/// `vload4(offset, p)` and `vstore4(v, offset, p)`: components at p + 4 * offset, which need the
/// alignment of one of them only.
std::optional<Value> Interpreter::call_vector_access(const syntax::Call& call, Span span) {
    const auto access = language::find_vector_access(call.function);
    if (!access || !unfolding_.code.types.has_floating()) return std::nullopt;
    require_arguments(call, access->stores ? 3 : 2, access->stores ? 3 : 2);
    const std::vector<Value> arguments = evaluate_arguments(call);
    const Value& pointer = arguments.back();
    const Span pointer_span = call.arguments.back()->span;
    if (!is_pointer(pointer.type) || is_opaque(pointer.type) ||
        pointer.type->element->kind != TypeKind::scalar ||
        (access->of_halves && pointer.type->element->scalar != language::Scalar::f16))
        reject("E-TYPE", "'" + call.function + "' takes no " + to_text(*pointer.type),
               pointer_span);
    const unsigned stride = access->lanes == 3 && access->is_aligned ? 4 : access->lanes;
    const Value offset = operate(BinaryOperator::multiply, arguments[access->stores ? 1 : 0],
                                 number(stride, integer_type(64, false)), span);
    std::vector<Lvalue> places;
    for (unsigned i = 0; i < access->lanes; ++i)
        places.push_back(dereference(
            operate(BinaryOperator::add, pointer,
                    operate(BinaryOperator::add, offset, number(i, integer_type(64, false)), span),
                    span),
            pointer_span));
    for (Lvalue& place : places) place.span = span;
    return access->stores ? store_components(places, arguments.front(), access->of_halves, span)
                          : load_components(places, access->of_halves, span);
}

Value Interpreter::load_components(const std::vector<Lvalue>& places, bool of_halves, Span span) {
    std::vector<Value> components;
    const std::size_t begin = event_count();
    for (const Lvalue& place : places) {
        const std::size_t middle = event_count();
        const Value value = load(place, {.span = span});
        unfolding_.recorder.unsequence(begin, middle, event_count());
        components.push_back(
            of_halves ? convert(value, language::scalar_type(language::Scalar::f32), span) : value);
    }
    return components.size() == 1 ? components.front() : vector_of(std::move(components));
}

Value Interpreter::store_components(const std::vector<Lvalue>& places, const Value& value,
                                    bool of_halves, Span span) {
    if (value.parts ? value.parts->size() != places.size() : places.size() != 1)
        reject("E-TYPE",
               "a value of type " + to_text(*value.type) + " is stored in " +
                   std::to_string(places.size()) + " components",
               span);
    const std::vector<Value> components = components_of(value, 1);
    const std::size_t begin = event_count();
    for (std::size_t i = 0; i < places.size(); ++i) {
        const TypePtr type = value_type(places[i].type);
        if (!of_halves && !language::is_same(*components[i].type, *type))
            reject("E-TYPE",
                   "a value of type " + to_text(*value.type) + " is stored as " + to_text(*type),
                   span);
        const std::size_t middle = event_count();
        reject_constant(places[i], span);
        store(places[i], convert(components[i], type, span), {.span = span});
        unfolding_.recorder.unsequence(begin, middle, event_count());
    }
    return number(0, void_type());
}

}  // namespace clmm::litmus
