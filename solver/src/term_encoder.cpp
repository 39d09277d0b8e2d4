#include "term_encoder.h"

#include "clmm/base/ensure.h"

namespace clmm::solver {

using litmus::Term;
using litmus::TermId;
using litmus::TermOp;

TermEncoder::TermEncoder(z3::context& context, const litmus::TermPool& terms, Leaves& leaves)
    : context_(context), terms_(terms), leaves_(leaves), memo_(terms.size()) {}

z3::expr TermEncoder::operator()(TermId id) {
    // Operands come before users, so an explicit stack of pending terms replaces recursion,
    // which long loops would make too deep.
    std::vector<TermId> pending{id};
    while (!pending.empty()) {
        const TermId top = pending.back();
        if (memo_[top.index()]) {
            pending.pop_back();
            continue;
        }
        const Term& term = terms_[top];
        bool ready = true;
        for (const TermId operand : {term.a, term.b, term.c})
            if (operand.valid() && !memo_[operand.index()]) {
                pending.push_back(operand);
                ready = false;
            }
        if (!ready) continue;
        memo_[top.index()] = translate(term);
        pending.pop_back();
    }
    return *memo_[id.index()];
}

z3::expr TermEncoder::translate(const Term& term) {
    const auto operand = [&](TermId id) { return *memo_[id.index()]; };
    switch (term.op) {
        case TermOp::constant:
            return term.width == 1
                       ? context_.bool_val(term.payload != 0)
                       : context_.bv_val(static_cast<std::uint64_t>(term.payload), term.width);
        case TermOp::read_value:
        case TermOp::final_value:
        case TermOp::choice:
            return translate_leaf(term);
        case TermOp::if_then_else:
            return z3::ite(operand(term.a), operand(term.b), operand(term.c));
        case TermOp::logical_not:
            return !operand(term.a);
        case TermOp::logical_and:
            return operand(term.a) && operand(term.b);
        case TermOp::logical_or:
            return operand(term.a) || operand(term.b);
        case TermOp::bit_not:
            return ~operand(term.a);
        case TermOp::negate:
            return -operand(term.a);
        case TermOp::zero_extend:
        case TermOp::sign_extend:
        case TermOp::truncate: {
            z3::expr a = operand(term.a);
            if (a.is_bool()) a = z3::ite(a, context_.bv_val(1, 1), context_.bv_val(0, 1));
            const unsigned width = a.get_sort().bv_size();
            if (term.op == TermOp::truncate) return a.extract(term.width - 1U, 0);
            return term.op == TermOp::zero_extend ? z3::zext(a, term.width - width)
                                                  : z3::sext(a, term.width - width);
        }
        case TermOp::equal:
            return translate_equality(term);
        case TermOp::unsigned_less:
        case TermOp::unsigned_less_equal:
        case TermOp::signed_less:
        case TermOp::signed_less_equal:
            return translate_comparison(term, operand(term.a), operand(term.b));
        default:
            return translate_arithmetic(term, operand(term.a), operand(term.b));
    }
}

z3::expr TermEncoder::translate_leaf(const Term& term) {
    const Choices* choices = leaves_.choices(term);
    if (choices == nullptr) return leaves_.variable(term);
    z3::expr chain = context_.bv_val(choices->otherwise, term.width);
    for (std::size_t i = choices->cases.size(); i-- > 0;)
        chain = z3::ite(choices->cases[i].when, (*this)(choices->cases[i].value), chain);
    return chain;
}

z3::expr TermEncoder::translate_equality(const Term& term) {
    if (terms_[term.a].width > 1) {
        if (terms_.is_constant(term.b)) return equals(term.a, terms_[term.b].payload);
        if (terms_.is_constant(term.a)) return equals(term.b, terms_[term.a].payload);
    }
    return *memo_[term.a.index()] == *memo_[term.b.index()];
}

z3::expr TermEncoder::equals(TermId id, std::uint64_t value) {
    const auto known = equalities_.find({id, value});
    if (known != equalities_.end()) return known->second;
    const z3::expr result = find_equality(id, value);
    equalities_.emplace(std::pair(id, value), result);
    return result;
}

z3::expr TermEncoder::find_equality(TermId id, std::uint64_t value) {
    const Term& term = terms_[id];
    if (term.op == TermOp::constant) return context_.bool_val(term.payload == value);
    if (term.op == TermOp::if_then_else)
        return z3::ite((*this)(term.a), equals(term.b, value), equals(term.c, value)).simplify();
    if (term.op == TermOp::read_value || term.op == TermOp::final_value)
        if (const Choices* choices = leaves_.choices(term)) {
            z3::expr_vector ways(context_);
            z3::expr_vector none(context_);
            for (const Choices::Case& choice : choices->cases) {
                ways.push_back(choice.when && equals(choice.value, value));
                none.push_back(!choice.when);
            }
            if (choices->otherwise == value) ways.push_back(z3::mk_and(none));
            return z3::mk_or(ways).simplify();
        }
    const z3::expr self = (*this)(id);
    return self == context_.bv_val(value, term.width);
}

z3::expr TermEncoder::translate_comparison(const Term& term, const z3::expr& a, const z3::expr& b) {
    switch (term.op) {
        case TermOp::unsigned_less:
            return z3::ult(a, b);
        case TermOp::unsigned_less_equal:
            return z3::ule(a, b);
        case TermOp::signed_less:
            return z3::slt(a, b);
        case TermOp::signed_less_equal:
            return z3::sle(a, b);
        default:
            break;
    }
    ensure(false, "a comparison");
    return a;
}

z3::expr TermEncoder::translate_arithmetic(const Term& term, const z3::expr& a, const z3::expr& b) {
    switch (term.op) {
        case TermOp::add:
            return a + b;
        case TermOp::subtract:
            return a - b;
        case TermOp::multiply:
            return a * b;
        case TermOp::unsigned_divide:
            return z3::udiv(a, b);
        case TermOp::signed_divide:
            return a / b;
        case TermOp::unsigned_remainder:
            return z3::urem(a, b);
        case TermOp::signed_remainder:
            return z3::srem(a, b);
        case TermOp::bit_and:
            return a & b;
        case TermOp::bit_or:
            return a | b;
        case TermOp::bit_xor:
            return a ^ b;
        case TermOp::shift_left:
            return z3::shl(a, b);
        case TermOp::logical_shift_right:
            return z3::lshr(a, b);
        case TermOp::arithmetic_shift_right:
            return z3::ashr(a, b);
        default:
            break;
    }
    ensure(false, "an arithmetic operator");
    return a;
}

}  // namespace clmm::solver
