#include <gtest/gtest.h>

#include "litmus_test_support.h"

namespace clmm::syntax::test {
namespace {

TEST(Kernels, WhatALitmusTestReservesIsFree) {
    EXPECT_EQ(kernels_of("kernel void k(global atomic_int* exists, int filter) {\n"
                         "P1(filter);\n  int z = (*exists) + (* exists) ;\n}\nint NDRange;\n"),
              "variable int NDRange\nkernel void k (global atomic_int* exists, int filter)\n"
              "  P1(filter)\n  declare int z = ((*exists) + (*exists))\n");
    EXPECT_EQ(kernels_of(""), "");
    EXPECT_EQ(kernels_of("\xef\xbb\xbfint x; // c\n/* d */"), "variable int x\n");
}

TEST(Kernels, DefinitionsInTheirOrder) {
    EXPECT_EQ(
        kernels_of("typedef struct node node;\nstruct node { global node* next; };\n"
                   "int f(int, global node* n);\nint f(int a, global node* n) { L: return a; }"),
        "struct node\n  global node* next\ntypedef struct node node\n"
        "function int f (int a, global node* n)\n  label L\n    return a\n");
}

TEST(Kernels, LinesOfThePreprocessor) {
    EXPECT_EQ(kernels_of("# 12 \"file.cl\"\n#line 3 \"file.cl\"\n#pragma OPENCL EXTENSION x : "
                         "enable\nkernel void k() {\n  #pragma unroll 4\n  for (;;) ;\n}\n"),
              "kernel void k ()\n  for true step nothing\n  first\n    empty\n  body\n    empty\n");
    const auto result = parse_kernels(std::make_shared<const Source>("k.cl", "#pragma once\n"));
    EXPECT_EQ(render(result.diagnostics()),
              "k.cl:1:1: warning: this pragma is ignored [W-SYNTAX]\n"
              "    #pragma once\n"
              "    ^~~~~~~~~~~~\n");
    EXPECT_EQ(kernels_of("#define A 1\n"),
              "k.cl:1:1: error: preprocessor lines are not supported [E-SYNTAX]\n"
              "    #define A 1\n"
              "    ^~~~~~~~~~~\n"
              "  hint: run the preprocessor first\n");
}

TEST(Kernels, ConstantsThatAreNotSupported) {
    EXPECT_EQ(kernels_of("float f = 1.0f + .5 + 1e3 + 0x1p3;"),
              "k.cl:1:11: error: floating-point constants are not supported [E-UNSUPPORTED]\n"
              "    float f = 1.0f + .5 + 1e3 + 0x1p3;\n"
              "              ^~~~\n"
              "  hint: only integers are checked\n"
              "k.cl:1:18: error: floating-point constants are not supported [E-UNSUPPORTED]\n"
              "    float f = 1.0f + .5 + 1e3 + 0x1p3;\n"
              "                     ^~\n"
              "  hint: only integers are checked\n"
              "k.cl:1:23: error: floating-point constants are not supported [E-UNSUPPORTED]\n"
              "    float f = 1.0f + .5 + 1e3 + 0x1p3;\n"
              "                          ^~~\n"
              "  hint: only integers are checked\n"
              "k.cl:1:29: error: floating-point constants are not supported [E-UNSUPPORTED]\n"
              "    float f = 1.0f + .5 + 1e3 + 0x1p3;\n"
              "                                ^~~~~\n"
              "  hint: only integers are checked\n");
    EXPECT_EQ(kernels_of("void f() {\n  printf(\"a \\\"%d\\n\" \"b\", 3);\n}"),
              "k.cl:2:10: error: strings are not supported [E-UNSUPPORTED]\n"
              "      printf(\"a \\\"%d\\n\" \"b\", 3);\n"
              "             ^~~~~~~~~~\n");
    EXPECT_EQ(kernels_of("int x = 0x1e+2;"), "variable int x = (30 + 2)\n");
}

/// The messages alone, one per line.
std::string messages_of(const std::string& text) {
    std::string out;
    const auto result = parse_kernels(std::make_shared<const Source>("k.cl", text));
    for (const Diagnostic& diagnostic : result.diagnostics())
        out += diagnostic.code + " " + diagnostic.message + "\n";
    return out;
}

TEST(Kernels, StatementsThatAreNotSupported) {
    EXPECT_EQ(messages_of("void f() {\n  goto end;\n  asm volatile (\"x;\" : \"=r\"(z));\n"
                          "  ^(int x){ x; };\nend: ;\n}\nasm(\"x\");\n"),
              "E-UNSUPPORTED 'goto' is not supported\nE-UNSUPPORTED assembly is not supported\n"
              "E-UNSUPPORTED assembly is not supported\n");
    EXPECT_EQ(messages_of("union u { int a; };\nvoid f() { union u z; }\n"),
              "E-UNSUPPORTED unions are not supported\nE-UNSUPPORTED unions are not supported\n");
}

TEST(Kernels, DeclarationsThatAreNotSupported) {
    const std::string pointers =
        "E-UNSUPPORTED function pointers and block variables are not supported\n";
    EXPECT_EQ(messages_of("void f() {\n  typedef int foo;\n  int (*fp)(int);\n"
                          "  void (^b)(void) = ^{ };\n}\nstruct bits { int a : 3; };\n"
                          "typedef void (*cb)(int);\n"),
              "E-UNSUPPORTED type definitions inside functions are not supported\n" + pointers +
                  "E-UNSUPPORTED bit-fields are not supported\n" + pointers);
}

TEST(Kernels, Mistakes) {
    EXPECT_EQ(messages_of("foo g(int x) { }\nfoo* h;\nstatic bar i(int x) {}\nint z\nint y;\n"
                          "kernel void j(baz x) {}\n"),
              "E-SYNTAX unknown type 'foo'\nE-SYNTAX unknown type 'foo'\n"
              "E-SYNTAX unknown type 'bar'\nE-SYNTAX expected ';' after this declaration\n"
              "E-SYNTAX unknown type 'baz'\n");
    EXPECT_EQ(messages_of("int x;\n42\n"),
              "E-SYNTAX expected a function, a variable or a type, found '42'\n");
    EXPECT_EQ(messages_of("j(int x) {}"), "E-SYNTAX expected a type before 'j'\n");
    EXPECT_EQ(messages_of("void f( {}"), "E-SYNTAX expected ')' before '{'\n");
    EXPECT_EQ(messages_of("void f() {"), "E-SYNTAX expected '}' at the end of the file\n");
    EXPECT_EQ(messages_of("void f()"),
              "E-SYNTAX expected the body '{ ... }' after the parameters\n");
}

}  // namespace
}  // namespace clmm::syntax::test
