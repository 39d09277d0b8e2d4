#include <gtest/gtest.h>

#include <cstring>

#include "exec/values/number.h"

namespace clmm::cli {
namespace {

std::string round_trip(NumberType type, const std::string& text) {
    std::byte bytes[8] = {};
    if (const auto wrong = parse_number(type, text, bytes)) return *wrong;
    return format_number(type, bytes);
}

TEST(Number, IntegersAreReadInTheirType) {
    EXPECT_EQ(round_trip(NumberType::i32, "-17"), "-17");
    EXPECT_EQ(round_trip(NumberType::u8, "0xfF"), "255");
    EXPECT_EQ(round_trip(NumberType::i8, "-128"), "-128");
    EXPECT_EQ(round_trip(NumberType::u32, "-1"), "4294967295");
    EXPECT_EQ(round_trip(NumberType::i32, "0xffffffff"), "-1");
    EXPECT_EQ(round_trip(NumberType::u64, "18446744073709551615"), "18446744073709551615");
}

TEST(Number, IntegersThatDoNotFitAreErrors) {
    EXPECT_EQ(round_trip(NumberType::u8, "256"), "'256' does not fit the type uchar");
    EXPECT_EQ(round_trip(NumberType::i8, "-129"), "'-129' does not fit the type char");
    EXPECT_EQ(round_trip(NumberType::u64, "18446744073709551616"),
              "'18446744073709551616' does not fit the type ulong");
    EXPECT_EQ(round_trip(NumberType::i32, "1.5"), "'1.5' is no number of type int");
    EXPECT_EQ(round_trip(NumberType::i32, "--1"), "'--1' is no number of type int");
    EXPECT_EQ(round_trip(NumberType::i32, "0x"), "'0x' is no number of type int");
    EXPECT_EQ(round_trip(NumberType::i32, ""), "'' is no number of type int");
}

TEST(Number, FloatingNumbersAreShortAndExact) {
    EXPECT_EQ(round_trip(NumberType::f32, "0.1"), "0.1");
    EXPECT_EQ(round_trip(NumberType::f32, "16777217"), "16777216");
    EXPECT_EQ(round_trip(NumberType::f64, "-1e300"), "-1e+300");
    EXPECT_EQ(round_trip(NumberType::f32, "0x1p-3"), "0.125");
    EXPECT_EQ(round_trip(NumberType::f32, "1.5f"), "1.5");
    EXPECT_EQ(round_trip(NumberType::f32, "-inf"), "-inf");
    EXPECT_EQ(round_trip(NumberType::f64, "nan"), "nan");
    EXPECT_EQ(round_trip(NumberType::f32, "1x"), "'1x' is no number of type float");
    EXPECT_EQ(round_trip(NumberType::f32, "+-1"), "'+-1' is no number of type float");
}

TEST(Number, HalfIsRoundedOnce) {
    // Halfway between 1 and the next half, and a little more: a float on the way would lose it.
    EXPECT_EQ(round_trip(NumberType::f16, "1.00048828125"), "1");
    EXPECT_EQ(round_trip(NumberType::f16, "1.00048828125000001"), "1");  // the same double
    EXPECT_EQ(round_trip(NumberType::f16, "1.0004882812500002"), "1.0009766");
    EXPECT_EQ(round_trip(NumberType::f16, "-1.0004882812500002"), "-1.0009766");
    EXPECT_EQ(round_trip(NumberType::f16, "65519.99999999999"), "65504");
    EXPECT_EQ(round_trip(NumberType::f16, "65520"), "inf");
    EXPECT_EQ(round_trip(NumberType::f16, "1e300"), "inf");
    EXPECT_EQ(round_trip(NumberType::f16, "1e-300"), "0");
}

TEST(Number, TypesOfParametersHaveElements) {
    EXPECT_EQ(element_type("global const float4*"), (ElementType{NumberType::f32, 4}));
    EXPECT_EQ(element_type("global atomic_int* const"), (ElementType{NumberType::i32, 1}));
    EXPECT_EQ(element_type("const ulong"), (ElementType{NumberType::u64, 1}));
    EXPECT_EQ(element_type("global uchar16*"), (ElementType{NumberType::u8, 16}));
    EXPECT_EQ(element_type("global struct s*"), std::nullopt);
    EXPECT_EQ(element_type("global global int**"), std::nullopt);
    EXPECT_EQ((ElementType{NumberType::f32, 3}).size(), 16U);
}

TEST(Number, ShapesHaveACountUnlessItOverflows) {
    EXPECT_EQ(NumberArray::count({2, 3, 4}), 24U);
    EXPECT_EQ(NumberArray::count({}), 1U);
    EXPECT_EQ(NumberArray::count({0, UINT64_MAX}), 0U);
    EXPECT_EQ(NumberArray::count({UINT64_MAX, 2}), std::nullopt);
}

}  // namespace
}  // namespace clmm::cli
