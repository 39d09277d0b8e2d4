#include "kernels/if_directive.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace clmm::litmus {
namespace {

/// Of words apart by blanks; a number with `u` behind it is unsigned.
DirectiveValue value_of(const std::string& text) {
    std::vector<DirectiveToken> tokens;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        DirectiveToken& token = tokens.emplace_back();
        if (word[0] >= '0' && word[0] <= '9') {
            token.value = std::stoull(word);
            token.is_unsigned = word.back() == 'u';
        } else {
            token.symbol = word;
        }
    }
    return evaluate_directive(tokens);
}

bool holds(const std::string& text) {
    const DirectiveValue value = value_of(text);
    EXPECT_EQ(value.error, DirectiveError::none) << text;
    return value.holds;
}

DirectiveError error_of(const std::string& text) { return value_of(text).error; }

TEST(IfDirective, binds_operators_as_C_does) {
    EXPECT_TRUE(holds("1 + 2 * 3 == 7"));
    EXPECT_TRUE(holds("( 1 + 2 ) * 3 == 9"));
    EXPECT_TRUE(holds("10 - 3 - 2 == 5"));
    EXPECT_TRUE(holds("1 << 2 + 1 == 8"));
    EXPECT_TRUE(holds("1 | 2 ^ 2 & 3"));
    EXPECT_TRUE(holds("0 || 1 && 1"));
    EXPECT_FALSE(holds("1 == 1 == 2"));
    EXPECT_TRUE(holds("0 ? 0 : 1 ? 5 : 0"));
    EXPECT_TRUE(holds("! 0 && ~ 0 == - 1 && + 3 == 3"));
    EXPECT_TRUE(holds("7 / 2 == 3 && 7 % 2 == 1 && - 7 / 2 == - 3"));
}

TEST(IfDirective, compares_signed_with_unsigned_as_unsigned) {
    EXPECT_TRUE(holds("- 1 < 0"));
    EXPECT_FALSE(holds("- 1 < 0u"));
    EXPECT_TRUE(holds("0u - 1 > 0"));
    EXPECT_TRUE(holds("( 1 ? - 1 : 0u ) > 0"));
    EXPECT_TRUE(holds("- 8 >> 1 == - 4"));
}

TEST(IfDirective, has_no_errors_where_nothing_is_evaluated) {
    EXPECT_FALSE(holds("0 && 1 / 0"));
    EXPECT_TRUE(holds("1 || 1 % 0"));
    EXPECT_TRUE(holds("1 ? 1 : 1 / 0"));
    EXPECT_TRUE(holds("0 ? 9223372036854775807 + 1 : 2"));
    EXPECT_TRUE(holds("1 || 1 << 64"));
}

TEST(IfDirective, says_what_has_no_value) {
    EXPECT_EQ(error_of("1 / 0"), DirectiveError::division_by_zero);
    EXPECT_EQ(error_of("1 % ( 2 - 2 )"), DirectiveError::division_by_zero);
    EXPECT_EQ(error_of("( - 9223372036854775807 - 1 ) / - 1"), DirectiveError::overflow);
    EXPECT_EQ(error_of("( - 9223372036854775807 - 1 ) % - 1"), DirectiveError::overflow);
    EXPECT_EQ(error_of("- ( - 9223372036854775807 - 1 )"), DirectiveError::overflow);
    EXPECT_EQ(error_of("9223372036854775807 + 1"), DirectiveError::overflow);
    EXPECT_EQ(error_of("9223372036854775807 * 2"), DirectiveError::overflow);
    EXPECT_EQ(error_of("1 << 64"), DirectiveError::overflow);
    EXPECT_EQ(error_of("1 >> - 1"), DirectiveError::overflow);
}

TEST(IfDirective, rejects_what_is_no_expression) {
    for (const char* text :
         {"", "1 +", "( 1", "1 )", "1 2", "1 ? 2", "1 ? : 2", "* 1", "1 , 2", "( )"})
        EXPECT_EQ(error_of(text), DirectiveError::ill_formed) << text;
}

TEST(IfDirective, is_nested_two_hundred_deep_at_most) {
    const auto nested = [](int deep) {
        std::string text;
        for (int i = 0; i < deep; ++i) text += "! ";
        return text + "1";
    };
    EXPECT_EQ(error_of(nested(190)), DirectiveError::none);
    EXPECT_EQ(error_of(nested(20000)), DirectiveError::too_deep);
}

}  // namespace
}  // namespace clmm::litmus
