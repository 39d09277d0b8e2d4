#include "clmm/language/conversion_names.h"

#include <gtest/gtest.h>

#include "clmm/language/vectors.h"

namespace clmm::language {
namespace {

TEST(ConversionNames, say_type_rounding_and_saturation) {
    const auto found = find_conversion("convert_uchar4_sat_rte");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->scalar, Scalar::u8);
    EXPECT_EQ(found->lanes, 4U);
    EXPECT_EQ(found->rounding, Rounding::to_even);
    EXPECT_TRUE(found->saturates);
    EXPECT_FALSE(found->reinterprets);
}

TEST(ConversionNames, without_suffixes_have_neither) {
    const auto found = find_conversion("convert_double");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->scalar, Scalar::f64);
    EXPECT_EQ(found->lanes, 1U);
    EXPECT_EQ(found->rounding, Rounding::none);
    EXPECT_FALSE(found->saturates);
}

TEST(ConversionNames, reinterpretations_have_no_suffixes) {
    const auto found = find_conversion("as_half3");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->scalar, Scalar::f16);
    EXPECT_EQ(found->lanes, 3U);
    EXPECT_TRUE(found->reinterprets);
    EXPECT_FALSE(find_conversion("as_float_rte"));
    EXPECT_FALSE(find_conversion("as_int_sat"));
}

TEST(ConversionNames, others_are_none) {
    for (const char* name :
         {"convert_", "convert_int5", "convert_rte", "convert_int_rte_sat", "convert_bool",
          "convert_size_t", "convert_unsigned", "convert", "as_", "as_event_t", "int4"})
        EXPECT_FALSE(find_conversion(name)) << name;
}

TEST(VectorAccesses, of_halves_are_rounded_where_they_are_stored) {
    const auto stored = find_vector_access("vstorea_half16_rtz");
    ASSERT_TRUE(stored);
    EXPECT_TRUE(stored->stores && stored->of_halves && stored->is_aligned);
    EXPECT_EQ(stored->lanes, 16U);
    EXPECT_EQ(stored->rounding, Rounding::to_zero);
    EXPECT_FALSE(find_vector_access("vload_half4_rtz"));
    EXPECT_FALSE(find_vector_access("vstore4_rtz"));
    EXPECT_FALSE(find_vector_access("vloada4"));
    EXPECT_FALSE(find_vector_access("vload1"));
}

}  // namespace
}  // namespace clmm::language
