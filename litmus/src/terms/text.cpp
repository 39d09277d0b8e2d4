#include <string>

#include "clmm/base/ensure.h"
#include "clmm/litmus/term.h"
#include "terms/rules.h"

namespace clmm::litmus {
namespace {

/// Deeper and longer terms end in `…`: dumps are for people, and sharing makes terms long.
constexpr unsigned kDeepest = 40;
constexpr unsigned kMostNodes = 500;

const char* spelling(TermOp op) {
    switch (op) {
        case TermOp::add:
            return "+";
        case TermOp::subtract:
            return "-";
        case TermOp::multiply:
            return "*";
        case TermOp::unsigned_divide:
        case TermOp::signed_divide:
            return "/";
        case TermOp::unsigned_remainder:
        case TermOp::signed_remainder:
            return "%";
        case TermOp::bit_and:
            return "&";
        case TermOp::bit_or:
            return "|";
        case TermOp::bit_xor:
            return "^";
        case TermOp::shift_left:
            return "<<";
        case TermOp::logical_shift_right:
        case TermOp::arithmetic_shift_right:
            return ">>";
        case TermOp::equal:
            return "==";
        case TermOp::unsigned_less:
        case TermOp::signed_less:
            return "<";
        case TermOp::unsigned_less_equal:
        case TermOp::signed_less_equal:
            return "<=";
        case TermOp::logical_and:
            return "&&";
        case TermOp::logical_or:
            return "||";
        case TermOp::bit_not:
            return "~";
        case TermOp::negate:
            return "-";
        case TermOp::logical_not:
            return "!";
        default:
            break;
    }
    ensure(false, "an operator with a spelling");
    return "";
}

class Printer {
public:
    explicit Printer(const TermPool& terms) : terms_(terms) {}

    std::string operator()(TermId id, unsigned depth, bool inside) {
        if (depth > kDeepest || ++printed_ > kMostNodes) return "…";
        const Term& term = terms_[id];
        const auto part = [&](TermId operand) { return (*this)(operand, depth + 1, true); };
        switch (term.op) {
            case TermOp::constant:
                return constant(term);
            case TermOp::read_value:
                return "v(e" + std::to_string(term.payload) + ")";
            case TermOp::final_value:
                return "final(l" + std::to_string(term.payload) + ")";
            case TermOp::choice:
                return "choice" + std::to_string(term.payload);
            case TermOp::zero_extend:
                return "zext" + std::to_string(term.width) + "(" +
                       (*this)(term.a, depth + 1, false) + ")";
            case TermOp::sign_extend:
                return "sext" + std::to_string(term.width) + "(" +
                       (*this)(term.a, depth + 1, false) + ")";
            case TermOp::truncate:
                return "trunc" + std::to_string(term.width) + "(" +
                       (*this)(term.a, depth + 1, false) + ")";
            case TermOp::if_then_else:
                return bracket(part(term.a) + " ? " + part(term.b) + " : " + part(term.c), inside);
            case TermOp::bit_not:
            case TermOp::negate:
                return spelling(term.op) + part(term.a);
            case TermOp::logical_not:
                return negation(term, depth, inside);
            default:
                return bracket(part(term.a) + " " + spelling(term.op) + " " + part(term.b), inside);
        }
    }

private:
    std::string negation(const Term& term, unsigned depth, bool inside) {
        const Term& operand = terms_[term.a];
        if (operand.op != TermOp::equal) return "!" + (*this)(term.a, depth + 1, true);
        return bracket(
            (*this)(operand.a, depth + 1, true) + " != " + (*this)(operand.b, depth + 1, true),
            inside);
    }
    static std::string constant(const Term& term) {
        if (term.width == 1) return term.payload != 0 ? "true" : "false";
        return std::to_string(as_signed(term.payload, term.width));
    }
    static std::string bracket(std::string text, bool inside) {
        return inside ? std::string("(").append(text).append(")") : text;
    }

    const TermPool& terms_;
    unsigned printed_ = 0;
};

}  // namespace

std::string TermPool::to_text(TermId id) const { return Printer(*this)(id, 0, false); }

}  // namespace clmm::litmus
