#include <gtest/gtest.h>

#include "litmus_test_support.h"

namespace clmm::syntax::test {
namespace {

TEST(LitmusExpression, PrecedenceFromLoosestToTightest) {
    EXPECT_EQ(expression_of("a, b = c"), "(a, (b = c))");
    EXPECT_EQ(expression_of("a = b ? c : d"), "(a = (b ? c : d))");
    EXPECT_EQ(expression_of("a || b ? c : d"), "((a || b) ? c : d)");
    EXPECT_EQ(expression_of("a || b && c"), "(a || (b && c))");
    EXPECT_EQ(expression_of("a && b | c"), "(a && (b | c))");
    EXPECT_EQ(expression_of("a | b ^ c"), "(a | (b ^ c))");
    EXPECT_EQ(expression_of("a ^ b & c"), "(a ^ (b & c))");
    EXPECT_EQ(expression_of("a & b == c"), "(a & (b == c))");
    EXPECT_EQ(expression_of("a != b < c"), "(a != (b < c))");
    EXPECT_EQ(expression_of("a >= b << c"), "(a >= (b << c))");
    EXPECT_EQ(expression_of("a >> b + c"), "(a >> (b + c))");
    EXPECT_EQ(expression_of("a - b * c"), "(a - (b * c))");
    EXPECT_EQ(expression_of("a / -b % c"), "((a / (-b)) % c)");
}

TEST(LitmusExpression, Grouping) {
    EXPECT_EQ(expression_of("a - b - c"), "((a - b) - c)");
    EXPECT_EQ(expression_of("a <= b > c"), "((a <= b) > c)");
    EXPECT_EQ(expression_of("a = b += c"), "(a = (b += c))");
    EXPECT_EQ(expression_of("a ? b : c ? d : e"), "(a ? b : (c ? d : e))");
    EXPECT_EQ(expression_of("a ? b ? c : d : e"), "(a ? (b ? c : d) : e)");
    EXPECT_EQ(expression_of("a ? b, c : d"), "(a ? (b, c) : d)");
    EXPECT_EQ(expression_of("(a + b) * c"), "((a + b) * c)");
}

TEST(LitmusExpression, CompoundAssignment) {
    for (const char* op : {"*", "/", "%", "+", "-", "<<", ">>", "&", "^", "|"})
        EXPECT_EQ(expression_of(std::string("a ") + op + "= 1"), std::string("(a ") + op + "= 1)");
}

TEST(LitmusExpression, PrefixAndPostfix) {
    EXPECT_EQ(expression_of("-+!~*&a"), "(-(+(!(~(*(&a))))))");
    EXPECT_EQ(expression_of("++a, --a, a++, a--"), "((((++a), (--a)), (a++)), (a--))");
    EXPECT_EQ(expression_of("*a++"), "(*(a++))");
    EXPECT_EQ(expression_of("a - -b"), "(a - (-b))");
    EXPECT_EQ(expression_of("(*p).f[1]->g"), "(*p).f[1]->g");
    EXPECT_EQ(expression_of("f()"), "f()");
    EXPECT_EQ(expression_of("f(a, b = 1, (c, d))[2]"), "f(a, (b = 1), (c, d))[2]");
}

TEST(LitmusExpression, CastsAndSizes) {
    EXPECT_EQ(expression_of("(int)a + b"), "(((int)a) + b)");
    EXPECT_EQ(expression_of("(__global volatile int*)-a"), "((global volatile int*)(-a))");
    EXPECT_EQ(expression_of("sizeof(int) * 2"), "(sizeof(int) * 2)");
    EXPECT_EQ(expression_of("sizeof (a) [1] + sizeof a"), "(sizeof(a[1]) + sizeof(a))");
    EXPECT_EQ(expression_of("(unsigned int)(long long)1"), "((uint)((long)1))");
    EXPECT_EQ(expression_of("(struct s*)p"), "((struct s*)p)");
}

TEST(LitmusExpression, Integers) {
    EXPECT_EQ(expression_of("0x1F"), "31");
    EXPECT_EQ(expression_of("0b101"), "5");
    EXPECT_EQ(expression_of("010"), "8");
    EXPECT_EQ(expression_of("1uL"), "1ul");
    EXPECT_EQ(expression_of("18446744073709551615"), "18446744073709551615");
    EXPECT_EQ(expression_of("true + false"), "(1 + 0)");
}

TEST(LitmusExpression, DereferenceIsNoComment) {
    EXPECT_EQ(expression_of("(*p)"), "(*p)");
    EXPECT_EQ(expression_of("(* p) + ((int *)q)"), "((*p) + ((int*)q))");
    EXPECT_EQ(expression_of("a (* a (balanced) remark *) + b"), "(a + b)");
    EXPECT_EQ(expression_of("a /* one */ + // two\n b"), "(a + b)");
}

TEST(LitmusExpression, SpansAreBytes) {
    const std::string text = "C t\n(* \xe2\x88\xa7 *)\n{}\nP0 (int* x) { *x = f(1) + 2; }\n";
    const Result<LitmusTree> tree = parse(text);
    ASSERT_TRUE(tree.ok());
    const auto& statement = *tree->threads.at(0).body.statements.at(0);
    const auto& expression = *std::get<ExpressionStatement>(statement.node).expression;
    const auto& assignment = std::get<Assignment>(expression.node);
    const auto written = [&](Span span) { return text.substr(span.begin, span.end - span.begin); };
    EXPECT_EQ(written(statement.span), "*x = f(1) + 2;");
    EXPECT_EQ(written(expression.span), "*x = f(1) + 2");
    EXPECT_EQ(written(assignment.value->span), "f(1) + 2");
    EXPECT_EQ(written(tree->threads.at(0).name_span), "P0");
    EXPECT_EQ(written(tree->threads.at(0).parameters.at(0).type.span), "int*");
}

}  // namespace
}  // namespace clmm::syntax::test
