#include "clmm/language/integers.h"

#include <gtest/gtest.h>

#include <memory>

namespace clmm::language {
namespace {

using syntax::BinaryOperator;
using syntax::UnaryOperator;

constexpr IntegerType kChar{8, true}, kUshort{16, false}, kUint{32, false}, kLong{64, true},
    kUlong{64, false}, kBool{8, false, true};

syntax::ExpressionPtr literal(std::uint64_t value) {
    return std::make_unique<syntax::Expression>(
        syntax::Expression{{}, syntax::IntegerLiteral{value}});
}

TEST(Integers, NamesOfTypes) {
    EXPECT_EQ(find_integer_type("ushort"), kUshort);
    EXPECT_EQ(find_integer_type("size_t"), kUlong);
    EXPECT_EQ(find_integer_type("bool"), kBool);
    EXPECT_FALSE(find_integer_type("float"));
    EXPECT_FALSE(find_integer_type("atomic_int"));
    for (const auto name : integer_type_names()) EXPECT_TRUE(find_integer_type(name)) << name;
}

TEST(Integers, NarrowTypesBecomeIntAndTheUnsignedOneOfAWidthWins) {
    EXPECT_EQ(promoted(kUshort), kInt);
    EXPECT_EQ(promoted(kBool), kInt);
    EXPECT_EQ(promoted(kUint), kUint);
    EXPECT_EQ(common_type(kChar, kChar), kInt);
    EXPECT_EQ(common_type(kInt, kUint), kUint);
    EXPECT_EQ(common_type(kUint, kLong), kLong);
    EXPECT_EQ(common_type(kLong, kUlong), kUlong);
}

TEST(Integers, ConstantsTakeTheFirstTypeThatHasThem) {
    EXPECT_EQ(type_of(syntax::IntegerLiteral{0x7fffffff}), kInt);
    EXPECT_EQ(type_of(syntax::IntegerLiteral{0x80000000}), kLong);
    EXPECT_EQ(type_of(syntax::IntegerLiteral{0x80000000, true}), kUint);
    EXPECT_EQ(type_of(syntax::IntegerLiteral{1, false, true}), kLong);
    EXPECT_EQ(type_of(syntax::IntegerLiteral{0x100000000, true}), kUlong);
}

TEST(Integers, ConversionsTakeTheLowBitsAndBoolComparesWithZero) {
    EXPECT_EQ(converted({kInt, 300}, kChar).bits, 44U);
    EXPECT_EQ(converted({kInt, 200}, kChar).bits, static_cast<std::uint64_t>(-56));
    EXPECT_EQ(converted({kInt, ~std::uint64_t{0}}, kUshort).bits, 65535U);
    EXPECT_EQ(converted({kInt, 256}, kBool).bits, 1U);
}

TEST(Integers, ShiftsTakeTheirCountModuloTheWidth) {
    EXPECT_EQ(compute(BinaryOperator::shift_left, {kInt, 1}, {kInt, 33})->bits, 2U);
    EXPECT_EQ(compute(BinaryOperator::shift_left, {kLong, 1}, {kInt, 33})->bits, 1ULL << 33);
    EXPECT_EQ(
        compute(BinaryOperator::shift_right, {kChar, static_cast<std::uint64_t>(-8)}, {kInt, 1})
            ->bits,
        static_cast<std::uint64_t>(-4));
}

TEST(Integers, SignedArithmeticWrapsAndNothingIsDividedByZero) {
    const Integer least{kInt, static_cast<std::uint64_t>(INT32_MIN)};
    const Integer minus_one{kInt, ~std::uint64_t{0}};
    EXPECT_EQ(compute(BinaryOperator::divide, least, minus_one)->bits, least.bits);
    EXPECT_EQ(compute(BinaryOperator::remainder, least, minus_one)->bits, 0U);
    EXPECT_EQ(compute(UnaryOperator::minus, least)->bits, least.bits);
    EXPECT_FALSE(compute(BinaryOperator::divide, least, {kInt, 0}));
    EXPECT_EQ(compute(BinaryOperator::less, minus_one, {kUint, 0})->bits, 0U);
    EXPECT_EQ(compute(BinaryOperator::less, minus_one, {kInt, 0})->bits, 1U);
}

TEST(Integers, ConstantExpressionsAskForNamesAndLeaveOutWhatIsNotEvaluated) {
    syntax::Expression sum{{},
                           syntax::Binary{BinaryOperator::add,
                                          std::make_unique<syntax::Expression>(syntax::Expression{
                                              {}, syntax::Name{"memory_order_seq_cst"}}),
                                          std::make_unique<syntax::Expression>(
                                              syntax::Expression{{}, syntax::Name{"own"}})}};
    EXPECT_FALSE(constant_value(sum));
    const auto own = [](std::string_view) { return std::optional<Integer>{}; };
    EXPECT_FALSE(constant_value(sum, own));
    EXPECT_EQ(
        constant_value(sum,
                       [](std::string_view name) {
                           return name == "own" ? std::optional(Integer{kUlong, 2}) : std::nullopt;
                       })
            ->bits,
        7U);
    syntax::Expression either{{},
                              syntax::Binary{BinaryOperator::logical_or, literal(1),
                                             std::make_unique<syntax::Expression>(std::move(sum))}};
    EXPECT_EQ(constant_value(either)->bits, 1U);
}

}  // namespace
}  // namespace clmm::language
