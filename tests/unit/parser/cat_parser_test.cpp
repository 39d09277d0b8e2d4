#include <gtest/gtest.h>

#include "cat_test_support.h"

namespace clmm::syntax::test {
namespace {

TEST(CatExpressions, PrecedenceIsHerds) {
    EXPECT_EQ(cat_expression_of("a | b ; c \\ d & e * f"), "(a | (b; (c \\ (d & (e * f)))))");
    EXPECT_EQ(cat_expression_of("a * b & c \\ d ; e | f"), "(((((a * b) & c) \\ d); e) | f)");
    EXPECT_EQ(cat_expression_of("a | b | c"), "(a | b | c)");
    EXPECT_EQ(cat_expression_of("a ; b | c ; d"), "((a; b) | (c; d))");
    EXPECT_EQ(cat_expression_of("a \\ b \\ c"), "(a \\ b \\ c)");
    EXPECT_EQ(cat_expression_of("(a | b) & c"), "((a | b) & c)");
}

TEST(CatExpressions, PostfixBindsTighterThanComplement) {
    EXPECT_EQ(cat_expression_of("~a+"), "(~a+)");
    EXPECT_EQ(cat_expression_of("(~a)+"), "((~a)+)");
    EXPECT_EQ(cat_expression_of("~~a & b"), "((~~a) & b)");
    EXPECT_EQ(cat_expression_of("a+?^-1*"), "(a+?^-1*)");
}

TEST(CatExpressions, StarIsAProductWhereAnOperandFollows) {
    EXPECT_EQ(cat_expression_of("a * b"), "(a * b)");
    EXPECT_EQ(cat_expression_of("a*b"), "(a * b)");
    EXPECT_EQ(cat_expression_of("a*; b"), "((a*); b)");
    EXPECT_EQ(cat_expression_of("a* | [b]"), "((a*) | [b])");
    EXPECT_EQ(cat_expression_of("a * ~b"), "(a * (~b))");
    EXPECT_EQ(cat_expression_of("(a*)"), "(a*)");
    EXPECT_EQ(cat_tree_of("acyclic a*\n~empty b"), "acyclic (a*)\n~empty b\n");
    EXPECT_EQ(cat_tree_of("acyclic a* as n"), "acyclic (a*) as n\n");
}

TEST(CatExpressions, Atoms) {
    EXPECT_EQ(cat_expression_of("_"), "_");
    EXPECT_EQ(cat_expression_of("0"), "0");
    EXPECT_EQ(cat_expression_of("{}"), "0");
    EXPECT_EQ(cat_expression_of("[a | b]"), "[(a | b)]");
    EXPECT_EQ(cat_expression_of("((a))"), "a");
    EXPECT_EQ(cat_expression_of("(a, b)"), "<a, b>");
    EXPECT_EQ(cat_expression_of("po-loc | a.b' | _c"), "(po-loc | a.b' | _c)");
}

TEST(CatExpressions, ApplicationBindsTightest) {
    EXPECT_EQ(cat_expression_of("f(a, b | c)"), "f(a, (b | c))");
    EXPECT_EQ(cat_expression_of("f a ; b"), "(f(a); b)");
    EXPECT_EQ(cat_expression_of("f [a]+"), "(f([a])+)");
    EXPECT_EQ(cat_expression_of("f (a)"), "f(a)");
    EXPECT_EQ(cat_expression_of("f(g(a))^-1"), "(f(g(a))^-1)");
}

TEST(CatExpressions, LocalDefinitionsAndSelections) {
    EXPECT_EQ(cat_expression_of("let y = a in y; y"), "(let y = a in (y; y))");
    EXPECT_EQ(cat_expression_of("let rec y = a | z and z = y in z"),
              "(let rec y = (a | z) and z = y in z)");
    EXPECT_EQ(cat_expression_of("let f(p) = p in f a"), "(let f(p) = p in f(a))");
    EXPECT_EQ(cat_expression_of("if \"v\" then a else if \"w\" then b else c"),
              "(if \"v\" then a else (if \"w\" then b else c))");
    EXPECT_EQ(cat_expression_of("a | (if not \"v\" || \"w\" && (\"u\" || \"t\") then b else c)"),
              "(a | (if any(not \"v\", all(\"w\", any(\"u\", \"t\"))) then b else c))");
}

TEST(CatStatements, Definitions) {
    EXPECT_EQ(cat_tree_of("let a = b"), "let a = b\n");
    EXPECT_EQ(cat_tree_of("let f x = x let g(x, y) = x"), "let f(x) = x\nlet g(x, y) = x\n");
    EXPECT_EQ(cat_tree_of("let rec a = b and b = a"), "let rec a = b and b = a\n");
    EXPECT_EQ(cat_tree_of("let a = b and c = d"), "let a = b and c = d\n");
}

TEST(CatStatements, Checks) {
    EXPECT_EQ(cat_tree_of("acyclic a irreflexive b as n empty c ~acyclic d"),
              "acyclic a\nirreflexive b as n\nempty c\n~acyclic d\n");
    EXPECT_EQ(cat_tree_of("flag ~empty r as n"), "flag ~empty r as n\n");
    EXPECT_EQ(cat_tree_of("undefined_unless empty r as n"), "undefined_unless empty r as n\n");
}

TEST(CatStatements, Others) {
    EXPECT_EQ(cat_tree_of("show a, b as n, c"), "show a\nshow b as n\nshow c\n");
    EXPECT_EQ(cat_tree_of("unshow a"), "unshow a\n");
    EXPECT_EQ(cat_tree_of("include \"x.cat\""), "include x.cat\n");
    EXPECT_EQ(cat_tree_of("with S from total_order(A & B)"), "with S from (A & B)\n");
    EXPECT_EQ(cat_tree_of("variant \"k=v\""), "variant k=v\n");
    EXPECT_EQ(cat_tree_of("if \"v\" let a = b empty a else if \"w\" empty c end end"),
              "if \"v\"\nlet a = b\nempty a\nelse\nif \"w\"\nempty c\nelse\nend\nend\n");
    EXPECT_EQ(cat_tree_of(""), "");
}

TEST(CatFile, TitleAndDocumentation) {
    const auto word = parse_cat_text("opencl-3.0\n(* What it\n * is. *)\n\nlet a = b").value();
    EXPECT_EQ(word.title->text, "opencl-3.0");
    EXPECT_EQ(word.documentation, "What it\nis.");
    const auto quoted =
        parse_cat_text("(* First. *)\n\"The model\"\n// Second.\nlet a = b").value();
    EXPECT_EQ(quoted.title->text, "The model");
    EXPECT_EQ(quoted.documentation, "First.");
    EXPECT_FALSE(parse_cat_text("let a = b\n(* late *)")->title.has_value());
    EXPECT_EQ(parse_cat_text("let a = b\n(* late *)")->documentation, "");
}

std::string citation_of(const std::string& text) {
    return parse_cat_text(text)->statements.back().citation;
}

TEST(CatFile, CitationIsTheCommentDirectlyAbove) {
    EXPECT_EQ(citation_of("(* 5.1 *)\nlet a = b"), "5.1");
    EXPECT_EQ(citation_of("(* 5.1 *) let a = b"), "5.1");
    EXPECT_EQ(citation_of("(* 5.1\n   (* nested *) and so on *)\nlet a = b"),
              "5.1\n(* nested *) and so on");
    EXPECT_EQ(citation_of("// one\n// two\nlet a = b"), "one\ntwo");
    EXPECT_EQ(citation_of("(* 5.1 *)\n\nlet a = b"), "");
    EXPECT_EQ(citation_of("(* 5.1 *)\nlet a = b\nlet c = d"), "");
    EXPECT_EQ(citation_of("let a = b (* of a *)\nlet c = d"), "");
    EXPECT_EQ(citation_of("let a = b // of a\n// of c\nlet c = d"), "of c");
    EXPECT_EQ(citation_of("(*)*)\nlet c = d"), ")");
}

TEST(CatFile, SpansAreBytes) {
    const auto tree = parse_cat_text("(* §§ *) let a = (b | c)").value();
    const CatStatement& statement = tree.statements.front();
    EXPECT_EQ(statement.span.begin, 11U);
    EXPECT_EQ(statement.span.end, 26U);
    const auto& body = *std::get<CatDefinition>(statement.node).bindings.bindings.front().body;
    EXPECT_EQ(body.span.begin, 20U);
    EXPECT_EQ(body.span.end, 25U);
}

}  // namespace
}  // namespace clmm::syntax::test
