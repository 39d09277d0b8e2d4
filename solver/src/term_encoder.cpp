#include "term_encoder.h"

#include "clmm/base/ensure.h"

namespace clmm::solver {

using litmus::Term;
using litmus::TermId;
using litmus::TermOp;

TermEncoder::TermEncoder(z3::context& context, const litmus::TermPool& terms, Leaf leaf)
    : context_(context), terms_(terms), leaf_(std::move(leaf)), memo_(terms.size()) {}

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
            return term.width == 1 ? context_.bool_val(term.payload != 0)
                                   : context_.bv_val(static_cast<std::uint64_t>(term.payload), term.width);
        case TermOp::read_value:
        case TermOp::final_value:
        case TermOp::choice: return leaf_(term);
        case TermOp::if_then_else: return z3::ite(operand(term.a), operand(term.b), operand(term.c));
        case TermOp::logical_not: return !operand(term.a);
        case TermOp::logical_and: return operand(term.a) && operand(term.b);
        case TermOp::logical_or: return operand(term.a) || operand(term.b);
        case TermOp::bit_not: return ~operand(term.a);
        case TermOp::negate: return -operand(term.a);
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
        case TermOp::unsigned_less:
        case TermOp::unsigned_less_equal:
        case TermOp::signed_less:
        case TermOp::signed_less_equal:
            return translate_comparison(term, operand(term.a), operand(term.b));
        default: return translate_arithmetic(term, operand(term.a), operand(term.b));
    }
}

z3::expr TermEncoder::translate_comparison(const Term& term, const z3::expr& a, const z3::expr& b) {
    switch (term.op) {
        case TermOp::equal: return a == b;
        case TermOp::unsigned_less: return z3::ult(a, b);
        case TermOp::unsigned_less_equal: return z3::ule(a, b);
        case TermOp::signed_less: return z3::slt(a, b);
        case TermOp::signed_less_equal: return z3::sle(a, b);
        default: break;
    }
    ensure(false, "a comparison");
    return a;
}

z3::expr TermEncoder::translate_arithmetic(const Term& term, const z3::expr& a, const z3::expr& b) {
    switch (term.op) {
        case TermOp::add: return a + b;
        case TermOp::subtract: return a - b;
        case TermOp::multiply: return a * b;
        case TermOp::unsigned_divide: return z3::udiv(a, b);
        case TermOp::signed_divide: return a / b;
        case TermOp::unsigned_remainder: return z3::urem(a, b);
        case TermOp::signed_remainder: return z3::srem(a, b);
        case TermOp::bit_and: return a & b;
        case TermOp::bit_or: return a | b;
        case TermOp::bit_xor: return a ^ b;
        case TermOp::shift_left: return z3::shl(a, b);
        case TermOp::logical_shift_right: return z3::lshr(a, b);
        case TermOp::arithmetic_shift_right: return z3::ashr(a, b);
        default: break;
    }
    ensure(false, "an arithmetic operator");
    return a;
}

}  // namespace clmm::solver
