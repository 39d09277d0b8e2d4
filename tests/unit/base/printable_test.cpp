#include "clmm/base/printable.h"

#include <gtest/gtest.h>

#include "clmm/base/diagnostic.h"

namespace clmm {
namespace {

TEST(Printable, LeavesTextAsItIs) {
    for (const char* text : {"", "plain text", "→ „Umlaute äöü“, 漢字, 😀", "a\\nb"}) {
        EXPECT_EQ(printable(text), text);
        EXPECT_TRUE(is_printable(text)) << text;
    }
}

TEST(Printable, EscapesWhatATerminalWouldTakeAsACommand) {
    EXPECT_EQ(printable("a\nb\tc\r"), "a\\nb\\tc\\r");
    EXPECT_EQ(printable("\033[31mred"), "\\x1b[31mred");
    EXPECT_EQ(printable(std::string_view("\0\x7f", 2)), "\\x00\\x7f");
    EXPECT_EQ(printable("\xc2\x9b"
                        "31m"),
              "\\xc2\\x9b31m");  // CSI of C1
    EXPECT_EQ(printable("\xe2\x80\xae"
                        "evil"),
              "\\xe2\\x80\\xaeevil");  // right to left
    EXPECT_FALSE(is_printable("\033"));
}

TEST(Printable, EscapesWhatIsNoUtf8) {
    EXPECT_EQ(printable("\x9b"
                        "31m"),
              "\\x9b31m");
    EXPECT_EQ(printable("\xc3"), "\\xc3");
    EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");
    EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");
    EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
}

TEST(Printable, KeepsTheColumnsOfALine) {
    EXPECT_EQ(printable_line("a\tb\033c\xc2\x9b"
                             "d\x9b"),
              "a\tb c d ");
}

TEST(Diagnostic, ShowsNothingRaw) {
    const auto source = std::make_shared<const Source>("a\nforged:1:1: error: b", "x\033[2Jy\n");
    const std::string text = render(
        Diagnostic{Severity::error, "E-NAME", "no \033[31mname\n", "try\nthis", source, {0, 1}});
    EXPECT_EQ(text,
              "a\\nforged:1:1: error: b:1:1: error: no \\x1b[31mname\\n [E-NAME]\n"
              "    x [2Jy\n    ^\n"
              "  hint: try\\nthis\n");
}

}  // namespace
}  // namespace clmm
