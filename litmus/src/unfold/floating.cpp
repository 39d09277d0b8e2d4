// Floating-point values: exact where they are constant and nothing is rounded, and where an
// operation only looks at them or moves them. All others are opaque: any value of their type, which
// the structure keeps a list of.
#include "terms/floating.h"

#include <cmath>

#include "clmm/litmus/opencl_events.h"
#include "terms/rules.h"
#include "unfold/interpreter.h"
#include "unfold/value_functions.h"

namespace clmm::litmus {

using syntax::BinaryOperator;

namespace {

FloatingOp floating_op(BinaryOperator op) {
    return op == BinaryOperator::add        ? FloatingOp::add
           : op == BinaryOperator::subtract ? FloatingOp::subtract
           : op == BinaryOperator::multiply ? FloatingOp::multiply
                                            : FloatingOp::divide;
}

std::uint64_t bits_of_integer(std::uint64_t bits, const Type& from, unsigned width) {
    const std::int64_t number = as_signed(bits, from.width());
    const bool is_signed = from.is_signed();
    if (width == 32) {  // rounded once
        const float value = is_signed ? static_cast<float>(number) : static_cast<float>(bits);
        return nearest_bits(value, width);
    }
    return nearest_bits(is_signed ? static_cast<double>(number) : static_cast<double>(bits), width);
}

/// Toward zero; nothing where the type does not have it.
std::optional<std::uint64_t> bits_of_truncated(double value, const Type& to) {
    const double whole = std::trunc(value);
    const unsigned width = to.width();
    const double end = std::ldexp(1.0, static_cast<int>(to.is_signed() ? width - 1 : width));
    if (!(whole < end) || !(whole >= (to.is_signed() ? -end : 0.0))) return std::nullopt;
    return mask_to(to.is_signed() ? static_cast<std::uint64_t>(static_cast<std::int64_t>(whole))
                                  : static_cast<std::uint64_t>(whole),
                   width);
}

std::optional<std::uint64_t> converted_bits(std::uint64_t bits, const TypePtr& from,
                                            const TypePtr& to) {
    if (!is_floating(from)) return bits_of_integer(bits, *from, to->width());
    if (from->width() == 16) return std::nullopt;
    const double value = number_of(bits, from->width());
    if (!is_floating(to)) return bits_of_truncated(value, *to);
    if (std::isnan(value)) return std::nullopt;
    return nearest_bits(value, to->width());
}

/// Of functions that round to integers, which are exact.
std::optional<double> rounded_by(std::string_view function, double value) {
    if (function == "floor") return std::floor(value);
    if (function == "ceil") return std::ceil(value);
    if (function == "trunc") return std::trunc(value);
    if (function == "round") return std::round(value);
    if (function == "rint") return std::nearbyint(value);
    return std::nullopt;
}

}  // namespace

Value Interpreter::opaque_value(const TypePtr& type, DependencyId reads, Span span) {
    if (!unfolding_.options.opaque_values)
        reject("E-UNSUPPORTED", "this value is not followed, so outcomes cannot be listed", span,
               "races, bounds and assertions can be decided: leave out --outcomes");
    if (has_parts(type)) {
        auto parts = std::make_shared<std::vector<Value>>();
        for (const Leaf& leaf : leaves_of(type))
            parts->push_back(opaque_value(value_type(leaf.type), reads, span));
        Value result = number(0, type);
        result.reads = reads;
        result.parts = std::move(parts);
        return result;
    }
    const TermId any = terms().choice(type->width());
    own_opencl_data(unfolding_.structure).opaque.push_back({any, span});
    return {type, any, reads};
}

Value Interpreter::convert_floating(const Value& value, const TypePtr& type, Span span) {
    Value result{type, value.term, value.reads};
    if (is_floating(value.type) && is_floating(type) && value.type->width() == type->width())
        return result;
    if (terms().is_constant(value.term))
        if (const auto bits = converted_bits(terms()[value.term].payload, value.type, type)) {
            result.term = terms().constant(*bits, type->width());
            return result;
        }
    return opaque_value(type, value.reads, span);
}

Value Interpreter::floating_arithmetic(BinaryOperator op, const Value& left, const Value& right,
                                       Span span) {
    const DependencyId reads = dependencies().unite(left.reads, right.reads);
    if (terms().is_constant(left.term) && terms().is_constant(right.term)) {
        const auto bits = exact_result(floating_op(op), left.type->width(),
                                       terms()[left.term].payload, terms()[right.term].payload);
        if (bits) return {left.type, terms().constant(*bits, left.type->width()), reads};
    }
    return opaque_value(left.type, reads, span);
}

/// The type that two numbers are compared in: the common one, or a narrower one that has the same
/// numbers to compare. `x > 0.5` of a float x needs no double.
TypePtr Interpreter::compared_type(const Value& left, const Value& right) {
    const TypePtr type = common_type(left.type, right.type);
    const auto is_in = [&](const Value& constant, const Value& other) {
        if (type->width() != 64 || !is_floating(constant.type) || constant.type->width() != 64 ||
            !is_floating(other.type) || other.type->width() != 32 ||
            !terms().is_constant(constant.term))
            return false;
        return exact_bits(number_of(terms()[constant.term].payload, 64), 32).has_value();
    };
    if (is_in(left, right)) return value_type(right.type);
    return is_in(right, left) ? value_type(left.type) : type;
}

Value Interpreter::compare_floating(BinaryOperator op, const Value& left, const Value& right) {
    const TermId a = left.term;
    const TermId b = right.term;
    const auto result = [&] {
        switch (op) {
            case BinaryOperator::less:
                return floating_less(terms(), a, b);
            case BinaryOperator::greater:
                return floating_less(terms(), b, a);
            case BinaryOperator::less_equal:
                return terms().lor(floating_less(terms(), a, b), floating_equal(terms(), a, b));
            case BinaryOperator::greater_equal:
                return terms().lor(floating_less(terms(), b, a), floating_equal(terms(), a, b));
            case BinaryOperator::equal:
                return floating_equal(terms(), a, b);
            default:
                return terms().lnot(floating_equal(terms(), a, b));
        }
    };
    return truth_value(result(), dependencies().unite(left.reads, right.reads));
}

/// Of the relational functions that yield truth values.
std::optional<TermId> Interpreter::relation(std::string_view function,
                                            const std::vector<Value>& operands) {
    const TermId a = operands.front().term;
    const TermId b = operands.back().term;
    const auto less = [&] { return floating_less(terms(), a, b); };
    const auto greater = [&] { return floating_less(terms(), b, a); };
    const auto equal = [&] { return floating_equal(terms(), a, b); };
    const auto unordered = [&] { return terms().lor(is_nan(terms(), a), is_nan(terms(), b)); };
    if (function == "isequal") return equal();
    if (function == "isnotequal") return terms().lnot(equal());
    if (function == "isless") return less();
    if (function == "isgreater") return greater();
    if (function == "islessequal") return terms().lor(less(), equal());
    if (function == "isgreaterequal") return terms().lor(greater(), equal());
    if (function == "islessgreater") return terms().lor(less(), greater());
    if (function == "isunordered") return unordered();
    if (function == "isordered") return terms().lnot(unordered());
    if (function == "isnan") return is_nan(terms(), a);
    if (function == "isinf") return is_infinite(terms(), a);
    if (function == "isnormal") return is_normal(terms(), a);
    if (function == "signbit") return has_sign(terms(), a);
    if (function == "isfinite")
        return terms().lnot(terms().lor(is_nan(terms(), a), is_infinite(terms(), a)));
    return std::nullopt;
}

/// The smaller, or the greater, of two. Of two zeros it may be either.
Value Interpreter::extreme(bool greatest, const Value& a, const Value& b, Span span) {
    const TermId is_less = floating_less(terms(), a.term, b.term);
    const TermId is_greater = floating_less(terms(), b.term, a.term);
    const TermId takes_a = terms().lor(greatest ? is_greater : is_less, is_nan(terms(), b.term));
    const TermId takes_b = terms().lor(greatest ? is_less : is_greater, is_nan(terms(), a.term));
    const DependencyId reads = dependencies().unite(a.reads, b.reads);
    if (a.term == b.term) return {a.type, a.term, reads};
    const auto may_be_zero = [&](const Value& value) {
        return !terms().is_constant(value.term) || terms().is_true(is_zero(terms(), value.term));
    };
    const TermId other =
        may_be_zero(a) && may_be_zero(b) ? opaque_value(a.type, reads, span).term : a.term;
    return {a.type,
            terms().if_then_else(takes_a, a.term, terms().if_then_else(takes_b, b.term, other)),
            reads};
}

/// What a function is known to yield of operands of a type.
std::optional<Value> Interpreter::known_floating(std::string_view function, const TypePtr& type,
                                                 const std::vector<Value>& operands, Span span) {
    const Value& first = operands.front();
    const Value& last = operands.back();
    const unsigned width = type->width();
    DependencyId reads = dependencies().empty();
    for (const Value& operand : operands) reads = dependencies().unite(reads, operand.reads);
    const auto value = [&](TermId term) { return Value{type, term, reads}; };
    if (function == "fabs") return value(without_sign(terms(), first.term));
    if (function == "copysign")
        return value(
            terms().if_then_else(terms().equal(terms().boolean(true), has_sign(terms(), last.term)),
                                 with_other_sign(terms(), without_sign(terms(), first.term)),
                                 without_sign(terms(), first.term)));
    if (function == "fmin" || function == "min") return extreme(false, first, last, span);
    if (function == "fmax" || function == "max") return extreme(true, first, last, span);
    if (function == "clamp")
        return extreme(false, extreme(true, first, operands[1], span), last, span);
    if (function == "select")
        return value(terms().if_then_else(truth(last, span), operands[1].term, first.term));
    if (function == "step")
        return value(terms().if_then_else(floating_less(terms(), last.term, first.term),
                                          terms().constant(0, width),
                                          terms().constant(nearest_bits(1, width), width)));
    if (function == "fma" || function == "mad")
        return floating_arithmetic(
            BinaryOperator::add,
            floating_arithmetic(BinaryOperator::multiply, first, operands[1], span), last, span);
    if (width == 16 || !terms().is_constant(first.term)) return std::nullopt;
    const auto rounded = rounded_by(function, number_of(terms()[first.term].payload, width));
    if (!rounded || std::isnan(*rounded)) return std::nullopt;
    return value(terms().constant(nearest_bits(*rounded, width), width));
}

Value Interpreter::call_floating_function(const syntax::Call& call,
                                          const std::vector<Value>& arguments, Span span) {
    const std::string& function = call.function;
    std::vector<TypePtr> types;
    for (const Value& argument : arguments) types.push_back(argument.type);
    const TypePtr operand_type = floating_operand(types);
    const TypePtr type = floating_result(function, types);
    std::vector<Value> operands;
    DependencyId reads = dependencies().empty();
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Span here = call.arguments[i]->span;
        if (!is_number(arguments[i].type))
            reject("E-TYPE", "a value of type " + to_text(*arguments[i].type) + " is not a number",
                   here);
        const bool as_it_is = is_integer(arguments[i].type) && i + 1 == arguments.size();
        operands.push_back(as_it_is && function != "fmin" && function != "fmax"
                               ? arguments[i]
                               : convert(arguments[i], operand_type, here));
        reads = dependencies().unite(reads, arguments[i].reads);
    }
    if (const auto holds = relation(function, operands)) return truth_value(*holds, reads);
    if (auto known = known_floating(function, type, operands, span)) return *known;
    return opaque_value(type, reads, span);
}

}  // namespace clmm::litmus
