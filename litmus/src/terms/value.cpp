#include <bit>
#include <vector>

#include "clmm/base/ensure.h"
#include "clmm/litmus/evaluation.h"
#include "clmm/litmus/term.h"
#include "terms/rules.h"

namespace clmm::litmus {
namespace {

std::uint64_t signed_quotient(std::uint64_t a, std::uint64_t b, unsigned width) {
    const std::int64_t dividend = as_signed(a, width);
    const std::int64_t divisor = as_signed(b, width);
    if (divisor == 0) return dividend < 0 ? 1 : ~std::uint64_t{0};
    if (divisor == -1) return std::uint64_t{0} - static_cast<std::uint64_t>(dividend);
    return static_cast<std::uint64_t>(dividend / divisor);
}

std::uint64_t signed_rest(std::uint64_t a, std::uint64_t b, unsigned width) {
    const std::int64_t divisor = as_signed(b, width);
    if (divisor == 0) return a;
    if (divisor == -1) return 0;
    return static_cast<std::uint64_t>(as_signed(a, width) % divisor);
}

/// Shift amounts of the width and above shift everything out, as in SMT-LIB.
std::uint64_t shifted(TermOp op, std::uint64_t a, std::uint64_t amount, unsigned width) {
    const std::int64_t value = as_signed(a, width);
    if (op == TermOp::arithmetic_shift_right)
        return static_cast<std::uint64_t>(value >> (amount >= width ? 63U : amount));
    if (amount >= width) return 0;
    return op == TermOp::shift_left ? a << amount : a >> amount;
}

bool compared(TermOp op, std::uint64_t a, std::uint64_t b, unsigned width) {
    switch (op) {
        case TermOp::equal:
            return a == b;
        case TermOp::unsigned_less:
            return a < b;
        case TermOp::unsigned_less_equal:
            return a <= b;
        case TermOp::signed_less:
            return as_signed(a, width) < as_signed(b, width);
        default:
            return as_signed(a, width) <= as_signed(b, width);
    }
}

std::uint64_t arithmetic(TermOp op, unsigned width, std::uint64_t a, std::uint64_t b) {
    switch (op) {
        case TermOp::add:
            return a + b;
        case TermOp::subtract:
            return a - b;
        case TermOp::multiply:
            return a * b;
        case TermOp::unsigned_divide:
            return b == 0 ? ~std::uint64_t{0} : a / b;
        case TermOp::unsigned_remainder:
            return b == 0 ? a : a % b;
        case TermOp::signed_divide:
            return signed_quotient(a, b, width);
        case TermOp::signed_remainder:
            return signed_rest(a, b, width);
        case TermOp::bit_and:
        case TermOp::logical_and:
            return a & b;
        case TermOp::bit_or:
        case TermOp::logical_or:
            return a | b;
        case TermOp::bit_xor:
            return a ^ b;
        case TermOp::shift_left:
        case TermOp::logical_shift_right:
        case TermOp::arithmetic_shift_right:
            return shifted(op, a, b, width);
        default:
            break;
    }
    ensure(is_comparison(op), "an operator of two operands");
    return compared(op, a, b, width) ? 1 : 0;
}

std::uint64_t leaf(const Term& term, const Valuation& valuation) {
    switch (term.op) {
        case TermOp::constant:
            return term.payload;
        case TermOp::read_value:
            return valuation.read_value(EventId(term.payload));
        case TermOp::final_value:
            return valuation.final_value(LocationId(term.payload));
        default:
            return valuation.choice(term.payload);
    }
}

}  // namespace

std::uint64_t apply(const Term& term, unsigned operand_width, std::uint64_t a, std::uint64_t b,
                    std::uint64_t c) {
    const auto result = [&]() -> std::uint64_t {
        switch (term.op) {
            case TermOp::bit_not:
                return ~a;
            case TermOp::negate:
                return std::uint64_t{0} - a;
            case TermOp::logical_not:
                return a == 0 ? 1 : 0;
            case TermOp::zero_extend:
            case TermOp::truncate:
                return a;
            case TermOp::sign_extend:
                return static_cast<std::uint64_t>(as_signed(a, operand_width));
            case TermOp::if_then_else:
                return a != 0 ? b : c;
            default:
                return arithmetic(term.op, operand_width, a, b);
        }
    };
    return mask_to(result(), term.width);
}

std::uint64_t evaluate(const TermPool& terms, TermId id, const Valuation& valuation) {
    if (!terms[id].a.valid()) return mask_to(leaf(terms[id], valuation), terms[id].width);
    return Evaluation(terms).value(id, valuation);
}

Evaluation::Evaluation(const TermPool& terms)
    : terms_(terms), values_(terms.size()), known_(terms.size()) {}

std::uint64_t Evaluation::value(TermId id, const Valuation& valuation) {
    if (known_[id.index()] == now_) return values_[id.index()];
    // A stack of pending terms stands in for recursion, which long loops would make too deep.
    const std::size_t below = pending_.size();
    pending_.push_back(id);
    while (pending_.size() > below) {
        const TermId top = pending_.back();
        const Term& term = terms_[top];
        const std::size_t before = pending_.size();
        for (const TermId operand : {term.a, term.b, term.c})
            if (operand.valid() && known_[operand.index()] != now_) pending_.push_back(operand);
        if (pending_.size() != before) continue;
        const auto value = [&](TermId operand) {
            return operand.valid() ? values_[operand.index()] : 0;
        };
        const std::uint64_t result =
            term.a.valid() ? apply(term, term.op == TermOp::if_then_else ? 1 : terms_[term.a].width,
                                   value(term.a), value(term.b), value(term.c))
                           : mask_to(leaf(term, valuation), term.width);
        values_[top.index()] = result;
        known_[top.index()] = now_;
        pending_.pop_back();
    }
    return values_[id.index()];
}

}  // namespace clmm::litmus
