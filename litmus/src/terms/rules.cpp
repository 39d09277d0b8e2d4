#include "terms/rules.h"

#include <unordered_map>

#include "clmm/litmus/addresses.h"

namespace clmm::litmus {
namespace {

using Simpler = std::optional<TermId>;

bool is_value(const TermPool& terms, TermId id, std::uint64_t value) {
    return terms.is_constant(id) && terms[id].payload == mask_to(value, terms[id].width);
}
/// `x` and `!x`, or `x || y` and `!x && !y`: a negation stands at the leaves of a disjunction.
bool are_opposite(const TermPool& terms, TermId a, TermId b, unsigned depth = 32) {
    const Term& left = terms[a];
    const Term& right = terms[b];
    if (left.op == TermOp::logical_not && left.a == b) return true;
    if (right.op == TermOp::logical_not && right.a == a) return true;
    if (depth == 0 || left.op == right.op) return false;
    if (left.op == TermOp::logical_and) return are_opposite(terms, b, a, depth - 1);
    if (left.op != TermOp::logical_or || right.op != TermOp::logical_and) return false;
    return (are_opposite(terms, left.a, right.a, depth - 1) &&
            are_opposite(terms, left.b, right.b, depth - 1)) ||
           (are_opposite(terms, left.a, right.b, depth - 1) &&
            are_opposite(terms, left.b, right.a, depth - 1));
}
bool has_operand(const Term& term, TermId id) { return term.a == id || term.b == id; }

/// match: a && b, where a is `x && y` or `x || y`, b any
Simpler simplify_and_one_way(TermPool& terms, TermId a, TermId b) {
    const Term left = terms[a];
    if (left.op == TermOp::logical_and) {
        if (has_operand(left, b)) return a;  // (x && y) && x: x && y
        if (are_opposite(terms, left.a, b) || are_opposite(terms, left.b, b))
            return terms.boolean(false);  // (x && y) && !x: false
    }
    if (left.op == TermOp::logical_or) {
        if (has_operand(left, b)) return b;                                // (x || y) && x: x
        if (are_opposite(terms, left.a, b)) return terms.land(b, left.b);  // (x || y) && !x
        if (are_opposite(terms, left.b, b)) return terms.land(b, left.a);
    }
    return std::nullopt;
}

/// match: a || b, where a is `x && y` or `x || y`, b any
Simpler simplify_or_one_way(TermPool& terms, TermId a, TermId b) {
    const Term left = terms[a];
    if (left.op == TermOp::logical_or) {
        if (has_operand(left, b)) return a;
        if (are_opposite(terms, left.a, b) || are_opposite(terms, left.b, b))
            return terms.boolean(true);
    }
    if (left.op == TermOp::logical_and) {
        if (has_operand(left, b)) return b;                               // (x && y) || x: x
        if (are_opposite(terms, left.a, b)) return terms.lor(b, left.b);  // (x && y) || !x: !x || y
        if (are_opposite(terms, left.b, b)) return terms.lor(b, left.a);
    }
    return std::nullopt;
}

/// match: (g && c) || (g && !c); result: g
Simpler join_branches(const TermPool& terms, TermId a, TermId b) {
    const Term left = terms[a];
    const Term right = terms[b];
    if (left.op != TermOp::logical_and || right.op != TermOp::logical_and) return std::nullopt;
    for (const auto& [shared, rest] : {std::pair{left.a, left.b}, std::pair{left.b, left.a}})
        for (const auto& [other, tail] : {std::pair{right.a, right.b}, std::pair{right.b, right.a}})
            if (shared == other && are_opposite(terms, rest, tail)) return shared;
    return std::nullopt;
}

/// match: x == k and x == m with k and m different, each negated or not
/// result: what the stronger one says of the other
Simpler simplify_two_values(TermPool& terms, TermOp op, TermId a, TermId b) {
    const bool is_and = op == TermOp::logical_and;
    const bool not_a = terms[a].op == TermOp::logical_not;
    const bool not_b = terms[b].op == TermOp::logical_not;
    const Term left = terms[not_a ? terms[a].a : a];
    const Term right = terms[not_b ? terms[b].a : b];
    if (left.op != TermOp::equal || right.op != TermOp::equal || left.a != right.a)
        return std::nullopt;
    if (left.b == right.b || !terms.is_constant(left.b) || !terms.is_constant(right.b))
        return std::nullopt;
    if (not_a && not_b) return is_and ? std::nullopt : Simpler(terms.boolean(true));
    if (!not_a && !not_b) return is_and ? Simpler(terms.boolean(false)) : std::nullopt;
    return is_and == not_a ? b : a;  // x != k && x == m: x == m;  x != k || x == m: x != k
}

Simpler simplify_logical(TermPool& terms, TermOp op, TermId a, TermId b) {
    const bool is_and = op == TermOp::logical_and;
    if (terms.is_constant(b)) return terms.is_true(b) == is_and ? a : b;
    if (a == b) return a;
    if (are_opposite(terms, a, b)) return terms.boolean(!is_and);
    if (auto simpler = simplify_two_values(terms, op, a, b)) return simpler;
    if (is_and) {
        if (auto simpler = simplify_and_one_way(terms, a, b)) return simpler;
        return simplify_and_one_way(terms, b, a);
    }
    if (auto simpler = join_branches(terms, a, b)) return simpler;
    if (auto simpler = simplify_or_one_way(terms, a, b)) return simpler;
    return simplify_or_one_way(terms, b, a);
}

/// match: (extend x) * k == m where the product cannot wrap; result: (extend x) == m / k, or false
Simpler simplify_equal_product(TermPool& terms, TermId a, TermId b) {
    const Term left = terms[a];
    if (left.op != TermOp::multiply || !terms.is_constant(left.b) || !terms.is_constant(b))
        return std::nullopt;
    const Term factor = terms[left.a];
    if (factor.op != TermOp::zero_extend && factor.op != TermOp::sign_extend) return std::nullopt;
    const unsigned width = left.width;
    const std::int64_t k = as_signed(terms[left.b].payload, width);
    const unsigned spare = width - terms[factor.a].width;  // bits that the product may grow by
    if (k <= 0 || spare < 2 || k >= (std::int64_t{1} << (spare - 1))) return std::nullopt;
    const std::int64_t m = as_signed(terms[b].payload, width);
    if (m % k != 0) return terms.boolean(false);
    return terms.equal(left.a, terms.constant(static_cast<std::uint64_t>(m / k), width));
}

/// match: (op (ite c x y) k) with k constant, where one branch at least folds
/// result: (ite c (op x k) (op y k))
Simpler push_into_branches(TermPool& terms, TermOp op, TermId a, TermId b, bool if_is_left) {
    const Term chosen = terms[if_is_left ? a : b];
    if (chosen.op != TermOp::if_then_else || !terms.is_constant(if_is_left ? b : a))
        return std::nullopt;
    const auto branch = [&](TermId id) {
        return if_is_left ? terms.binary(op, id, b) : terms.binary(op, a, id);
    };
    const bool worth = is_comparison(op)
                           ? terms.is_constant(chosen.b) || terms.is_constant(chosen.c)
                           : terms.is_constant(chosen.b) && terms.is_constant(chosen.c);
    if (!worth) return std::nullopt;
    return terms.if_then_else(chosen.a, branch(chosen.b), branch(chosen.c));
}

/// match: (zero_extend x) == k; result: x == k, or false where k does not fit
Simpler simplify_equal_extension(TermPool& terms, TermId a, TermId b) {
    const Term left = terms[a];
    const bool is_signed = left.op == TermOp::sign_extend;
    if (!is_signed && left.op != TermOp::zero_extend) return std::nullopt;
    const unsigned narrow = terms[left.a].width;
    if (terms.is_constant(b)) {
        const TermId constant = terms.constant(terms[b].payload, narrow);
        if (terms.extend(constant, left.width, is_signed) != b) return terms.boolean(false);
        return terms.equal(left.a, constant);
    }
    const Term right = terms[b];
    if (right.op == left.op && terms[right.a].width == narrow) return terms.equal(left.a, right.a);
    return std::nullopt;
}

Simpler simplify_comparison(TermPool& terms, TermOp op, TermId a, TermId b) {
    const unsigned width = terms[a].width;
    if (a == b) return terms.boolean(op != TermOp::unsigned_less && op != TermOp::signed_less);
    if (op == TermOp::unsigned_less && is_value(terms, b, 0)) return terms.boolean(false);
    if (op == TermOp::unsigned_less_equal && is_value(terms, a, 0)) return terms.boolean(true);
    if (op != TermOp::equal) return std::nullopt;
    if (width == 1) {
        if (terms.is_constant(b)) return terms.is_true(b) ? a : terms.lnot(a);
        if (are_opposite(terms, a, b)) return terms.boolean(false);
        return std::nullopt;
    }
    const Term left = terms[a];
    if (left.op == TermOp::add && terms.is_constant(left.b)) {
        if (terms.is_constant(b))  // x + k == m: x == m - k
            return terms.equal(
                left.a, terms.constant(terms[b].payload - terms[left.b].payload, left.width));
        const Term right = terms[b];
        if (right.op == TermOp::add && right.b == left.b) return terms.equal(left.a, right.a);
    }
    if (auto simpler = simplify_equal_product(terms, a, b)) return simpler;
    return simplify_equal_extension(terms, a, b);
}

Simpler simplify_sum(TermPool& terms, TermOp op, TermId a, TermId b) {
    if (op == TermOp::subtract) {
        if (a == b) return terms.constant(0, terms[a].width);
        if (!terms.is_constant(b)) return std::nullopt;
        if (!is_address(terms, b))  // x - k: x + -k
            return terms.binary(TermOp::add, a, terms.unary(TermOp::negate, b));
        const Term left = terms[a];
        if (left.op == TermOp::add && are_of_one_object(terms, left.b, b))  // (x + &a) - &a: x
            return terms.binary(TermOp::add, left.a, terms.binary(TermOp::subtract, left.b, b));
        return std::nullopt;
    }
    if (is_value(terms, b, 0)) return a;
    const Term left = terms[a];
    if (left.op == TermOp::add && terms.is_constant(left.b) && terms.is_constant(b))
        return terms.binary(TermOp::add, left.a, terms.binary(TermOp::add, left.b, b));
    return std::nullopt;
}

Simpler simplify_bits(TermPool& terms, TermOp op, TermId a, TermId b) {
    const TermId zero = terms.constant(0, terms[a].width);
    if (op == TermOp::bit_xor) {
        if (a == b) return zero;
        return b == zero ? Simpler(a) : std::nullopt;
    }
    if (a == b) return a;
    const bool is_and = op == TermOp::bit_and;
    if (b == zero) return is_and ? zero : a;
    if (is_value(terms, b, ~std::uint64_t{0})) return is_and ? a : b;
    return std::nullopt;
}

Simpler simplify_product(TermPool& terms, TermOp op, TermId a, TermId b) {
    const bool divides_signed = op == TermOp::signed_divide || op == TermOp::signed_remainder;
    const bool is_remainder = op == TermOp::unsigned_remainder || op == TermOp::signed_remainder;
    if (is_value(terms, b, 1) && !(divides_signed && terms[a].width == 1))
        return is_remainder ? terms.constant(0, terms[a].width) : a;
    if (op == TermOp::multiply && is_value(terms, b, 0)) return b;
    return std::nullopt;
}

Simpler simplify_by_operator(TermPool& terms, TermOp op, TermId a, TermId b) {
    switch (op) {
        case TermOp::logical_and:
        case TermOp::logical_or:
            return simplify_logical(terms, op, a, b);
        case TermOp::add:
        case TermOp::subtract:
            return simplify_sum(terms, op, a, b);
        case TermOp::bit_and:
        case TermOp::bit_or:
        case TermOp::bit_xor:
            return simplify_bits(terms, op, a, b);
        case TermOp::multiply:
        case TermOp::unsigned_divide:
        case TermOp::signed_divide:
        case TermOp::unsigned_remainder:
        case TermOp::signed_remainder:
            return simplify_product(terms, op, a, b);
        case TermOp::shift_left:
        case TermOp::logical_shift_right:
        case TermOp::arithmetic_shift_right:
            return is_value(terms, b, 0) ? Simpler(a) : std::nullopt;
        default:
            return simplify_comparison(terms, op, a, b);
    }
}

}  // namespace

bool is_commutative(TermOp op) {
    switch (op) {
        case TermOp::add:
        case TermOp::multiply:
        case TermOp::bit_and:
        case TermOp::bit_or:
        case TermOp::bit_xor:
        case TermOp::equal:
        case TermOp::logical_and:
        case TermOp::logical_or:
            return true;
        default:
            return false;
    }
}

bool is_comparison(TermOp op) { return op >= TermOp::equal && op <= TermOp::signed_less_equal; }

std::uint8_t result_width(TermOp op, std::uint8_t operand_width) {
    return is_comparison(op) ? 1 : operand_width;
}

bool has_constant_branches(const TermPool& terms, TermId id) {
    const Term& term = terms[id];
    return term.op == TermOp::if_then_else && terms.is_constant(term.b) &&
           terms.is_constant(term.c);
}

Simpler simplify_binary(TermPool& terms, TermOp op, TermId a, TermId b) {
    if (auto simpler = simplify_by_operator(terms, op, a, b)) return simpler;
    if (op == TermOp::logical_and || op == TermOp::logical_or) return std::nullopt;
    if (auto simpler = push_into_branches(terms, op, a, b, true)) return simpler;
    return push_into_branches(terms, op, a, b, false);
}

namespace {

/// Whether the negation of a term is that of its operands: !(x || y), and !(!x && !y).
bool passes_negation_on(const TermPool& terms, TermId id) {
    const auto is_not = [&](TermId each) { return terms[each].op == TermOp::logical_not; };
    const Term& term = terms[id];
    return term.op == TermOp::logical_or ||
           (term.op == TermOp::logical_and && is_not(term.a) && is_not(term.b));
}

}  // namespace

/// Without recursion, for that an index is in an array of 65,536 is as deep.
Simpler simplify_not(TermPool& terms, TermId a) {
    if (!passes_negation_on(terms, a)) return std::nullopt;
    std::unordered_map<TermId, TermId> negations;
    std::vector<TermId> open{a};
    const auto is_done = [&](TermId id) {
        if (negations.contains(id)) return true;
        if (passes_negation_on(terms, id)) return false;
        negations.emplace(id, terms.lnot(id));
        return true;
    };
    while (!open.empty()) {
        const Term term = terms[open.back()];
        if (!is_done(term.a)) {
            open.push_back(term.a);
        } else if (!is_done(term.b)) {
            open.push_back(term.b);
        } else {
            const TermId x = negations.at(term.a);
            const TermId y = negations.at(term.b);
            negations.emplace(open.back(),
                              term.op == TermOp::logical_or ? terms.land(x, y) : terms.lor(x, y));
            open.pop_back();
        }
    }
    return negations.at(a);
}

Simpler simplify_extension(TermPool& terms, const Term& shape) {
    const Term inner = terms[shape.a];
    const bool extends = shape.op != TermOp::truncate;
    // match: (extend (extend x)) of one kind, or zero_extend inside; result: one extension
    if (extends && (inner.op == shape.op || inner.op == TermOp::zero_extend))
        return terms.extend(inner.a, shape.width, inner.op == TermOp::sign_extend);
    // match: (truncate (extend x)); result: x cut or extended
    if (!extends && (inner.op == TermOp::zero_extend || inner.op == TermOp::sign_extend))
        return terms.extend(inner.a, shape.width, inner.op == TermOp::sign_extend);
    if (!extends && inner.op == TermOp::truncate) return terms.extend(inner.a, shape.width, false);
    return std::nullopt;
}

Simpler simplify_if(TermPool& terms, TermId condition, TermId when_true, TermId when_false) {
    if (terms.is_constant(condition)) return terms.is_true(condition) ? when_true : when_false;
    if (when_true == when_false) return when_true;
    if (terms[when_true].width != 1) return std::nullopt;
    if (terms.is_true(when_true)) return terms.lor(condition, when_false);
    if (terms.is_false(when_true)) return terms.land(terms.lnot(condition), when_false);
    if (terms.is_true(when_false)) return terms.lor(terms.lnot(condition), when_true);
    if (terms.is_false(when_false)) return terms.land(condition, when_true);
    return std::nullopt;
}

}  // namespace clmm::litmus
