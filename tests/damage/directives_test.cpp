#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/litmus/preprocess.h"

/// Every directive, cut at every place, wherever one can stand: the answer is a text, or an error
/// with its place.
namespace clmm::litmus {
namespace {

constexpr std::array kDirectives = std::to_array<std::string_view>({
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable",
    "%:pragma unroll",
    "?\?=pragma unroll",
    "# /* a */ pragma /* b */",
    "#pragma // nothing",
    "#pragma once",
    "#pragma wave trace(enable)",
    "#pragma message(\"text\")",
    "#pragma STDC FP_CONTRACT ON",
    "#define F(a, ...) #a a ## __VA_ARGS__",
    "#define F(__VA_ARGS__) 1",
    "#define defined 1",
    "#define __LINE__ 1",
    "#undef __FILE__",
    "#include <missing.h>",
    "#include \"missing.h\"",
    "#include M(1)",
    "#include_next <missing.h>",
    "#import <missing.h>",
    "#if defined(A) && (B ? 1 : 2) / 0",
    "#if __has_include(<missing.h>) && __has_builtin(barrier)",
    "#if '\\0' == 0x1ul",
    "#ifdef A B",
    "#ifndef 1",
    "#elif 1",
    "#elifdef A",
    "#else A",
    "#endif A",
    "#line 12 \"other.cl\" 3",
    "#line 99999999999999999999",
    "# 12 \"other.cl\" 1",
    "#error a 'word and \"another",
    "#warning a 'word",
    "#ident \"text\"",
    "#unknown directive",
    "##",
    "#@",
    "_Pragma(\"unroll\") _Pragma(unroll)",
});

/// `@` stands for the directive.
constexpr std::array kAround = std::to_array<std::string_view>({
    "@",
    "@\n",
    "@\r\nkernel void k(global int* p) { *p = 1; }\r\n",
    "kernel void k(global int* p) { *p = 1; }\n@",
    "kernel void k(global int* p) {\n  @  \n  *p = 1;\n}\n",
    "kernel void k(global int* p) {\n@\\\n\n  *p = 1;\n}\n",
    "kernel void k(global int* p) { *p = 1; @\n}\n",
    "#if 0\n@\n#endif\nkernel void k(global int* p) {}\n",
    "#if 1\n@\n#else\n@\n#endif\nkernel void k(global int* p) {}\n",
    "#define G(a, b) a b\nkernel void k(global int* p) {\n  G(*p =,\n@\n  1;)\n}\n",
    "#define G(a, b) a b\nkernel void k(global int* p) {\n  G(*p =,\n@",
    "#define G(a) @\nkernel void k(global int* p) {\n  G(1) *p = 1;\n}\n",
});

void expect_answer(const std::string& text) {
    const auto result = preprocess(std::make_shared<const Source>("cut.cl", text), {});
    if (result.ok()) return;
    ASSERT_TRUE(has_errors(result.diagnostics())) << text;
    for (const Diagnostic& each : result.diagnostics())
        EXPECT_TRUE(each.source != nullptr) << each.message << "\n" << text;
}

TEST(CutDirectives, AreReadOrRefusedWithTheirPlace) {
    for (const std::string_view around : kAround)
        for (const std::string_view directive : kDirectives)
            for (std::size_t length = 1; length <= directive.size(); ++length) {
                std::string text;
                for (const char each : around)
                    if (each == '@')
                        text += directive.substr(0, length);
                    else
                        text += each;
                expect_answer(text);
            }
}

std::string words_of(const std::string& text, const std::vector<std::string>& definitions = {}) {
    const auto result = preprocess(std::make_shared<const Source>("cut.cl", text),
                                   {.definitions = definitions, .include_paths = {}});
    if (!result.ok()) return render(result.diagnostics());
    std::string words((*result)->text());
    for (char& each : words)
        if (each == '\n') each = ' ';
    while (words.ends_with(' ')) words.pop_back();
    return words;
}

TEST(PragmaAlone, StandsForNothing) {
    EXPECT_EQ(words_of("a\n#pragma\nb"), "a b");
    EXPECT_EQ(words_of("a\n%:pragma"), "a");
    EXPECT_EQ(words_of("#pragma\\\n\nb"), "b");
    EXPECT_EQ(words_of("a\n#pragma unroll\nb"), "a b");
}

/// C gives directives among arguments no meaning [C11 6.10.3 p11]; they mean what Clang takes them
/// for.
TEST(DirectivesAmongArguments, AreFollowed) {
    const std::string put =
        "#define PUT(a, b) a + b\n"
        "PUT(x,\n"
        "#ifdef TWO // )\n"
        "2 )\n"
        "#else\n"
        "1\n"
        "#if 0\n"
        ", '\n"
        "#endif\n"
        ")\n"
        "#endif\n"
        ";";
    EXPECT_EQ(words_of(put), "x + 1 ;");
    EXPECT_EQ(words_of(put, {"TWO"}), "x + 2 ;");
    EXPECT_EQ(words_of("#define F(a, b) a b\nF(N,\n#define N 3\n;N)"), "3 ; 3");
    EXPECT_EQ(words_of("#define F(a, b) a b\n#define N 2\nF(N,\n#undef N\nN)"), "N N");
    EXPECT_EQ(words_of("#define F(a) a\n#define G F\nG (\n#if 1\nx\n#endif\n)"), "x");
    EXPECT_EQ(words_of("#define F(...) f(__VA_ARGS__)\nF(a\n#if 1\n, F(b,\n#if 1\nc\n#endif\n)\n"
                       "#endif\n)"),
              "f ( a , f ( b , c ) )");
    // No macro's call: what a directive defines holds from there on.
    EXPECT_EQ(words_of("#define N 1\nf(N,\n#undef N\nN)"), "f ( 1 , N )");
}

TEST(DirectivesAmongArguments, AreErrorsWhereNothingCanBeDone) {
    const auto problem = [](const std::string& text) {
        const std::string said = words_of(text);
        return said.substr(0, said.find(" ["));
    };
    EXPECT_EQ(problem("#define F(a) a\nF(\n#include <x.h>\n)"),
              "cut.cl:3:2: error: a file is included among a macro's arguments");
    EXPECT_EQ(problem("#define F(a) a\nF(\n#error no\n)"),
              "cut.cl:3:2: error: encountered #error directive or #pragma wave stop(): no");
    EXPECT_NE(problem("#define F(a) a\nF(\n#if 1\nx"), "");
}

TEST(HasOperators, SayWhatIsRead) {
    EXPECT_EQ(words_of("__has_builtin(barrier), __has_builtin(mad), __has_builtin(atomic_load)"),
              "1 , 1 , 1");
    EXPECT_EQ(words_of("__has_builtin(__builtin_expect), __has_builtin(barriers)"), "0 , 0");
    EXPECT_EQ(words_of("#define barrier b\n__has_builtin(barrier)"), "1");
    EXPECT_EQ(words_of("__has_attribute(packed), __has_attribute(__packed__)"), "1 , 1");
    EXPECT_EQ(words_of("__has_attribute(vector_size), __has_attribute()"), "0 , 0");
    EXPECT_EQ(words_of("__has_extension(blocks), __has_feature(modules)"), "1 , 0");
    EXPECT_EQ(words_of("#if __has_include(<missing.h>) || __has_include(\"missing.h\")\na\n"
                       "#elif defined(__has_include)\nb\n#endif"),
              "b");
    EXPECT_EQ(words_of("#if __has_include(\"/etc/passwd\")\na\n#endif\nb"), "b");
    EXPECT_EQ(words_of("#ifndef __has_builtin\n#define __has_builtin(x) 7\n#endif\n"
                       "__has_builtin(f)"),
              "0");
    EXPECT_EQ(words_of("__has_builtin(f)", {"__has_builtin(x)=7"}), "7");
}

}  // namespace
}  // namespace clmm::litmus
