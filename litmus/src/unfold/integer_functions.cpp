// Built-in functions of integers: abs, min, add_sat, mul_hi and their like.
#include "terms/integer_functions.h"

#include "clmm/language/builtins.h"
#include "unfold/interpreter.h"
#include "unfold/value_functions.h"

namespace clmm::litmus {
namespace {

using IntegerKind = language::IntegerFunction::Kind;
using language::Builtin;

[[noreturn]] void reject_operand(const language::IntegerFunction& function,
                                 const std::string& wanted, const TypePtr& given, Span span) {
    reject("E-TYPE",
           "'" + std::string(function.name) + "' takes " + wanted + " here, not " + to_text(*given),
           span);
}

TypePtr result_type(const language::IntegerFunction& function, const TypePtr& operand) {
    switch (function.kind) {
        case IntegerKind::any:
        case IntegerKind::all:
            return int_type();
        case IntegerKind::upsample:
            return integer_type(2 * operand->width(), operand->is_signed());
        case IntegerKind::select:
        case IntegerKind::bitselect:
            return operand;
        default:
            return integer_type(operand->width(),
                                operand->is_signed() && !function.yields_unsigned);
    }
}

}  // namespace

void explain_operands(const language::IntegerFunction& function, const std::vector<TypePtr>& types,
                      const syntax::Call& call) {
    const auto span = [&](std::size_t i) { return call.arguments[i]->span; };
    const Builtin::Elements elements = language::find_builtin(function.name)->elements;
    for (std::size_t i = 0; i < types.size(); ++i) {
        const bool is_floating_beside = types[i]->is_arithmetic_kind() &&
                                        language::is_floating(types[i]->scalar) &&
                                        elements != Builtin::Elements::any;
        if (!types[i]->is_arithmetic_kind() || is_floating_beside)
            reject_operand(function, "an integer", types[i], span(i));
    }
    const bool is_select = function.kind == IntegerKind::select;
    const bool as_it_is = is_select || function.kind == IntegerKind::bitselect;
    const TypePtr& first = types.front();
    for (std::size_t i = 1; as_it_is && i < types.size() - (is_select ? 1 : 0); ++i)
        if (!language::is_same(*types[i], *first))
            reject_operand(function, to_text(*first), types[i], span(i));
    const bool is_word = function.kind == IntegerKind::mul24 || function.kind == IntegerKind::mad24;
    if (is_word && is_integer(first) && first->width() > 32)
        reject("E-UNSUPPORTED",
               "'" + std::string(function.name) + "' is not there for " + to_text(*first), span(0));
    if (function.kind != IntegerKind::upsample) return;
    if (first->width() > 32)
        reject_operand(function, "an integer of at most 32 bits", first, span(0));
    if (types[1]->width() != first->width() || types[1]->is_signed())
        reject_operand(function, "the unsigned type of the same width", types[1], span(1));
}

/// Of bytes that are packed in two numbers, or components.
Value Interpreter::byte_dot(const language::ByteDot& dot, const syntax::Call& call,
                            const std::vector<Value>& arguments) {
    const TypePtr result = integer_type(32, dot.yields_signed());
    const auto number_of = [&](std::size_t i, const TypePtr& type) {
        return convert(arguments[i], type, call.arguments[i]->span);
    };
    const auto byte = [&](std::size_t i, unsigned k, bool is_signed) {
        if (arguments[i].parts) return terms().extend((*arguments[i].parts)[k].term, 32, is_signed);
        const TermId bits = bits_of(number_of(i, integer_type(32, false)).term, k, 8);
        return terms().extend(bits, 32, is_signed);
    };
    DependencyId reads = dependencies().empty();
    for (const Value& each : arguments) reads = dependencies().unite(reads, each.reads);
    TermId sum = terms().constant(0, 32);
    for (unsigned k = 0; k < 4; ++k)
        sum = terms().binary(TermOp::add, sum,
                             terms().binary(TermOp::multiply, byte(0, k, dot.first_signed),
                                            byte(1, k, dot.second_signed)));
    if (dot.accumulates)
        sum = integer_function(terms(), IntegerKind::add_sat, {number_of(2, result).term, sum},
                               dot.yields_signed());
    return Value{result, sum, reads};
}

/// Of arguments in the types that the function takes.
Value Interpreter::call_integer_function(const language::IntegerFunction& function,
                                         const syntax::Call& call,
                                         const std::vector<Value>& arguments) {
    const TypePtr type = value_type(arguments.front().type);
    std::vector<TermId> operands;
    DependencyId reads = dependencies().empty();
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const bool tests = function.kind == IntegerKind::select && i == 2;
        operands.push_back(tests ? truth(arguments[i], call.arguments[i]->span)
                                 : arguments[i].term);
        reads = dependencies().unite(reads, arguments[i].reads);
    }
    return Value{result_type(function, type),
                 integer_function(terms(), function.kind, operands, type->is_signed()), reads};
}

}  // namespace clmm::litmus
