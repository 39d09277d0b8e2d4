// What only KernelLanguage::complete takes.
#include <gtest/gtest.h>

#include "clmm/parser/litmus_tree.h"

namespace clmm::syntax {
namespace {

Result<LitmusTree> parse(const std::string& text,
                         KernelLanguage language = KernelLanguage::complete) {
    return parse_kernels(std::make_shared<const Source>("test.cl", text), language);
}

std::string text_of(const std::string& code) {
    const auto tree = parse(code);
    return tree.ok() ? to_text(*tree) : render(tree.diagnostics());
}

std::string statement(const std::string& code) { return text_of("void f() { " + code + " }"); }

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(CompleteKernels, FloatingConstantsKeepTheirPrecision) {
    const auto tree = parse("float a = 1.5f, b = .1f, c = 1e-3, d = 0x1p-2f, e = 2.h, g = 1f;");
    ASSERT_TRUE(tree.ok()) << render(tree.diagnostics());
    const auto literal = [&](std::size_t i) {
        return std::get<FloatingLiteral>(tree->variables.at(i).initializer->node);
    };
    using Precision = FloatingLiteral::Precision;
    EXPECT_EQ(literal(0).value, 1.5);
    EXPECT_EQ(literal(1).value, static_cast<double>(0.1F));
    EXPECT_EQ(literal(2).value, 1e-3);
    EXPECT_EQ(literal(2).precision, Precision::double_precision);
    EXPECT_EQ(literal(3).value, 0.25);
    EXPECT_EQ(literal(4).precision, Precision::half_precision);
    EXPECT_EQ(literal(5).precision, Precision::single_precision);
}

TEST(CompleteKernels, StringsAndCharacters) {
    EXPECT_TRUE(has(statement("printf(\"a%d\" \"b\\n\", 'x');"), "printf(\"a%db\n\", 120)"));
    EXPECT_FALSE(parse("void f() { g('ab'); }").ok());
}

TEST(CompleteKernels, VectorLiteralsWithSwizzles) {
    EXPECT_TRUE(has(statement("x = (float4)(a, b, c, d).xy;"), "((float4)(((a, b), c), d)).xy"));
    EXPECT_TRUE(has(statement("x = (float)(a).x;"), "((float)a.x)"));
}

TEST(CompleteKernels, EnumerationsAndUnions) {
    const auto tree = parse(
        "enum colour { red, green = 4, blue, };\nunion u { int i; float f; };\n"
        "void f(enum colour c, union u v) { enum { inner = 2 } x = inner; }");
    ASSERT_TRUE(tree.ok()) << render(tree.diagnostics());
    ASSERT_EQ(tree->enumerators.size(), 4U);
    EXPECT_EQ(tree->enumerators[1].name, "green");
    EXPECT_TRUE(tree->enumerators[3].starts_list);
    EXPECT_TRUE(tree->structs.front().is_union);
}

TEST(CompleteKernels, BlocksWithParametersAndNames) {
    const std::string text = statement(
        "void (^b)(local int *) = ^(local int* p) { *p = 1; if (x) y(); else z(); }; b(q);");
    EXPECT_TRUE(has(text, "declare void b = ^{")) << text;
}

TEST(CompleteKernels, AttributesOfStructsAndVariables) {
    const auto tree =
        parse("struct __attribute__((packed)) s { char c; int i __attribute__((aligned(8))); };");
    ASSERT_TRUE(tree.ok()) << render(tree.diagnostics());
    EXPECT_EQ(tree->structs.front().attributes.front().name, "packed");
    EXPECT_EQ(tree->structs.front().fields[1].attributes.front().name, "aligned");
}

TEST(CompleteKernels, GotoIsAnError) {
    EXPECT_TRUE(has(statement("goto end; end: ;"), "test.cl:1:12: error: 'goto'"));
}

TEST(CompleteKernels, TheCheckedLanguageRefusesThem) {
    for (const char* text :
         {"float f() { return 1.5f; }", "union u { int i; };", "void f() { printf(\"x\"); }"})
        EXPECT_FALSE(parse(text, KernelLanguage::checked).ok()) << text;
}

}  // namespace
}  // namespace clmm::syntax
