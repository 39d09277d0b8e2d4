#include <gtest/gtest.h>

#include <string>

#include "cat_test_support.h"

namespace clmm::syntax::test {
namespace {

TEST(CatErrors, SeveralInOneRun) {
    EXPECT_EQ(cat_errors_of("let a = (rf\nlet b =\nacyclic"),
              "m.cat:2:1: error: unexpected 'let' [E-CAT-SYNTAX]\n"
              "    let b =\n"
              "    ^~~\n"
              "  hint: expected ',' or ')'\n"
              "m.cat:3:1: error: unexpected 'acyclic' [E-CAT-SYNTAX]\n"
              "    acyclic\n"
              "    ^~~~~~~\n"
              "  hint: expected an expression\n"
              "m.cat:3:8: error: the text ends here too early [E-CAT-SYNTAX]\n"
              "    acyclic\n"
              "           ^\n"
              "  hint: expected an expression\n");
}

TEST(CatErrors, CharactersNumbersAndStrings) {
    EXPECT_EQ(cat_errors_of("include \"x\nlet a = 12\nlet b = rf § mo"),
              "m.cat:1:9: error: this string is not closed on its line [E-CAT-SYNTAX]\n"
              "    include \"x\n"
              "            ^\n"
              "m.cat:2:9: error: cat has no numbers but 0, the empty relation [E-CAT-SYNTAX]\n"
              "    let a = 12\n"
              "            ^~\n"
              "m.cat:3:12: error: this character means nothing in cat [E-CAT-SYNTAX]\n"
              "    let b = rf § mo\n"
              "               ^~\n");
}

TEST(CatErrors, OpenComment) {
    EXPECT_EQ(cat_errors_of("(* open (* comment *)\nlet a = rf"),
              "m.cat:1:1: error: this comment is not closed [E-CAT-SYNTAX]\n"
              "    (* open (* comment *)\n"
              "    ^~\n"
              "  hint: comments nest: each (* needs its *)\n");
}

TEST(CatErrors, WhatIsFlaggedNeedsAName) {
    EXPECT_EQ(cat_errors_of("flag ~empty rf"),
              "m.cat:1:1: error: what is flagged needs a name [E-CAT-SYNTAX]\n"
              "    flag ~empty rf\n"
              "    ^~~~~~~~~~~~~~\n"
              "  hint: … as data-race\n");
}

TEST(CatErrors, MissingOperator) {
    EXPECT_EQ(cat_errors_of("let a = rf mo sb"),
              "m.cat:1:15: error: an operator is missing before this [E-CAT-SYNTAX]\n"
              "    let a = rf mo sb\n"
              "                  ^~\n"
              "  hint: several arguments go in parentheses: f(x, y)\n");
}

TEST(CatErrors, OnlyTotalOrdersAreChosen) {
    EXPECT_EQ(cat_errors_of("with S from linearisations(W)"),
              "m.cat:1:13: error: cannot choose from 'linearisations' [E-CAT-SYNTAX]\n"
              "    with S from linearisations(W)\n"
              "                ^~~~~~~~~~~~~~\n"
              "  hint: with NAME from total_order(SET)\n");
}

TEST(CatErrors, HerdsOtherStatementsAreNamed) {
    EXPECT_EQ(cat_errors_of("let a = rf\ncall p()"),
              "m.cat:2:1: error: unexpected 'call' [E-CAT-SYNTAX]\n"
              "    call p()\n"
              "    ^~~~\n"
              "  hint: procedures are not supported; write the checks out\n");
    EXPECT_EQ(cat_errors_of("procedure"),
              "m.cat:1:1: error: unexpected 'procedure' [E-CAT-SYNTAX]\n"
              "    procedure\n"
              "    ^~~~~~~~~\n"
              "  hint: procedures are not supported; write the checks out\n");
}

TEST(CatErrors, HerdsFormsSayWhatToWrite) {
    const auto only = [](const std::string& text, const std::string& place,
                         const std::string& hint) {
        const std::string errors = cat_errors_of(text);
        EXPECT_TRUE(errors.starts_with("m.cat:" + place + ": error: unexpected '")) << errors;
        EXPECT_NE(errors.find("hint: " + hint), std::string::npos) << errors;
        EXPECT_EQ(errors.find("error:"), errors.rfind("error:")) << errors;
    };
    only("let f = fun x -> x; x", "1:9", "functions without a name are not supported");
    only("let a = match W with || {} -> 0 || w -> rf end", "1:9", "sets are not taken apart");
    only("let a = try rf-reg with 0", "1:9", "'try a with b' is not supported");
    only("let (a, b) = (rf, mo)", "1:5", "names are bound one by one");
    only("let a = W ++ R", "1:11", "elements are not added to sets");
    only("let a = {W; R}", "1:9", "sets are not listed");
    only("forall x in W do empty rf end", "1:1", "checks are not repeated over sets");
    EXPECT_NE(cat_errors_of("let a = 'sys").find("hint: tags are not supported"),
              std::string::npos);
    EXPECT_NE(cat_errors_of("with co from generate_cos(0)").find("hint: leave it out"),
              std::string::npos);
    // Names of a model's own, and what looks alike.
    EXPECT_EQ(cat_errors_of("let match = rf  let a = match; match"), "");
    EXPECT_EQ(cat_errors_of("let a = rf; debug"), "");
    EXPECT_EQ(cat_errors_of("let a = rf++ let f(x, y) = x \\ {}"), "");
}

TEST(CatErrors, UnfinishedConstructsSayWhatIsMissing) {
    const auto hint_of = [](const std::string& text) {
        const std::string errors = cat_errors_of(text);
        const std::size_t at = errors.rfind("hint: ");
        return at == std::string::npos ? errors : errors.substr(at + 6, errors.size() - at - 7);
    };
    EXPECT_EQ(hint_of("let a = let b = rf"), "expected 'in'");
    EXPECT_EQ(hint_of("let a = if \"x\" then rf"), "expected 'else'");
    EXPECT_EQ(hint_of("if \"x\" acyclic rf"), "expected a statement, 'else' or 'end'");
    EXPECT_EQ(hint_of("acyclic rf as"), "expected a name");
    EXPECT_EQ(hint_of("include x"), "expected a quoted string");
    EXPECT_EQ(hint_of("let a = [rf"), "expected ']'");
    EXPECT_EQ(hint_of("let f() = rf"), "expected a name");
}

std::string repeated(const std::string& part, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) out += part;
    return out;
}

TEST(CatErrors, DeepNestingIsRefused) {
    const std::string refused = "nested more than 200 deep";
    for (const std::string open : {"(", "[", "f(", "let a = ", "if \"x\" then ", "~("}) {
        const std::string errors = cat_errors_of("let a = " + repeated(open, 100'000));
        EXPECT_NE(errors.find(refused), std::string::npos) << open << errors.substr(0, 300);
    }
    for (const std::string open : {"(", "not "})
        EXPECT_NE(cat_errors_of("if " + repeated(open, 100'000)).find(refused), std::string::npos)
            << open;
    EXPECT_NE(cat_errors_of(repeated("if \"x\" ", 100'000)).find(refused), std::string::npos);
    EXPECT_EQ(cat_errors_of("let a = " + repeated("(", 199) + "b" + repeated(")", 199)), "");
}

TEST(CatErrors, LongTextsAreNotDeep) {
    EXPECT_EQ(cat_errors_of("let a = b" + repeated(" | b", 50'000)), "");
    EXPECT_EQ(cat_errors_of("let a = b" + repeated(" \\ b", 50'000)), "");
    EXPECT_EQ(cat_errors_of("let a = " + repeated("~", 50'000) + "b" + repeated("+", 50'000)), "");
    EXPECT_EQ(cat_errors_of(repeated("(* ", 50'000) + repeated("*)", 50'000)), "");
}

TEST(CatErrors, AnyBytesAreHandled) {
    std::string all;
    for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
    EXPECT_FALSE(parse_cat_text(all).ok());
    EXPECT_FALSE(parse_cat_text("let a = \xff\xfe b").ok());
    EXPECT_FALSE(parse_cat_text(std::string("let a = b\0c", 11)).ok());
}

TEST(CatErrors, AtMostTwenty) {
    std::size_t errors = parse_cat_text(repeated("let a = 1 ", 100)).diagnostics().size();
    EXPECT_EQ(errors, 20U);
}

}  // namespace
}  // namespace clmm::syntax::test
