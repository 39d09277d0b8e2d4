// Built-in functions whose results follow from their arguments: which of them a call is.
#include "unfold/value_functions.h"

#include <algorithm>

#include "clmm/language/builtins.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

using Family = language::Builtin::Family;

bool is_one_of_words(std::string_view words, std::string_view name) {
    const std::string word = " " + std::string(name) + " ";
    return words.find(word) != std::string_view::npos;
}

constexpr std::string_view kRelations =
    " isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isordered "
    "isunordered isfinite isinf isnan isnormal signbit ";

/// The type behind `convert_` or `as_`, without what says how to round.
struct Conversion {
    TypePtr type;
    bool saturates = false;
    bool reinterprets = false;
    std::string rounding = {};  ///< `rtz`; empty: the default
};

Conversion conversion_of(const syntax::Call& call) {
    std::string name = call.function;
    Conversion out;
    out.reinterprets = name.starts_with("as_");
    name.erase(0, name.find('_') + 1);
    for (const char* rounding : {"_rte", "_rtz", "_rtp", "_rtn"})
        if (!out.reinterprets && name.ends_with(rounding)) {
            out.rounding = rounding + 1;
            name.resize(name.size() - 4);
        }
    out.saturates = !out.reinterprets && name.ends_with("_sat");
    if (out.saturates) name.resize(name.size() - 4);
    const auto type = language::find_type(name);
    if (!type || type->kind != TypeKind::scalar)
        reject("E-UNSUPPORTED", call.function + "() is not followed", call.function_span);
    out.type = std::make_shared<Type>(*type);
    return out;
}

std::vector<TypePtr> types_of(const std::vector<Value>& values) {
    std::vector<TypePtr> types;
    for (const Value& value : values) types.push_back(value.type);
    return types;
}

bool has_floating(const std::vector<TypePtr>& types) {
    return std::ranges::any_of(types, [](const TypePtr& type) { return is_floating(type); });
}

}  // namespace

bool is_value_function(std::string_view name) {
    const auto known = language::find_builtin(name);
    if (!known) return false;
    return known->family == Family::math || known->family == Family::common ||
           known->family == Family::integer || known->family == Family::relational ||
           known->family == Family::geometric || known->family == Family::conversion;
}

bool stores_a_result(std::string_view name) {
    return is_one_of_words(" fract frexp lgamma_r modf remquo sincos ", name);
}

TypePtr floating_operand(const std::vector<TypePtr>& types) {
    TypePtr widest;
    for (const TypePtr& type : types)
        if (is_floating(type)) widest = widest ? common_type(widest, type) : value_type(type);
    return widest ? widest : language::scalar_type(language::Scalar::f32);
}

TypePtr floating_result(std::string_view name, const std::vector<TypePtr>& types) {
    if (is_one_of_words(kRelations, name) || name == "ilogb") return int_type();
    if (name == "nan" && types.front()->width() == 64)
        return language::scalar_type(language::Scalar::f64);
    return floating_operand(types);
}

std::optional<Value> Interpreter::call_value_function(const syntax::Call& call, Span span) {
    if (!is_value_function(call.function)) return std::nullopt;
    const language::Builtin known = *language::find_builtin(call.function);
    const auto* integer = language::find_integer_function(call.function);
    if (!unfolding_.code.types.has_floating() && integer == nullptr) {
        if (known.family == Family::conversion) return std::nullopt;
        reject("E-UNSUPPORTED", call.function + "() is of floating-point values",
               call.function_span, "litmus tests have integers only");
    }
    require_arguments(call, known.least, known.most);
    const std::vector<Value> arguments = evaluate_arguments(call);
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (arguments[i].type->kind == TypeKind::void_type)
            reject("E-TYPE", "a value is needed, and this has none", call.arguments[i]->span);
    if (known.family == Family::conversion) return convert_by_name(call, arguments.front(), span);
    if (integer != nullptr && !has_floating(types_of(arguments)))
        return call_integer_function(*integer, call, arguments);
    return call_floating_function(call, arguments, span);
}

TypePtr Interpreter::type_of_value_function(const syntax::Call& call) {
    const language::Builtin known = *language::find_builtin(call.function);
    require_arguments(call, known.least, known.most);
    if (known.family == Family::conversion) return conversion_of(call).type;
    std::vector<TypePtr> types;
    for (const auto& argument : call.arguments) types.push_back(value_type_of(*argument));
    const auto* integer = language::find_integer_function(call.function);
    if (integer != nullptr && !has_floating(types)) return type_of_integer_function(*integer, call);
    return floating_result(call.function, types);
}

Value Interpreter::convert_by_name(const syntax::Call& call, const Value& value, Span span) {
    const Conversion how = conversion_of(call);
    const TypePtr& type = how.type;
    if (!is_number(value.type))
        reject("E-TYPE", "a value of type " + to_text(*value.type) + " is not a number", span);
    if (how.reinterprets) {
        if (value.type->width() != type->width())
            reject("E-TYPE",
                   "a value of type " + to_text(*value.type) + " has not the size of " +
                       to_text(*type),
                   span);
        return {type, value.term, value.reads};
    }
    const bool is_known = how.rounding.empty() || (is_integer(type) && how.rounding == "rtz") ||
                          (is_integer(type) && is_integer(value.type));
    if (!is_known) return opaque_value(type, value.reads, span);
    if (!how.saturates || is_floating(type)) return convert(value, type, span, true);
    return saturated(value, type, span);
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
