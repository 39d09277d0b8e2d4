#include "kernels/if_directive.h"

#include <array>
#include <limits>
#include <string_view>

namespace clmm::litmus {
namespace {

constexpr int kDeepestDirective = 200;

struct WideNumber {
    std::uint64_t bits = 0;
    bool is_unsigned = false;

    [[nodiscard]] std::int64_t as_signed() const { return static_cast<std::int64_t>(bits); }
};

struct InfixOperator {
    std::string_view symbol;
    int level;  ///< binds more tightly than lower ones
};

constexpr std::array<InfixOperator, 18> kBinary{{{"||", 1},
                                                 {"&&", 2},
                                                 {"|", 3},
                                                 {"^", 4},
                                                 {"&", 5},
                                                 {"==", 6},
                                                 {"!=", 6},
                                                 {"<", 7},
                                                 {">", 7},
                                                 {"<=", 7},
                                                 {">=", 7},
                                                 {"<<", 8},
                                                 {">>", 8},
                                                 {"+", 9},
                                                 {"-", 9},
                                                 {"*", 10},
                                                 {"/", 10},
                                                 {"%", 10}}};

const InfixOperator* binary_operator(std::string_view symbol) {
    for (const InfixOperator& each : kBinary)
        if (each.symbol == symbol) return &each;
    return nullptr;
}

/// The evaluation stops at the first error.
class Directive {
public:
    explicit Directive(std::span<const DirectiveToken> tokens) : tokens_(tokens) {}

    DirectiveValue operator()() {
        const WideNumber value = conditional(true);
        if (error_ == DirectiveError::none && at_ != tokens_.size())
            error_ = DirectiveError::ill_formed;
        return {error_ == DirectiveError::none && value.bits != 0, error_};
    }

private:
    /// Of brackets, prefix operators and conditionals.
    struct Level {
        int& depth;
        explicit Level(int& counted) : depth(++counted) {}
        ~Level() { --depth; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;
    };

    [[nodiscard]] std::string_view symbol() const {
        return at_ < tokens_.size() ? std::string_view(tokens_[at_].symbol) : std::string_view();
    }
    bool accept(std::string_view wanted) {
        if (symbol() != wanted) return false;
        ++at_;
        return true;
    }
    WideNumber fail(DirectiveError error) {
        if (error_ == DirectiveError::none) error_ = error;
        at_ = tokens_.size();
        return {};
    }

    WideNumber conditional(bool counts) {
        const Level level(depth_);
        if (depth_ > kDeepestDirective) return fail(DirectiveError::too_deep);
        const WideNumber condition = binary(1, counts);
        if (!accept("?")) return condition;
        const bool first = condition.bits != 0;
        const WideNumber one = conditional(counts && first);
        if (!accept(":")) return fail(DirectiveError::ill_formed);
        const WideNumber other = conditional(counts && !first);
        return {first ? one.bits : other.bits, one.is_unsigned || other.is_unsigned};
    }

    WideNumber binary(int least, bool counts) {
        WideNumber left = unary(counts);
        while (const InfixOperator* found = binary_operator(symbol())) {
            if (found->level < least) break;
            ++at_;
            const bool decided = (found->symbol == "&&" && left.bits == 0) ||
                                 (found->symbol == "||" && left.bits != 0);
            const bool both = counts && !decided;
            const WideNumber right = binary(found->level + 1, both);
            left = apply(found->symbol, left, right, both);
        }
        return left;
    }

    WideNumber unary(bool counts) {
        const Level level(depth_);
        if (depth_ > kDeepestDirective) return fail(DirectiveError::too_deep);
        if (accept("+")) return unary(counts);
        if (accept("!")) return {unary(counts).bits == 0 ? 1U : 0U, false};
        if (accept("~")) {
            const WideNumber of = unary(counts);
            return {~of.bits, of.is_unsigned};
        }
        if (accept("-")) return apply("-", {}, unary(counts), counts);
        if (accept("(")) {
            const WideNumber inside = conditional(counts);
            return accept(")") ? inside : fail(DirectiveError::ill_formed);
        }
        if (at_ == tokens_.size() || !symbol().empty()) return fail(DirectiveError::ill_formed);
        const DirectiveToken& token = tokens_[at_++];
        return {token.value, token.is_unsigned};
    }

    WideNumber apply(std::string_view op, const WideNumber& a, const WideNumber& b, bool counts) {
        if (op == "&&") return {a.bits != 0 && b.bits != 0 ? 1U : 0U, false};
        if (op == "||") return {a.bits != 0 || b.bits != 0 ? 1U : 0U, false};
        if (op == "<<" || op == ">>") return shift(op, a, b, counts);
        if (op == "/" || op == "%") return divide(op, a, b, counts);
        const bool is_unsigned = a.is_unsigned || b.is_unsigned;
        if (op == "|") return {a.bits | b.bits, is_unsigned};
        if (op == "^") return {a.bits ^ b.bits, is_unsigned};
        if (op == "&") return {a.bits & b.bits, is_unsigned};
        if (op == "+" || op == "-" || op == "*") return calculate(op.front(), a, b, counts);
        return {compare(op, a, b, is_unsigned) ? 1U : 0U, false};
    }

    static bool compare(std::string_view op, const WideNumber& a, const WideNumber& b,
                        bool is_unsigned) {
        const bool less = is_unsigned ? a.bits < b.bits : a.as_signed() < b.as_signed();
        const bool equal = a.bits == b.bits;
        if (op == "==") return equal;
        if (op == "!=") return !equal;
        if (op == "<") return less;
        if (op == "<=") return less || equal;
        return op == ">" ? !less && !equal : !less;
    }

    WideNumber calculate(char op, const WideNumber& a, const WideNumber& b, bool counts) {
        const bool is_unsigned = a.is_unsigned || b.is_unsigned;
        std::int64_t result = 0;
        const bool fits = op == '+' ? !__builtin_add_overflow(a.as_signed(), b.as_signed(), &result)
                          : op == '-'
                              ? !__builtin_sub_overflow(a.as_signed(), b.as_signed(), &result)
                              : !__builtin_mul_overflow(a.as_signed(), b.as_signed(), &result);
        if (!fits && !is_unsigned && counts) return fail(DirectiveError::overflow);
        return {static_cast<std::uint64_t>(result), is_unsigned};  // wrapped where it did not fit
    }

    WideNumber divide(std::string_view op, const WideNumber& a, const WideNumber& b, bool counts) {
        const bool is_unsigned = a.is_unsigned || b.is_unsigned;
        if (!counts) return {0, is_unsigned};
        if (b.bits == 0) return fail(DirectiveError::division_by_zero);
        if (is_unsigned) return {op == "/" ? a.bits / b.bits : a.bits % b.bits, true};
        // Neither is defined where the quotient is not representable [C99, 6.5.5].
        if (a.as_signed() == std::numeric_limits<std::int64_t>::min() && b.as_signed() == -1)
            return fail(DirectiveError::overflow);
        const std::int64_t result =
            op == "/" ? a.as_signed() / b.as_signed() : a.as_signed() % b.as_signed();
        return {static_cast<std::uint64_t>(result), false};
    }

    WideNumber shift(std::string_view op, const WideNumber& a, const WideNumber& by, bool counts) {
        if (!counts) return {0, a.is_unsigned};
        if (by.bits > 63) return fail(DirectiveError::overflow);
        if (op == "<<") return {a.bits << by.bits, a.is_unsigned};
        const std::uint64_t kept = a.is_unsigned
                                       ? a.bits >> by.bits
                                       : static_cast<std::uint64_t>(a.as_signed() >> by.bits);
        return {kept, a.is_unsigned};
    }

    std::span<const DirectiveToken> tokens_;
    std::size_t at_ = 0;
    int depth_ = 0;
    DirectiveError error_ = DirectiveError::none;
};

}  // namespace

DirectiveValue evaluate_directive(std::span<const DirectiveToken> tokens) {
    return Directive(tokens)();
}

}  // namespace clmm::litmus
