// Floating-point numbers as terms, against those of the machine.
#include "terms/floating.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace clmm::litmus {
namespace {

std::vector<float> samples() {
    std::vector<float> all{0.0F, 1.0F, 1.5F, 0.1F, 3e38F, 1e-45F, 1.2e-38F};
    all.push_back(std::numeric_limits<float>::infinity());
    all.push_back(std::numeric_limits<float>::quiet_NaN());
    for (std::size_t i = 0; i < 9; ++i) all.push_back(-all[i]);
    return all;
}

TermId bits(TermPool& terms, float value) {
    return terms.constant(std::bit_cast<std::uint32_t>(value), 32);
}

TEST(Floating, RelationsAreThoseOfTheMachine) {
    TermPool terms;
    for (const float a : samples()) {
        const TermId x = bits(terms, a);
        EXPECT_EQ(terms.is_true(is_nan(terms, x)), std::isnan(a)) << a;
        EXPECT_EQ(terms.is_true(is_infinite(terms, x)), std::isinf(a)) << a;
        EXPECT_EQ(terms.is_true(is_normal(terms, x)), std::isnormal(a)) << a;
        EXPECT_EQ(terms.is_true(is_zero(terms, x)), a == 0) << a;
        EXPECT_EQ(terms.is_true(has_sign(terms, x)), std::signbit(a)) << a;
        for (const float b : samples()) {
            const TermId y = bits(terms, b);
            EXPECT_EQ(terms.is_true(floating_less(terms, x, y)), a < b) << a << " " << b;
            EXPECT_EQ(terms.is_true(floating_equal(terms, x, y)), a == b) << a << " " << b;
        }
    }
}

TEST(Floating, ResultsAreExactOrNotKnown) {
    const auto result = [](FloatingOp op, float a, float b) {
        return exact_result(op, 32, std::bit_cast<std::uint32_t>(a),
                            std::bit_cast<std::uint32_t>(b));
    };
    const auto is = [](float value) {
        return std::optional(std::uint64_t{std::bit_cast<std::uint32_t>(value)});
    };
    EXPECT_EQ(result(FloatingOp::add, 1.5F, 2.25F), is(3.75F));
    EXPECT_EQ(result(FloatingOp::subtract, 1.5F, 1.5F), is(0.0F));
    EXPECT_EQ(result(FloatingOp::multiply, -1.5F, 3.0F), is(-4.5F));
    EXPECT_EQ(result(FloatingOp::add, 1.0F, 1e-9F), std::nullopt);
    EXPECT_EQ(result(FloatingOp::multiply, 0.1F, 0.1F), std::nullopt);
    EXPECT_EQ(result(FloatingOp::multiply, 1e-30F, 1e-10F), std::nullopt);  // subnormal
    EXPECT_EQ(result(FloatingOp::multiply, 3e38F, 2.0F), std::nullopt);     // infinite
    EXPECT_EQ(result(FloatingOp::divide, 3.0F, 2.0F), std::nullopt);        // up to 2.5 ulp off
    const auto three = std::bit_cast<std::uint64_t>(3.0);
    const auto two = std::bit_cast<std::uint64_t>(2.0);
    EXPECT_EQ(exact_result(FloatingOp::divide, 64, three, two), std::bit_cast<std::uint64_t>(1.5));
    EXPECT_EQ(exact_result(FloatingOp::divide, 64, two, three), std::nullopt);
}

/// IEEE 754-2008, table 3.5: 11 bits of precision, exponents from -14 to 15.
TEST(Floating, HalvesAreRoundedToNearestEven) {
    EXPECT_EQ(nearest_bits(0.0, 16), 0U);
    EXPECT_EQ(nearest_bits(-0.0, 16), 0x8000U);
    EXPECT_EQ(nearest_bits(1.0, 16), 0x3c00U);
    EXPECT_EQ(nearest_bits(-2.0, 16), 0xc000U);
    EXPECT_EQ(nearest_bits(65504.0, 16), 0x7bffU);
    EXPECT_EQ(nearest_bits(65519.9, 16), 0x7bffU);
    EXPECT_EQ(nearest_bits(65520.0, 16), 0x7c00U);
    EXPECT_EQ(nearest_bits(std::ldexp(1.0, -14), 16), 0x0400U);
    EXPECT_EQ(nearest_bits(std::ldexp(1.0, -24), 16), 0x0001U);
    EXPECT_EQ(nearest_bits(std::ldexp(1.0, -25), 16), 0x0000U);
    EXPECT_EQ(nearest_bits(std::ldexp(3.0, -25), 16), 0x0002U);
    EXPECT_EQ(nearest_bits(1.0 + std::ldexp(1.0, -11), 16), 0x3c00U);
    EXPECT_EQ(nearest_bits(1.0 + std::ldexp(3.0, -11), 16), 0x3c02U);
}

}  // namespace
}  // namespace clmm::litmus
