#include <gtest/gtest.h>

#include "litmus_test_support.h"

namespace clmm::syntax::test {
namespace {

/// What is said about statements in a body, which begins at line 5.
std::string body_errors(const std::string& statements) {
    return errors_of("OPENCL t\n{ [x]=0; }\n\nP0@wg 0, dev 0 (global int* x) {\n" + statements +
                     "\n}\nexists (x=1)\n");
}

/// What is said about a condition, at line 3.
std::string condition_errors(const std::string& condition) {
    return errors_of("OPENCL t\n{}\n" + condition + "\n");
}

TEST(LitmusDiagnostic, MissingSemicolonIsBlamedOnWhatItFollows) {
    EXPECT_EQ(body_errors("  int r = *x\n  r = 2;"),
              "t.litmus:5:13: error: expected ';' after this declaration [E-SYNTAX]\n"
              "      int r = *x\n"
              "                ^\n");
    EXPECT_EQ(body_errors("  *x = 1\n"),
              "t.litmus:5:9: error: expected ';' after this expression [E-SYNTAX]\n"
              "      *x = 1\n"
              "            ^\n");
    EXPECT_EQ(body_errors("  do x++; while (1)\n  break\n  return"),
              "t.litmus:5:20: error: expected ';' after the loop's condition [E-SYNTAX]\n"
              "      do x++; while (1)\n"
              "                       ^\n"
              "t.litmus:6:8: error: expected ';' after 'break' [E-SYNTAX]\n"
              "      break\n"
              "           ^\n"
              "t.litmus:7:9: error: expected ';' after 'return' [E-SYNTAX]\n"
              "      return\n"
              "            ^\n");
    EXPECT_EQ(errors_of("OPENCL t\n{ [x]=0 [y]=0; }"),
              "t.litmus:2:8: error: expected ';' after this entry of the initial state [E-SYNTAX]\n"
              "    { [x]=0 [y]=0; }\n"
              "           ^\n");
}

TEST(LitmusDiagnostic, SeveralMistakesInOneRun) {
    EXPECT_EQ(body_errors("  int a = 1\n  int b = ;\n  @ a = 2;\n  foo c;\n  a = b 3;"),
              "t.litmus:5:12: error: expected ';' after this declaration [E-SYNTAX]\n"
              "      int a = 1\n"
              "               ^\n"
              "t.litmus:6:11: error: expected an expression, found ';' [E-SYNTAX]\n"
              "      int b = ;\n"
              "              ^\n"
              "t.litmus:7:3: error: expected a statement, found '@' [E-SYNTAX]\n"
              "      @ a = 2;\n"
              "      ^\n"
              "t.litmus:8:3: error: unknown type 'foo' [E-SYNTAX]\n"
              "      foo c;\n"
              "      ^~~\n"
              "t.litmus:9:8: error: expected ';' after this expression [E-SYNTAX]\n"
              "      a = b 3;\n"
              "           ^\n");
    EXPECT_EQ(errors_of("OPENCL t\n{}\nP0 (foo* x) {}\nP1 (y) {}\nexists (x=)\n"),
              "t.litmus:3:5: error: unknown type 'foo' [E-SYNTAX]\n"
              "    P0 (foo* x) {}\n"
              "        ^~~\n"
              "t.litmus:4:5: error: expected a parameter with its type, found 'y' [E-SYNTAX]\n"
              "    P1 (y) {}\n"
              "        ^\n"
              "t.litmus:5:11: error: expected a location, a register such as 0:r0 or a constant, "
              "found ')' [E-SYNTAX]\n"
              "    exists (x=)\n"
              "              ^\n");
}

TEST(LitmusDiagnostic, Brackets) {
    EXPECT_EQ(body_errors("  int r = f(x;"),
              "t.litmus:5:14: error: expected ')' before ';' [E-SYNTAX]\n"
              "      int r = f(x;\n"
              "                 ^\n"
              "  hint: to match the '(' at line 5, column 12\n");
    EXPECT_EQ(body_errors("  if (*x == 1 {\n  }"),
              "t.litmus:5:14: error: expected ')' before '{' [E-SYNTAX]\n"
              "      if (*x == 1 {\n"
              "                 ^\n"
              "  hint: to match the '(' at line 5, column 6\n");
    EXPECT_EQ(body_errors("  x[1) = 2;"),
              "t.litmus:5:6: error: this ')' closes nothing [E-SYNTAX]\n"
              "      x[1) = 2;\n"
              "         ^\n"
              "t.litmus:5:11: error: expected ']' before ';' [E-SYNTAX]\n"
              "      x[1) = 2;\n"
              "              ^\n"
              "  hint: to match the '[' at line 5, column 4\n");
    EXPECT_EQ(errors_of("OPENCL t\n{}\nP0 () {\n  int r;\nP1 () {}\nexists (0:r=1)\n"),
              "t.litmus:4:9: error: expected '}' before 'P1' [E-SYNTAX]\n"
              "      int r;\n"
              "            ^\n"
              "  hint: to match the '{' at line 3, column 7\n");
    EXPECT_EQ(body_errors("  }"),
              "t.litmus:6:1: error: this '}' closes nothing [E-SYNTAX]\n"
              "    }\n"
              "    ^\n");
}

TEST(LitmusDiagnostic, Conditions) {
    EXPECT_EQ(condition_errors("exists (x=1 && y=1 || z=1)"),
              "t.litmus:3:13: error: '&&' does not join the parts of a condition [E-SYNTAX]\n"
              "    exists (x=1 && y=1 || z=1)\n"
              "                ^~\n"
              "  hint: write '/\\'\n"
              "t.litmus:3:20: error: '||' does not join the parts of a condition [E-SYNTAX]\n"
              "    exists (x=1 && y=1 || z=1)\n"
              "                       ^~\n"
              "  hint: write '\\/'\n");
    EXPECT_EQ(condition_errors("exists (0:r0)"),
              "t.litmus:3:13: error: expected a comparison such as '=1' after 'r0' [E-SYNTAX]\n"
              "    exists (0:r0)\n"
              "                ^\n");
    EXPECT_EQ(condition_errors("exists (x=1 and y=1)"),
              "t.litmus:3:13: error: expected '/\\', '\\/' or ')', found 'and' [E-SYNTAX]\n"
              "    exists (x=1 and y=1)\n"
              "                ^~~\n"
              "  hint: write '/\\'\n");
    EXPECT_EQ(condition_errors("exist (x=1)"),
              "t.litmus:3:1: error: expected a thread, a function or a condition, found 'exist' "
              "[E-SYNTAX]\n"
              "    exist (x=1)\n"
              "    ^~~~~\n"
              "  hint: did you mean 'exists'?\n");
    EXPECT_EQ(condition_errors("exists x=1 y"),
              "t.litmus:3:12: error: unexpected 'y' at the end of the test [E-SYNTAX]\n"
              "    exists x=1 y\n"
              "               ^\n");
    EXPECT_EQ(condition_errors("exists x=1 exists x=2"),
              "t.litmus:3:12: error: there is already one 'exists' [E-SYNTAX]\n"
              "    exists x=1 exists x=2\n"
              "               ^~~~~~\n");
    EXPECT_EQ(condition_errors("exists (x=1 \xe2\x88\xa7 y=1)"),
              "t.litmus:3:13: error: unexpected character '\xe2\x88\xa7' [E-SYNTAX]\n"
              "    exists (x=1 \xe2\x88\xa7 y=1)\n"
              "                ^~~\n"
              "  hint: write '/\\'\n");
}

TEST(LitmusDiagnostic, Header) {
    EXPECT_EQ(errors_of("OPENGL t\n{}"),
              "t.litmus:1:1: error: unknown dialect 'OPENGL' [E-SYNTAX]\n"
              "    OPENGL t\n"
              "    ^~~~~~\n"
              "  hint: a litmus test starts with 'OPENCL' or 'C' and its name\n");
    EXPECT_EQ(errors_of("PTX t\n{}").substr(0, 57),
              "t.litmus:1:1: error: cannot read the dialect 'PTX' [E-SYN");
    EXPECT_EQ(errors_of(""),
              "t.litmus:1:1: error: expected 'OPENCL' or 'C' and the test's name on the first line "
              "[E-SYNTAX]\n    \n    ^\n");
    EXPECT_EQ(errors_of("OPENCL\n{}"),
              "t.litmus:1:7: error: expected the test's name after the dialect [E-SYNTAX]\n"
              "    OPENCL\n"
              "          ^\n");
    EXPECT_EQ(
        errors_of("OPENCL t\nCom Rf Fr\n{}\nP0 () {}\n"),
        "t.litmus:2:1: error: expected the initial state '{ ... }', found 'Com' [E-SYNTAX]\n"
        "    Com Rf Fr\n"
        "    ^~~\n"
        "  hint: write '{}' where nothing is initialised; header lines have the form key=value\n");
    EXPECT_EQ(errors_of("OPENCL t\n\"open\n{}"),
              "t.litmus:2:1: error: this quoted text is never closed [E-SYNTAX]\n"
              "    \"open\n"
              "    ^\n");
}

TEST(LitmusDiagnostic, Placement) {
    EXPECT_EQ(errors_of("OPENCL t\n{}\nP0@wg 0 dev 0 () {}\nP1@wg () {}"),
              "t.litmus:3:8: error: expected ',' between the thread's scopes [E-SYNTAX]\n"
              "    P0@wg 0 dev 0 () {}\n"
              "           ^\n"
              "t.litmus:4:6: error: expected a number after 'wg' [E-SYNTAX]\n"
              "    P1@wg () {}\n"
              "         ^\n");
    EXPECT_EQ(errors_of("OPENCL t\n{}\nT0@group 0 () {}\n"),
              "t.litmus:3:1: error: 'T0' is not the name of a thread [E-SYNTAX]\n"
              "    T0@group 0 () {}\n"
              "    ^~\n"
              "  hint: threads are called P0, P1, P2 and so on\n"
              "t.litmus:3:4: error: 'group' is not a scope [E-SYNTAX]\n"
              "    T0@group 0 () {}\n"
              "       ^~~~~\n"
              "  hint: the scopes are system, device, kernel, work_group and sub_group\n");
}

TEST(LitmusDiagnostic, Expressions) {
    EXPECT_EQ(body_errors("  1 = *x;"),
              "t.litmus:5:3: error: this expression cannot be assigned to [E-SYNTAX]\n"
              "      1 = *x;\n"
              "      ^\n"
              "  hint: write '==' to compare\n");
    EXPECT_EQ(
        body_errors("  if (*x = 1) ;"),
        "t.litmus:5:7: warning: this condition assigns a constant and does not compare [W-SYNTAX]\n"
        "      if (*x = 1) ;\n"
        "          ^~~~~~\n"
        "  hint: write '==' to compare\n");
    EXPECT_EQ(body_errors("  *x = 1; else *x = 2;"),
              "t.litmus:5:11: error: this 'else' belongs to no 'if' [E-SYNTAX]\n"
              "      *x = 1; else *x = 2;\n"
              "              ^~~~\n");
    EXPECT_EQ(body_errors("  *x = (foo)1;"),
              "t.litmus:5:9: error: unknown type 'foo' [E-SYNTAX]\n"
              "      *x = (foo)1;\n"
              "            ^~~\n");
    EXPECT_EQ(
        body_errors("  *x = 18446744073709551616 + 12ab + 1.5;"),
        "t.litmus:5:8: error: the integer 18446744073709551616 does not fit in 64 bits [E-SYNTAX]\n"
        "      *x = 18446744073709551616 + 12ab + 1.5;\n"
        "           ^~~~~~~~~~~~~~~~~~~~\n"
        "t.litmus:5:31: error: '12ab' is not an integer [E-SYNTAX]\n"
        "      *x = 18446744073709551616 + 12ab + 1.5;\n"
        "                                  ^~~~\n"
        "t.litmus:5:38: error: floating-point constants are not supported "
        "[E-UNSUPPORTED]\n"
        "      *x = 18446744073709551616 + 12ab + 1.5;\n"
        "                                         ^~~\n"
        "  hint: only integers are checked\n");
    EXPECT_EQ(body_errors("  unsigned float f; volatile g;"),
              "t.litmus:5:3: error: 'unsigned float' is not a type [E-SYNTAX]\n"
              "      unsigned float f; volatile g;\n"
              "      ^~~~~~~~~~~~~~\n"
              "t.litmus:5:29: error: expected a type after 'volatile' [E-SYNTAX]\n"
              "      unsigned float f; volatile g;\n"
              "                                ^\n");
}

TEST(LitmusDiagnostic, WhatIsNotSupported) {
    const auto at_top_level = [](const std::string& text) {
        return errors_of("OPENCL t\n{}\n" + text + "\nP0 () {}\n");
    };
    EXPECT_EQ(at_top_level("#include <a.h>"),
              "t.litmus:3:1: error: preprocessor lines are not supported [E-SYNTAX]\n"
              "    #include <a.h>\n"
              "    ^~~~~~~~~~~~~~\n"
              "  hint: write out what the line would bring in\n");
}

TEST(LitmusDiagnostic, TextThatCannotBeRead) {
    EXPECT_EQ(body_errors("  /* open"),
              "t.litmus:5:3: error: this comment is never closed [E-SYNTAX]\n"
              "      /* open\n"
              "      ^~\n");
    EXPECT_EQ(parse("OPENCL t\n{ \xff }").diagnostics().at(0).message,
              "this byte is not UTF-8 text");
    EXPECT_EQ(parse("OPENCL t\n{ \xff }").diagnostics().at(0).span.begin, 11U);
    EXPECT_EQ(parse("OPENCL t\n{ \xed\xa0\x80 }").diagnostics().at(0).span.begin, 11U);
    EXPECT_EQ(body_errors("  *x = 1; \x01"),
              "t.litmus:5:11: error: unexpected control character [E-SYNTAX]\n"
              "      *x = 1;  \n"
              "              ^\n");
}

}  // namespace
}  // namespace clmm::syntax::test
