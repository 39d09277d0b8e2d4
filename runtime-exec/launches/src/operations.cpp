#include "operations.h"

#include <map>

namespace clmm::runtime::launches {
namespace {

bool is_integer_name(const std::string& scalar) {
    return !scalar.empty() && (scalar[0] == 'i' || scalar[0] == 'u');
}

/// A comparison's int.
TermId as_int(Formulas& formulas, TermId condition, unsigned width) {
    return formulas.terms().extend(condition, width, false);
}

TermId shifted(Formulas& formulas, TermOp op, TermId a, TermId amount) {
    TermPool& terms = formulas.terms();
    const unsigned width = formulas.width(a);
    const TermId within =
        terms.binary(TermOp::bit_and, amount, formulas.number(width - 1, formulas.width(amount)));
    if (op == TermOp::shift_left && terms.is_constant(within))
        return formulas.product(a,
                                formulas.number(std::uint64_t{1} << terms[within].payload, width));
    return terms.binary(op, a, within);
}

using Operands = std::span<const TermId>;

std::optional<TermId> arithmetic(Formulas& f, const OperationName& name, Operands in) {
    const bool is_signed = name.scalar[0] == 'i';
    const std::string& word = name.word;
    if (word == "add") return f.add(in[0], in[1]);
    if (word == "subtract") return f.subtract(in[0], in[1]);
    if (word == "multiply") return f.product(in[0], in[1]);
    if (word == "divide") return f.quotient(in[0], in[1], is_signed);
    if (word == "remainder") return f.remainder(in[0], in[1], is_signed);
    if (word == "and") return f.terms().binary(TermOp::bit_and, in[0], in[1]);
    if (word == "or") return f.terms().binary(TermOp::bit_or, in[0], in[1]);
    if (word == "xor") return f.terms().binary(TermOp::bit_xor, in[0], in[1]);
    if (word == "shift_left") return shifted(f, TermOp::shift_left, in[0], in[1]);
    if (word == "shift_right")
        return shifted(f, is_signed ? TermOp::arithmetic_shift_right : TermOp::logical_shift_right,
                       in[0], in[1]);
    if (word == "negate") return f.subtract(f.number(0, f.width(in[0])), in[0]);
    if (word == "complement") return f.terms().unary(TermOp::bit_not, in[0]);
    if (word == "min" || word == "max") {
        const TermId less = f.less(in[1], in[0], is_signed);
        return word == "min" ? f.terms().if_then_else(less, in[1], in[0])
                             : f.terms().if_then_else(less, in[0], in[1]);
    }
    return std::nullopt;
}

std::optional<TermId> comparison(Formulas& f, const OperationName& name, Operands in,
                                 unsigned width) {
    const bool is_signed = name.scalar[0] == 'i';
    const std::string& word = name.word;
    if (word == "less") return as_int(f, f.less(in[0], in[1], is_signed), width);
    if (word == "less_equal") return as_int(f, f.less_equal(in[0], in[1], is_signed), width);
    if (word == "equal") return as_int(f, f.terms().equal(in[0], in[1]), width);
    if (word == "not_equal") return as_int(f, f.differ(in[0], in[1]), width);
    const TermId zero = f.number(0, f.width(in[0]));
    if (word == "is_true" || word == "to_bool") return as_int(f, f.differ(in[0], zero), width);
    if (word == "is_false") return as_int(f, f.terms().equal(in[0], zero), width);
    if (word == "sign_bit") return as_int(f, f.less(in[0], zero, true), width);
    return std::nullopt;
}

/// Of bits, whatever their type.
std::optional<TermId> selection(Formulas& f, const std::string& word, Operands in) {
    if (word == "move" || word == "copy") return in[0];
    if (word == "choose")
        return f.terms().if_then_else(f.differ(in[0], f.number(0, f.width(in[0]))), in[1], in[2]);
    if (word != "bit_select") return std::nullopt;
    TermPool& terms = f.terms();
    return terms.binary(TermOp::bit_or, terms.binary(TermOp::bit_and, in[2], in[1]),
                        terms.binary(TermOp::bit_and, terms.unary(TermOp::bit_not, in[2]), in[0]));
}

}  // namespace

OperationName split_name(const std::string& name) {
    OperationName out;
    const std::size_t dot = name.find('.');
    out.word = name.substr(0, dot);
    if (dot == std::string::npos) return out;
    std::string rest = name.substr(dot + 1);
    if (out.word == "convert") {  // convert.i32.from.u64
        out.result = rest.substr(0, rest.find('.'));
        rest = rest.substr(rest.rfind('.') + 1);
    }
    out.scalar = rest;
    return out;
}

std::optional<TermId> operation(Formulas& formulas, const std::string& name, Operands operands,
                                unsigned width) {
    const OperationName parts = split_name(name);
    if (const auto out = selection(formulas, parts.word, operands)) return out;
    if (!is_integer_name(parts.scalar)) return std::nullopt;
    if (parts.word == "convert") {
        if (!is_integer_name(parts.result)) return std::nullopt;
        return formulas.terms().extend(operands[0], width, parts.scalar[0] == 'i');
    }
    if (const auto out = comparison(formulas, parts, operands, width)) return out;
    return arithmetic(formulas, parts, operands);
}

}  // namespace clmm::runtime::launches
