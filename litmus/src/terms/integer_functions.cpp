#include "terms/integer_functions.h"

#include <algorithm>

namespace clmm::litmus {
namespace {

using IntegerKind = language::IntegerFunction::Kind;

/// Terms over operands of one width.
class IntegerTerms {
public:
    IntegerTerms(TermPool& terms, unsigned width, bool is_signed)
        : terms_(terms), width_(width), is_signed_(is_signed) {}

    TermId number(std::uint64_t value) { return terms_.constant(value, width_); }
    TermId add(TermId a, TermId b) { return terms_.binary(TermOp::add, a, b); }
    TermId subtract(TermId a, TermId b) { return terms_.binary(TermOp::subtract, a, b); }
    TermId multiply(TermId a, TermId b) { return terms_.binary(TermOp::multiply, a, b); }
    TermId bits_and(TermId a, TermId b) { return terms_.binary(TermOp::bit_and, a, b); }
    TermId bits_or(TermId a, TermId b) { return terms_.binary(TermOp::bit_or, a, b); }
    TermId bits_xor(TermId a, TermId b) { return terms_.binary(TermOp::bit_xor, a, b); }
    TermId less(TermId a, TermId b) {
        return terms_.binary(is_signed_ ? TermOp::signed_less : TermOp::unsigned_less, a, b);
    }
    TermId below(TermId a, TermId b) { return terms_.binary(TermOp::unsigned_less, a, b); }
    TermId is_negative(TermId a) { return terms_.binary(TermOp::signed_less, a, number(0)); }
    TermId choose(TermId condition, TermId yes, TermId no) {
        return terms_.if_then_else(condition, yes, no);
    }
    TermId shifted_left(TermId a, TermId count) {
        return terms_.binary(TermOp::shift_left, a, count);
    }
    TermId shifted_right(TermId a, TermId count) {
        return terms_.binary(TermOp::logical_shift_right, a, count);
    }
    /// By one, as the type has it.
    TermId half(TermId a) {
        return terms_.binary(
            is_signed_ ? TermOp::arithmetic_shift_right : TermOp::logical_shift_right, a,
            number(1));
    }

    TermId least() { return number(is_signed_ ? std::uint64_t{1} << (width_ - 1) : 0); }
    TermId most() { return terms_.unary(TermOp::bit_not, least()); }
    /// The bound of the type on the side of a number.
    TermId bound_of(TermId a) { return choose(is_negative(a), least(), most()); }

    TermId minimum(TermId a, TermId b) { return choose(less(b, a), b, a); }
    TermId maximum(TermId a, TermId b) { return choose(less(a, b), b, a); }
    TermId clamped(TermId a, TermId low, TermId high) {
        return choose(less(high, low), terms_.choice(width_), minimum(maximum(a, low), high));
    }

    TermId absolute(TermId a) {
        return is_signed_ ? choose(is_negative(a), subtract(number(0), a), a) : a;
    }
    TermId distance(TermId a, TermId b) {
        return choose(less(a, b), subtract(b, a), subtract(a, b));
    }
    TermId saturated_sum(TermId a, TermId b);
    TermId saturated_difference(TermId a, TermId b);
    /// Half of the sum, rounded down or up, without the carry that the sum may have.
    TermId mean(TermId a, TermId b) { return add(bits_and(a, b), half(bits_xor(a, b))); }
    TermId mean_above(TermId a, TermId b) { return subtract(bits_or(a, b), half(bits_xor(a, b))); }

    TermId leading_zeros(TermId a);
    TermId trailing_zeros(TermId a);
    TermId ones(TermId a);
    TermId rotated(TermId a, TermId count);

    TermId high_product(TermId a, TermId b);
    TermId saturated_multiply_add(TermId a, TermId b, TermId c);
    TermId product_of_24_bits(TermId a, TermId b);

    TermId joined(TermId high, TermId low);
    TermId sign_as_int(TermId a) {
        return choose(is_negative(a), terms_.constant(1, 32), terms_.constant(0, 32));
    }

private:
    TermId bit(TermId a, unsigned index) {
        return terms_.lnot(terms_.equal(bits_and(a, number(std::uint64_t{1} << index)), number(0)));
    }
    TermId unsigned_high_product_of_64(TermId a, TermId b);
    TermId has_24_bits(TermId a);

    TermPool& terms_;
    unsigned width_;
    bool is_signed_;
};

TermId IntegerTerms::saturated_sum(TermId a, TermId b) {
    const TermId sum = add(a, b);
    if (!is_signed_) return choose(below(sum, a), most(), sum);
    const TermId overflows = is_negative(bits_and(bits_xor(a, sum), bits_xor(b, sum)));
    return choose(overflows, bound_of(a), sum);
}

TermId IntegerTerms::saturated_difference(TermId a, TermId b) {
    const TermId difference = subtract(a, b);
    if (!is_signed_) return choose(below(a, b), number(0), difference);
    const TermId overflows = is_negative(bits_and(bits_xor(a, b), bits_xor(a, difference)));
    return choose(overflows, bound_of(a), difference);
}

TermId IntegerTerms::leading_zeros(TermId a) {
    TermId result = number(width_);
    for (unsigned i = 0; i < width_; ++i)
        result = choose(bit(a, i), number(width_ - 1 - i), result);
    return result;
}

TermId IntegerTerms::trailing_zeros(TermId a) {
    TermId result = number(width_);
    for (unsigned i = width_; i-- > 0;) result = choose(bit(a, i), number(i), result);
    return result;
}

TermId IntegerTerms::ones(TermId a) {
    TermId result = number(0);
    for (unsigned i = 0; i < width_; ++i)
        result = add(result, bits_and(shifted_right(a, number(i)), number(1)));
    return result;
}

/// The count is taken modulo the width; a shift by the width itself is none.
TermId IntegerTerms::rotated(TermId a, TermId count) {
    const TermId left = bits_and(count, number(width_ - 1));
    const TermId right = bits_and(subtract(number(0), count), number(width_ - 1));
    return bits_or(shifted_left(a, left), shifted_right(a, right));
}

/// From products of halves of 32 bits.
TermId IntegerTerms::unsigned_high_product_of_64(TermId a, TermId b) {
    const TermId half_width = number(32);
    const auto low = [&](TermId x) { return bits_and(x, number(0xffffffffU)); };
    const auto high = [&](TermId x) { return shifted_right(x, half_width); };
    const TermId middle = add(multiply(high(a), low(b)), high(multiply(low(a), low(b))));
    const TermId carried = add(multiply(low(a), high(b)), low(middle));
    return add(add(multiply(high(a), high(b)), high(middle)), high(carried));
}

TermId IntegerTerms::high_product(TermId a, TermId b) {
    if (width_ < 64) {
        const auto wide = [&](TermId x) { return terms_.extend(x, 2 * width_, is_signed_); };
        const TermId product = terms_.binary(TermOp::multiply, wide(a), wide(b));
        return terms_.extend(terms_.binary(TermOp::logical_shift_right, product,
                                           terms_.constant(width_, 2 * width_)),
                             width_, false);
    }
    const TermId product = unsigned_high_product_of_64(a, b);
    if (!is_signed_) return product;
    return subtract(subtract(product, choose(is_negative(a), b, number(0))),
                    choose(is_negative(b), a, number(0)));
}

/// The product and the sum have twice the width; their upper half says whether they fit.
TermId IntegerTerms::saturated_multiply_add(TermId a, TermId b, TermId c) {
    const TermId low = add(multiply(a, b), c);
    const TermId carry = choose(below(low, c), number(1), number(0));
    TermId high = add(high_product(a, b), carry);
    if (!is_signed_) return choose(terms_.equal(high, number(0)), low, most());
    high = subtract(high, choose(is_negative(c), number(1), number(0)));
    const TermId sign = choose(is_negative(low), number(~std::uint64_t{0}), number(0));
    return choose(terms_.equal(high, sign), low, bound_of(high));
}

TermId IntegerTerms::has_24_bits(TermId a) {
    if (!is_signed_) return below(a, number(1U << 24));
    return below(add(a, number(1U << 23)), number(1U << 24));
}

TermId IntegerTerms::product_of_24_bits(TermId a, TermId b) {
    return choose(terms_.land(has_24_bits(a), has_24_bits(b)), multiply(a, b),
                  terms_.choice(width_));
}

TermId IntegerTerms::joined(TermId high, TermId low) {
    const unsigned wide = 2 * width_;
    const TermId upper = terms_.binary(TermOp::shift_left, terms_.extend(high, wide, false),
                                       terms_.constant(width_, wide));
    return terms_.binary(TermOp::bit_or, upper, terms_.extend(low, wide, false));
}

TermId of_one(IntegerTerms& with, IntegerKind kind, TermId a) {
    switch (kind) {
        case IntegerKind::abs:
            return with.absolute(a);
        case IntegerKind::clz:
            return with.leading_zeros(a);
        case IntegerKind::ctz:
            return with.trailing_zeros(a);
        case IntegerKind::popcount:
            return with.ones(a);
        default:  // any and all, of one component
            return with.sign_as_int(a);
    }
}

TermId of_two(IntegerTerms& with, IntegerKind kind, TermId a, TermId b) {
    switch (kind) {
        case IntegerKind::abs_diff:
            return with.distance(a, b);
        case IntegerKind::add_sat:
            return with.saturated_sum(a, b);
        case IntegerKind::sub_sat:
            return with.saturated_difference(a, b);
        case IntegerKind::hadd:
            return with.mean(a, b);
        case IntegerKind::rhadd:
            return with.mean_above(a, b);
        case IntegerKind::mul_hi:
            return with.high_product(a, b);
        case IntegerKind::rotate:
            return with.rotated(a, b);
        case IntegerKind::mul24:
            return with.product_of_24_bits(a, b);
        case IntegerKind::min:
            return with.minimum(a, b);
        case IntegerKind::max:
            return with.maximum(a, b);
        default:
            return with.joined(a, b);
    }
}

TermId of_three(IntegerTerms& with, IntegerKind kind, TermId a, TermId b, TermId c) {
    switch (kind) {
        case IntegerKind::mad_hi:
            return with.add(with.high_product(a, b), c);
        case IntegerKind::mad_sat:
            return with.saturated_multiply_add(a, b, c);
        case IntegerKind::mad24:
            return with.add(with.product_of_24_bits(a, b), c);
        case IntegerKind::clamp:
            return with.clamped(a, b, c);
        case IntegerKind::select:
            return with.choose(c, b, a);
        default:  // bitselect: of b where c has a one
            return with.bits_xor(a, with.bits_and(with.bits_xor(a, b), c));
    }
}

}  // namespace

TermId integer_function(TermPool& terms, IntegerKind kind, const std::vector<TermId>& operands,
                        bool is_signed) {
    IntegerTerms with(terms, terms[operands.front()].width, is_signed);
    if (operands.size() == 1) return of_one(with, kind, operands[0]);
    if (operands.size() == 2) return of_two(with, kind, operands[0], operands[1]);
    return of_three(with, kind, operands[0], operands[1], operands[2]);
}

}  // namespace clmm::litmus
