#include "outcomes/bit_pattern.h"

#include <gtest/gtest.h>

#include <set>

namespace clmm::explorer {
namespace {

using litmus::TermId;
using litmus::TermOp;
using litmus::TermPool;

constexpr unsigned kWidth = 8;

class One final : public litmus::Valuation {
public:
    explicit One(const BitPatterns::Chosen& chosen, const TermPool& terms)
        : chosen_(chosen), terms_(terms) {}
    [[nodiscard]] std::uint64_t read_value(litmus::EventId) const override { return 0; }
    [[nodiscard]] std::uint64_t final_value(litmus::LocationId) const override { return 0; }
    [[nodiscard]] std::uint64_t choice(std::uint64_t number) const override {
        for (const auto& [leaf, value] : chosen_)
            if (terms_[leaf].payload == number) return value;
        return 0;
    }

private:
    const BitPatterns::Chosen& chosen_;
    const TermPool& terms_;
};

/// The pattern has the values that the term has, no others; each can be chosen.
void expect_exact(const TermPool& terms, TermId term, TermId leaf) {
    const BitPatterns patterns(terms);
    const auto pattern = patterns.of(term);
    ASSERT_TRUE(pattern) << terms.to_text(term);
    std::set<std::uint64_t> values;
    for (std::uint64_t value = 0; value < 1U << kWidth; ++value) {
        const BitPatterns::Chosen chosen{{leaf, value}};
        values.insert(litmus::evaluate(terms, term, One(chosen, terms)));
    }
    std::set<std::uint64_t> of_pattern;
    for (std::uint64_t number = 0; number < std::uint64_t{1} << pattern->free(); ++number)
        of_pattern.insert(pattern->with(number));
    EXPECT_EQ(of_pattern, values) << terms.to_text(term);
    for (const std::uint64_t value : values) {
        EXPECT_TRUE(pattern->contains(value));
        BitPatterns::Chosen chosen;
        patterns.choose(term, value, chosen);
        EXPECT_EQ(litmus::evaluate(terms, term, One(chosen, terms)), value) << terms.to_text(term);
    }
}

/// Calls f(a pool, a leaf, the leaf under the operator with a constant, on either side).
template <class F>
void for_each_step(TermPool& terms, TermId of, F&& f) {
    const unsigned width = terms[of].width;
    for (const TermOp op : {TermOp::bit_not, TermOp::negate}) f(terms.unary(op, of));
    for (const unsigned wider : {16U, 32U}) f(terms.extend(of, wider, false));
    for (const std::uint64_t constant : {1U, 2U, 3U, 6U, 7U, 12U, 0x40U, 0x81U, 0xf0U}) {
        const TermId other = terms.constant(constant, width);
        for (const TermOp op : {TermOp::bit_and, TermOp::bit_or, TermOp::bit_xor, TermOp::add,
                                TermOp::subtract, TermOp::multiply})
            f(terms.binary(op, of, other));
        f(terms.binary(TermOp::subtract, other, of));
        if (constant >= width) continue;
        f(terms.binary(TermOp::shift_left, of, other));
        f(terms.binary(TermOp::logical_shift_right, of, other));
    }
}

TEST(BitPattern, IsWhatOneOperatorMakesOfALeaf) {
    TermPool terms;
    const TermId leaf = terms.choice(kWidth);
    for_each_step(terms, leaf, [&](TermId term) { expect_exact(terms, term, leaf); });
}

/// After what fixes bits not everything has a pattern: but what has one, has this.
TEST(BitPattern, IsWhatTwoOperatorsMakeOfALeaf) {
    TermPool terms;
    const TermId leaf = terms.choice(kWidth);
    std::size_t known = 0, unknown = 0;
    for_each_step(terms, leaf, [&](TermId first) {
        for_each_step(terms, first, [&](TermId term) {
            if (terms.is_constant(term)) return;
            const bool has_pattern = BitPatterns(terms).of(term).has_value();
            ++(has_pattern ? known : unknown);
            if (has_pattern) expect_exact(terms, term, leaf);
        });
    });
    EXPECT_GT(known, unknown);
    EXPECT_GT(unknown, 0U);
}

TEST(BitPattern, IsEveryValueOfASumWithALeafOfItsOwn) {
    TermPool terms;
    const TermId a = terms.choice(kWidth), b = terms.choice(kWidth);
    const TermId doubled = terms.binary(TermOp::shift_left, b, terms.constant(1, kWidth));
    const BitPatterns patterns(terms);
    for (const TermOp op : {TermOp::add, TermOp::subtract, TermOp::bit_xor}) {
        for (const TermId sum : {terms.binary(op, a, doubled), terms.binary(op, doubled, a)}) {
            ASSERT_TRUE(patterns.of(sum));
            EXPECT_TRUE(patterns.of(sum)->is_every());
            BitPatterns::Chosen chosen;
            patterns.choose(sum, 77, chosen);
            EXPECT_EQ(litmus::evaluate(terms, sum, One(chosen, terms)), 77U);
        }
        // One choice on both sides, or no side that can be anything.
        EXPECT_FALSE(patterns.of(terms.binary(op, b, doubled)));
        const TermId other = terms.binary(TermOp::shift_left, a, terms.constant(1, kWidth));
        EXPECT_FALSE(patterns.of(terms.binary(op, other, doubled)));
    }
    EXPECT_FALSE(patterns.of(terms.binary(TermOp::multiply, a, b)));
    EXPECT_FALSE(patterns.of(terms.if_then_else(terms.equal(a, b), a, b)));
}

}  // namespace
}  // namespace clmm::explorer
