#include "clmm/litmus/term.h"

#include <gtest/gtest.h>

#include <random>

#include "clmm/litmus/evaluation.h"

namespace clmm::litmus {
namespace {

constexpr TermOp kBinary[] = {TermOp::add,
                              TermOp::subtract,
                              TermOp::multiply,
                              TermOp::unsigned_divide,
                              TermOp::signed_divide,
                              TermOp::unsigned_remainder,
                              TermOp::signed_remainder,
                              TermOp::bit_and,
                              TermOp::bit_or,
                              TermOp::bit_xor,
                              TermOp::shift_left,
                              TermOp::logical_shift_right,
                              TermOp::arithmetic_shift_right,
                              TermOp::equal,
                              TermOp::unsigned_less,
                              TermOp::unsigned_less_equal,
                              TermOp::signed_less,
                              TermOp::signed_less_equal};

/// Reads have the values given to them, final values and choices are numbers.
class Given : public Valuation {
public:
    std::vector<std::uint64_t> reads;
    std::uint64_t read_value(EventId event) const override { return reads.at(event.index()); }
    std::uint64_t final_value(LocationId location) const override { return 100 + location.index(); }
    std::uint64_t choice(std::uint64_t number) const override { return number % 2; }
};

std::uint64_t applied(TermOp op, unsigned width, std::uint64_t a, std::uint64_t b) {
    const bool compares = op >= TermOp::equal && op <= TermOp::signed_less_equal;
    return apply({.op = op, .width = static_cast<std::uint8_t>(compares ? 1 : width)}, width, a, b,
                 0);
}

TEST(Apply, follows_smt_lib_where_c_is_undefined) {
    EXPECT_EQ(applied(TermOp::unsigned_divide, 8, 7, 0), 0xffU);
    EXPECT_EQ(applied(TermOp::unsigned_remainder, 8, 7, 0), 7U);
    EXPECT_EQ(applied(TermOp::signed_divide, 8, 0xf9, 0), 1U);
    EXPECT_EQ(applied(TermOp::signed_divide, 8, 0x80, 0xff), 0x80U);
    EXPECT_EQ(applied(TermOp::signed_remainder, 8, 0xf9, 2), 0xffU);
    EXPECT_EQ(applied(TermOp::shift_left, 8, 1, 8), 0U);
    EXPECT_EQ(applied(TermOp::arithmetic_shift_right, 8, 0x80, 200), 0xffU);
    EXPECT_EQ(applied(TermOp::signed_less, 8, 0x80, 0), 1U);
    EXPECT_EQ(applied(TermOp::unsigned_less, 8, 0x80, 0), 0U);
}

TEST(TermPool, equal_terms_are_one) {
    TermPool pool;
    const TermId r = pool.read_value(EventId(0), 32);
    const TermId s = pool.read_value(EventId(1), 32);
    EXPECT_EQ(pool.binary(TermOp::add, r, s), pool.binary(TermOp::add, s, r));
    EXPECT_EQ(pool.constant(0x1ffffffff, 32), pool.constant(0xffffffff, 32));
    EXPECT_NE(pool.choice(1), pool.choice(1));
}

TEST(TermPool, folds_constants_as_apply_says) {
    TermPool pool;
    const std::uint64_t values[] = {0, 1, 2, 5, 0x7f, 0x80, 0xf9, 0xff};
    for (const TermOp op : kBinary)
        for (const std::uint64_t a : values)
            for (const std::uint64_t b : values) {
                const TermId folded = pool.binary(op, pool.constant(a, 8), pool.constant(b, 8));
                ASSERT_TRUE(pool.is_constant(folded));
                EXPECT_EQ(pool[folded].payload, applied(op, 8, a, b));
            }
}

TEST(TermPool, neutral_and_absorbing_elements) {
    TermPool pool;
    const TermId r = pool.read_value(EventId(0), 32);
    const TermId zero = pool.constant(0, 32);
    const TermId one = pool.constant(1, 32);
    const TermId ones = pool.constant(~std::uint64_t{0}, 32);
    EXPECT_EQ(pool.binary(TermOp::add, zero, r), r);
    EXPECT_EQ(pool.binary(TermOp::subtract, r, r), zero);
    EXPECT_EQ(pool.binary(TermOp::multiply, r, zero), zero);
    EXPECT_EQ(pool.binary(TermOp::multiply, one, r), r);
    EXPECT_EQ(pool.binary(TermOp::bit_and, r, ones), r);
    EXPECT_EQ(pool.binary(TermOp::bit_or, r, zero), r);
    EXPECT_EQ(pool.binary(TermOp::bit_xor, r, r), zero);
    EXPECT_EQ(pool.unary(TermOp::negate, pool.unary(TermOp::negate, r)), r);
    EXPECT_TRUE(pool.is_true(pool.equal(r, r)));
    EXPECT_TRUE(pool.is_false(pool.binary(TermOp::unsigned_less, r, zero)));
}

TEST(TermPool, guards_simplify) {
    TermPool pool;
    const TermId a = pool.choice(1);
    const TermId b = pool.choice(1);
    const TermId c = pool.choice(1);
    EXPECT_EQ(pool.lnot(pool.lnot(a)), a);
    EXPECT_TRUE(pool.is_false(pool.land(a, pool.lnot(a))));
    EXPECT_TRUE(pool.is_true(pool.lor(a, pool.lnot(a))));
    EXPECT_EQ(pool.lor(pool.land(a, b), pool.land(a, pool.lnot(b))), a);
    EXPECT_TRUE(pool.is_false(pool.land(pool.land(a, b), pool.lnot(b))));
    EXPECT_EQ(pool.lor(a, pool.land(pool.lnot(a), b)), pool.lor(a, b));
    const TermId two = pool.lor(a, b);
    EXPECT_EQ(pool.lor(two, pool.land(pool.lnot(two), c)), pool.lor(two, c));
    EXPECT_EQ(pool.lnot(pool.lnot(two)), two);
}

TEST(TermPool, a_boolean_as_a_number_compares_as_the_boolean) {
    TermPool pool;
    const TermId c = pool.choice(1);
    const TermId number = pool.extend(c, 32, false);
    EXPECT_EQ(pool.equal(number, pool.constant(1, 32)), c);
    EXPECT_EQ(pool.equal(number, pool.constant(0, 32)), pool.lnot(c));
    EXPECT_TRUE(pool.is_false(pool.equal(number, pool.constant(2, 32))));
    EXPECT_EQ(pool.if_then_else(c, pool.boolean(true), pool.boolean(false)), c);
    EXPECT_EQ(pool.if_then_else(c, number, number), number);
}

TEST(TermPool, comparisons_go_through_extensions_and_products) {
    TermPool pool;
    const TermId r = pool.read_value(EventId(0), 32);
    const TermId wide = pool.extend(r, 64, true);
    EXPECT_EQ(pool.equal(wide, pool.constant(7, 64)), pool.equal(r, pool.constant(7, 32)));
    EXPECT_TRUE(
        pool.is_false(pool.equal(pool.extend(r, 64, false), pool.constant(~std::uint64_t{0}, 64))));
    const TermId bytes = pool.binary(TermOp::multiply, wide, pool.constant(4, 64));
    EXPECT_EQ(pool.equal(bytes, pool.constant(8, 64)), pool.equal(r, pool.constant(2, 32)));
    EXPECT_TRUE(pool.is_false(pool.equal(bytes, pool.constant(6, 64))));
    const TermId shifted = pool.binary(TermOp::add, bytes, pool.constant(0x1000, 64));
    EXPECT_EQ(pool.equal(shifted, pool.constant(0x1004, 64)), pool.equal(r, pool.constant(1, 32)));
}

TEST(TermPool, text) {
    TermPool pool;
    const TermId r = pool.read_value(EventId(3), 32);
    const TermId sum = pool.binary(TermOp::add, r, pool.constant(~std::uint64_t{0}, 32));
    EXPECT_EQ(pool.to_text(sum), "v(e3) + -1");
    EXPECT_EQ(pool.to_text(pool.lnot(pool.equal(r, pool.constant(0, 32)))), "v(e3) != 0");
}

/// Terms over reads, and the same with constants in place of the reads.
struct TermPairs {
    using Pair = std::pair<TermId, TermId>;  ///< symbolic, constant
    TermPool pool;
    Given given;
    std::vector<Pair> numbers;
    std::vector<Pair> booleans;

    explicit TermPairs(std::mt19937_64& random) {
        for (std::size_t i = 0; i < 3; ++i) {
            given.reads.push_back(random() % 4 == 0 ? random() & 0xffU : random() % 4);
            numbers.emplace_back(pool.read_value(EventId(i), 8), pool.constant(given.reads[i], 8));
            numbers.emplace_back(pool.constant(i, 8), pool.constant(i, 8));
        }
        booleans.emplace_back(pool.equal(numbers[0].first, numbers[1].first),
                              pool.equal(numbers[0].second, numbers[1].second));
    }

    /// One more pair, made of those that are there.
    void grow(std::mt19937_64& random) {
        const auto a = numbers[random() % numbers.size()];
        const auto b = numbers[random() % numbers.size()];
        const auto p = booleans[random() % booleans.size()];
        const auto q = booleans[random() % booleans.size()];
        const auto both = [&](auto build) {
            return std::pair{build(a.first, b.first, p.first, q.first),
                             build(a.second, b.second, p.second, q.second)};
        };
        const TermOp op = kBinary[random() % std::size(kBinary)];
        switch (random() % 6) {
            case 0:
            case 1: {
                const auto made =
                    both([&](TermId x, TermId y, TermId, TermId) { return pool.binary(op, x, y); });
                (pool[made.first].width == 1 ? booleans : numbers).push_back(made);
                break;
            }
            case 2:
                numbers.push_back(both([&](TermId x, TermId y, TermId c, TermId) {
                    return pool.if_then_else(c, x, y);
                }));
                break;
            case 3:
                booleans.push_back(
                    both([&](TermId, TermId, TermId c, TermId d) { return pool.land(c, d); }));
                break;
            case 4:
                booleans.push_back(both(
                    [&](TermId, TermId, TermId c, TermId d) { return pool.lor(c, pool.lnot(d)); }));
                break;
            default:
                numbers.push_back(both([&](TermId x, TermId y, TermId, TermId) {
                    return pool.extend(pool.binary(TermOp::multiply, pool.extend(x, 16, true),
                                                   pool.extend(y, 16, false)),
                                       8, false);
                }));
                break;
        }
    }
};

/// Random terms, built with and without constants in place of their reads, have one value.
TEST(TermPool, simplification_keeps_values) {
    std::mt19937_64 random(1);
    for (unsigned round = 0; round < 3000; ++round) {
        TermPairs terms(random);
        for (unsigned step = 0; step < 12; ++step) terms.grow(random);
        for (const auto& list : {terms.numbers, terms.booleans})
            for (const auto& [symbolic, constant] : list)
                ASSERT_EQ(evaluate(terms.pool, symbolic, terms.given), terms.pool[constant].payload)
                    << terms.pool.to_text(symbolic);
    }
}

TEST(Evaluate, deep_terms_need_no_stack) {
    TermPool pool;
    Given given;
    given.reads = {1, 2};
    TermId term = pool.read_value(EventId(0), 32);
    for (unsigned i = 0; i < 200000; ++i)
        term = pool.binary(i % 2 == 0 ? TermOp::add : TermOp::bit_xor,
                           pool.read_value(EventId(1), 32), term);
    EXPECT_LT(evaluate(pool, term, given), std::uint64_t{1} << 32U);
    EXPECT_NE(pool.to_text(term).find("…"), std::string::npos);
}

/// The value of the second read is what is asked of the first one.
class Chained final : public Given {
public:
    explicit Chained(Evaluation& evaluation) : evaluation_(evaluation) {}
    TermId behind{};
    std::uint64_t read_value(EventId event) const override {
        return event.index() == 1 ? evaluation_.value(behind, *this) : Given::read_value(event);
    }

private:
    Evaluation& evaluation_;
};

TEST(Evaluation, keeps_values_until_it_forgets) {
    TermPool pool;
    const TermId sum =
        pool.binary(TermOp::add, pool.read_value(EventId(0), 32), pool.read_value(EventId(1), 32));
    Evaluation evaluation(pool);
    Chained given(evaluation);
    given.behind = pool.read_value(EventId(0), 32);
    given.reads = {3};
    EXPECT_EQ(evaluation.value(sum, given), 6U);
    given.reads = {4};
    EXPECT_EQ(evaluation.value(sum, given), 6U);
    evaluation.forget();
    EXPECT_EQ(evaluation.value(sum, given), 8U);
}

}  // namespace
}  // namespace clmm::litmus
