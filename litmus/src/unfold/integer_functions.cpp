// Built-in functions of integers: abs, min, add_sat, mul_hi and their like.
#include "terms/integer_functions.h"

#include "clmm/language/builtins.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

using IntegerKind = language::IntegerFunction::Kind;

[[noreturn]] void reject_operand(const language::IntegerFunction& function,
                                 const std::string& wanted, const TypePtr& given, Span span) {
    reject("E-TYPE",
           "'" + std::string(function.name) + "' takes " + wanted + " here, not " + to_text(*given),
           span);
}

/// The type that the operands meet in. Those of select and bitselect have one type as they are.
TypePtr operand_type(const language::IntegerFunction& function, const std::vector<TypePtr>& types,
                     const std::vector<Span>& spans) {
    for (std::size_t i = 0; i < types.size(); ++i)
        if (types[i]->kind != TypeKind::scalar)
            reject_operand(function, "an integer", types[i], spans[i]);
    const bool is_select = function.kind == IntegerKind::select;
    const bool as_it_is = is_select || function.kind == IntegerKind::bitselect;
    TypePtr type = types.front();
    for (std::size_t i = 1; i < types.size() - (is_select ? 1 : 0); ++i) {
        if (as_it_is && !language::is_same(*types[i], *type))
            reject_operand(function, to_text(*type), types[i], spans[i]);
        if (function.kind != IntegerKind::upsample && types[i]->scalar > type->scalar)
            type = types[i];
    }
    if (function.only_32_bits && type->width() != 32)
        reject("E-UNSUPPORTED",
               "'" + std::string(function.name) + "' is not there for " + to_text(*type),
               spans.front());
    if (function.kind != IntegerKind::upsample) return type;
    if (type->width() > 32)
        reject_operand(function, "an integer of at most 32 bits", type, spans[0]);
    if (types[1]->width() != type->width() || types[1]->is_signed())
        reject_operand(function, "the unsigned type of the same width", types[1], spans[1]);
    return type;
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

TypePtr Interpreter::type_of_integer_function(const language::IntegerFunction& function,
                                              const std::vector<TypePtr>& types,
                                              const syntax::Call& call) {
    std::vector<Span> spans;
    for (const auto& argument : call.arguments) spans.push_back(argument->span);
    return result_type(function, operand_type(function, types, spans));
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

Value Interpreter::call_integer_function(const language::IntegerFunction& function,
                                         const syntax::Call& call,
                                         const std::vector<Value>& arguments) {
    std::vector<TypePtr> types;
    std::vector<Span> spans;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        types.push_back(arguments[i].type);
        spans.push_back(call.arguments[i]->span);
    }
    const TypePtr type = operand_type(function, types, spans);
    std::vector<TermId> operands;
    DependencyId reads = dependencies().empty();
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const bool tests = function.kind == IntegerKind::select && i == 2;
        const bool is_low = function.kind == IntegerKind::upsample && i == 1;
        operands.push_back(tests    ? truth(arguments[i], spans[i])
                           : is_low ? arguments[i].term
                                    : convert(arguments[i], type, spans[i]).term);
        reads = dependencies().unite(reads, arguments[i].reads);
    }
    return Value{result_type(function, type),
                 integer_function(terms(), function.kind, operands, type->is_signed()), reads};
}

}  // namespace clmm::litmus
