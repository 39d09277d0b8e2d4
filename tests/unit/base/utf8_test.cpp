#include "clmm/base/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace clmm {
namespace {

std::uint32_t length(std::string_view text) { return utf8_at(text, 0).length; }

TEST(Utf8, CharactersHaveALengthAndACode) {
    EXPECT_EQ(length("a"), 1);
    EXPECT_EQ(length("\xc3\xa9"), 2);
    EXPECT_EQ(length("\xe2\x86\x92"), 3);
    EXPECT_EQ(length("\xf0\x9f\x98\x80"), 4);
    EXPECT_EQ(utf8_at("x\xe2\x86\x92", 1).code, 0x2192);
    EXPECT_EQ(utf8_at("\xf4\x8f\xbf\xbf", 0).code, 0x10ffff);
}

TEST(Utf8, WhatIsNotWellFormedHasNone) {
    for (const char* text : {"\x80", "\xc0\x80", "\xc1\xbf", "\xc3", "\xe2\x86", "\xe0\x9f\xbf",
                             "\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xff", ""})
        EXPECT_EQ(length(text), 0) << text;
    EXPECT_EQ(length("\xed\x9f\xbf"), 3);
    EXPECT_EQ(length("\xee\x80\x80"), 3);
}

TEST(Utf8, CharactersAreCountedWhereTheyBegin) {
    EXPECT_EQ(utf8_characters("P0 \xe2\x86\x92 P1"), 7);
    EXPECT_EQ(utf8_characters("\x86\x92"), 0);
    EXPECT_EQ(first_invalid_utf8("a\xc3\xa9"), std::nullopt);
    EXPECT_EQ(first_invalid_utf8("a\xc3\xa9\xc3"), 3);
}

}  // namespace
}  // namespace clmm
