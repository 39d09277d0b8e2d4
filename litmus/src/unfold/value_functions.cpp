// Built-in functions whose results follow from their arguments: which of them a call is.
#include "unfold/value_functions.h"

#include <algorithm>

#include "clmm/language/builtins.h"
#include "clmm/language/conversion_names.h"
#include "clmm/language/signatures.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

using Family = language::Builtin::Family;
using Gives = language::Builtin::Result;

language::ConversionName conversion_of(const syntax::Call& call) {
    const auto found = language::find_conversion(call.function);
    if (!found) reject("E-UNSUPPORTED", call.function + "() is not followed", call.function_span);
    return *found;
}

TypePtr converted_type(const language::ConversionName& to) {
    return to.lanes > 1 ? language::vector_type(to.scalar, to.lanes)
                        : language::scalar_type(to.scalar);
}

std::vector<TypePtr> types_of(const std::vector<Value>& values) {
    std::vector<TypePtr> types;
    for (const Value& value : values) types.push_back(value.type);
    return types;
}

bool has_floating(const std::vector<TypePtr>& types) {
    return std::ranges::any_of(types, [](const TypePtr& type) { return is_floating(type); });
}

/// The most components that any has.
unsigned lanes_in(const std::vector<TypePtr>& types) {
    unsigned lanes = 1;
    for (const TypePtr& type : types)
        if (is_vector(type)) lanes = std::max<unsigned>(lanes, type->lanes);
    return lanes;
}

bool is_conversion(std::string_view name) {
    return language::find_builtin(name)->family == Family::conversion;
}
/// Of the components of vectors.
bool is_shuffle(std::string_view name) { return name == "shuffle" || name == "shuffle2"; }
bool is_geometric(std::string_view name) {
    return language::find_builtin(name)->family == Family::geometric;
}
Gives result_of(std::string_view name) { return language::find_builtin(name)->result; }

/// The form that a call means, of functions whose arguments' types say it.
std::optional<language::Signature> signature_of(const syntax::Call& call,
                                                const std::vector<TypePtr>& types) {
    const language::Builtin known = *language::find_builtin(call.function);
    if (!language::has_signatures(known)) return std::nullopt;
    language::SignatureChoice chosen = language::choose_signature(known, types);
    if (!chosen.signature) {
        if (const auto* integer = language::find_integer_function(call.function))
            explain_operands(*integer, types, call);
        reject("E-TYPE", chosen.problem, call.function_span,
               chosen.is_ambiguous ? "convert an argument" : "");
    }
    return std::move(chosen.signature);
}

}  // namespace

bool is_value_function(std::string_view name) {
    const auto known = language::find_builtin(name);
    if (!known) return false;
    return known->family == Family::math || known->family == Family::common ||
           known->family == Family::integer || known->family == Family::relational ||
           known->family == Family::geometric || known->family == Family::conversion ||
           is_shuffle(name);
}

/// What it is of packed bytes, or of vectors of them.
std::optional<language::ByteDot> dot_of_bytes(const syntax::Call& call,
                                              const std::vector<TypePtr>& types) {
    if (const auto packed = language::find_packed_dot(call.function)) {
        for (const std::size_t i : {0, 1})
            if (lanes_in({types[i]}) > 1)
                reject("E-TYPE", quote(call.function) + " takes four bytes in a 'uint' here",
                       call.arguments[i]->span);
        return packed;
    }
    if (types.size() < 2) return std::nullopt;
    auto dot = language::find_vector_dot(call.function, *types[0], *types[1]);
    if (!dot && call.function == "dot_acc_sat")
        reject("E-TYPE", "'dot_acc_sat' takes two vectors of four char or uchar",
               call.function_span);
    return dot;
}

bool stores_a_result(std::string_view name) {
    const auto known = language::find_builtin(name);
    return known && known->stored != language::Builtin::Stored::nothing;
}

TypePtr floating_operand(const std::vector<TypePtr>& types) {
    TypePtr widest;
    for (const TypePtr& type : types)
        if (is_floating(type)) widest = widest ? common_type(widest, type) : value_type(type);
    return widest ? widest : language::scalar_type(language::Scalar::f32);
}

TypePtr floating_result(std::string_view name, const std::vector<TypePtr>& types) {
    const Gives result = result_of(name);
    if (result == Gives::truth || result == Gives::integer) return int_type();
    if (name == "nan" && types.front()->width() == 64)
        return language::scalar_type(language::Scalar::f64);
    return floating_operand(types);
}

std::optional<Value> Interpreter::call_value_function(const syntax::Call& call, Span span) {
    if (!is_value_function(call.function)) return std::nullopt;
    const language::Builtin known = *language::find_builtin(call.function);
    if (!unfolding_.code.types.has_floating() &&
        language::find_integer_function(call.function) == nullptr &&
        !language::find_packed_dot(call.function)) {
        if (known.family == Family::conversion) return std::nullopt;
        reject("E-UNSUPPORTED", call.function + "() is of floating-point values",
               call.function_span, "litmus tests have integers only");
    }
    require_arguments(call, known.least, known.most);
    std::vector<Value> arguments = evaluate_arguments(call);
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (arguments[i].type->kind == TypeKind::void_type)
            reject("E-TYPE", "a value is needed, and this has none", call.arguments[i]->span);
    if (const auto dot = dot_of_bytes(call, types_of(arguments)))
        return byte_dot(*dot, call, arguments);
    const auto signature = signature_of(call, types_of(arguments));
    for (std::size_t i = 0; signature && i < arguments.size(); ++i)
        arguments[i] = convert(arguments[i], signature->parameters[i], call.arguments[i]->span);
    if (is_shuffle(call.function)) return shuffled(arguments);
    if (stores_a_result(call.function)) {
        store_second_result(call, arguments, span);
        arguments.pop_back();
    }
    if (is_geometric(call.function)) {
        DependencyId reads = dependencies().empty();
        for (const Value& each : arguments) reads = dependencies().unite(reads, each.reads);
        return opaque_value(signature->result, reads, span);
    }
    return lanes_in(types_of(arguments)) > 1 ? call_on_vectors(call, arguments, span)
                                             : call_on_scalars(call, arguments, span);
}

/// `shuffle(v, mask)`, `shuffle2(v, w, mask)`: of each component of the mask its last bits count.
Value Interpreter::shuffled(const std::vector<Value>& arguments) {
    std::vector<Value> given;
    for (std::size_t i = 0; i + 1 < arguments.size(); ++i)
        given.insert(given.end(), arguments[i].parts->begin(), arguments[i].parts->end());
    std::vector<Value> results;
    for (const Value& number : *arguments.back().parts) {
        const unsigned width = number.type->width();
        const TermId index =
            terms().binary(TermOp::bit_and, number.term, terms().constant(given.size() - 1, width));
        if (terms().is_constant(index)) {
            results.push_back(given[terms()[index].payload]);
            continue;
        }
        Value result = given.back();
        for (std::size_t i = given.size() - 1; i-- > 0;)
            result = choose(terms().equal(index, terms().constant(i, width)), given[i], result);
        result.reads = dependencies().unite(result.reads, number.reads);
        results.push_back(std::move(result));
    }
    return vector_of(std::move(results));
}

/// Where the last argument points. It is not followed.
void Interpreter::store_second_result(const syntax::Call& call, const std::vector<Value>& arguments,
                                      Span span) {
    const Lvalue place = dereference(arguments.back(), call.arguments.back()->span);
    DependencyId reads = dependencies().empty();
    for (const Value& each : arguments) reads = dependencies().unite(reads, each.reads);
    assign(place, opaque_value(value_type(place.type), reads, span), span);
}

Value Interpreter::call_on_scalars(const syntax::Call& call, const std::vector<Value>& arguments,
                                   Span span) {
    if (is_conversion(call.function)) return convert_by_name(call, arguments.front(), span);
    const auto* integer = language::find_integer_function(call.function);
    if (integer != nullptr && !has_floating(types_of(arguments)))
        return call_integer_function(*integer, call, arguments);
    return call_floating_function(call, arguments, span);
}

/// Component by component, but for those that compute one value of all of them.
Value Interpreter::call_on_vectors(const syntax::Call& call, const std::vector<Value>& arguments,
                                   Span span) {
    const std::string& function = call.function;
    const std::vector<TypePtr> types = types_of(arguments);
    const unsigned lanes = lanes_in(types);
    for (const TypePtr& type : types)
        if (is_vector(type) ? type->lanes != lanes : !is_number(type))
            reject("E-TYPE",
                   "a value of type " + to_text(*type) + " beside vectors of " +
                       std::to_string(lanes) + " components",
                   span);
    DependencyId reads = dependencies().empty();
    for (const Value& each : arguments) reads = dependencies().unite(reads, each.reads);
    if (function.starts_with("as_"))
        return reinterpreted(arguments.front(), converted_type(conversion_of(call)), span);
    if (function == "any" || function == "all") {
        TermId holds = terms().boolean(function == "all");
        for (const Value& each : *arguments.front().parts)
            holds = function == "all" ? terms().land(holds, is_negative(each))
                                      : terms().lor(holds, is_negative(each));
        return truth_value(holds, reads);
    }
    std::vector<Value> results;
    for (unsigned i = 0; i < lanes; ++i) {
        std::vector<Value> operands;
        for (const Value& each : arguments) operands.push_back(components_of(each, lanes)[i]);
        if (function == "select" && arguments.back().parts)
            operands.back() = truth_value(is_negative(operands.back()), operands.back().reads);
        const Value result = call_on_scalars(call, operands, span);
        results.push_back(result_of(function) == Gives::truth
                              ? component_truth(result, floating_operand(types_of(operands)))
                              : result);
    }
    return vector_of(std::move(results));
}

TypePtr Interpreter::type_of_value_function(const syntax::Call& call) {
    const language::Builtin known = *language::find_builtin(call.function);
    require_arguments(call, known.least, known.most);
    if (known.family == Family::conversion) return converted_type(conversion_of(call));
    std::vector<TypePtr> types;
    for (const auto& argument : call.arguments) types.push_back(value_type_of(*argument));
    if (const auto dot = dot_of_bytes(call, types)) return integer_type(32, dot->yields_signed());
    return signature_of(call, types)->result;
}

Value Interpreter::convert_by_name(const syntax::Call& call, const Value& value, Span span) {
    const language::ConversionName how = conversion_of(call);
    const TypePtr type = language::scalar_type(how.scalar);
    if (!is_number(value.type))
        reject("E-TYPE", "a value of type " + to_text(*value.type) + " is not a number", span);
    if (how.reinterprets) return reinterpreted(value, converted_type(how), span);
    const bool is_known = how.rounding == language::Rounding::none ||
                          (is_integer(type) && how.rounding == language::Rounding::to_zero) ||
                          (is_integer(type) && is_integer(value.type));
    if (!is_known) return opaque_value(type, value.reads, span);
    if (!how.saturates || is_floating(type)) return convert(value, type, span, true);
    return saturated(value, type, span);
}

/// The same bytes in components of another type, which lie one within the other.
Value Interpreter::reinterpreted(const Value& value, const TypePtr& type, Span span) {
    const std::vector<Value> from = components_of(value, 1);
    const TypePtr component = is_vector(type) ? component_type(type) : type;
    const unsigned width = component->width();
    const unsigned given = from.front().type->width();
    if (size_of(*value.type) != size_of(*type))
        reject("E-TYPE",
               "a value of type " + to_text(*value.type) + " has not the size of " + to_text(*type),
               span);
    std::vector<Value> results;
    for (unsigned i = 0; i < type->lanes; ++i) {
        const unsigned bit = i * width;
        Value result{component, terms().constant(0, width), dependencies().empty()};
        for (unsigned k = bit / given; k * given < bit + width && k < from.size(); ++k) {
            result.reads = dependencies().unite(result.reads, from[k].reads);
            result.term = given > width
                              ? bits_of(from[k].term, (bit - k * given) / 8, width)
                              : with_bits(result.term, (k * given - bit) / 8, from[k].term);
        }
        results.push_back(result);
    }
    return is_vector(type) ? vector_of(std::move(results)) : results.front();
}

/// The nearest value that the type has.
Value Interpreter::saturated(const Value& value, const TypePtr& type, Span span) {
    if (is_floating(value.type)) return opaque_value(type, value.reads, span);
    const bool is_signed = value.type->is_signed();
    const unsigned width = type->width();
    const std::uint64_t most =
        type->is_signed() ? ~std::uint64_t{0} >> (65U - width) : ~std::uint64_t{0} >> (64U - width);
    const TermId wide = terms().extend(value.term, 64, is_signed);
    const auto number64 = [&](std::uint64_t number) { return terms().constant(number, 64); };
    TermId result = wide;
    const bool has_sign_bit = is_signed && width == 64 && !type->is_signed();
    if (!has_sign_bit)  // all that is not negative fits then
        result = terms().if_then_else(
            terms().binary(is_signed ? TermOp::signed_less : TermOp::unsigned_less, number64(most),
                           wide),
            number64(most), result);
    if (is_signed) {
        const TermId least = number64(type->is_signed() ? ~most : 0);
        result =
            terms().if_then_else(terms().binary(TermOp::signed_less, wide, least), least, result);
    }
    return {type, terms().extend(result, width, false), value.reads};
}

}  // namespace clmm::litmus
