#include <gtest/gtest.h>

#include <string>

#include "load_test_support.h"

namespace clmm::model::test {
namespace {

TEST(LoadErrors, SetsAndRelations) {
    EXPECT_EQ(errors_of("let a = rf | W\nlet b = rf ; W\nacyclic W\nirreflexive [rf]\nlet c = rf+ "
                        "* W\nlet d = W+"),
              "m.cat:1:14: error: this is a set, and the operand to the left of '|' is a relation "
              "[E-CAT-TYPE]\n"
              "    let a = rf | W\n"
              "                 ^\n"
              "  hint: [S] is the relation of each element of S to itself\n"
              "m.cat:2:14: error: ';' composes with a relation, and this is a set [E-CAT-TYPE]\n"
              "    let b = rf ; W\n"
              "                 ^\n"
              "  hint: [S] is the relation of each element of S to itself\n"
              "m.cat:3:9: error: 'acyclic' tests a relation, and this is a set [E-CAT-TYPE]\n"
              "    acyclic W\n"
              "            ^\n"
              "m.cat:4:14: error: '[…]' encloses a set, and this is a relation [E-CAT-TYPE]\n"
              "    irreflexive [rf]\n"
              "                 ^~\n"
              "m.cat:5:9: error: '*' multiplies a set, and this is a relation [E-CAT-TYPE]\n"
              "    let c = rf+ * W\n"
              "            ^~~\n"
              "  hint: S * T relates sets; the closure r* before an operand goes in parentheses\n"
              "m.cat:6:9: error: '+' closes a relation, and this is a set [E-CAT-TYPE]\n"
              "    let d = W+\n"
              "            ^\n"
              "  hint: [S] is the relation of each element of S to itself\n");
}

TEST(LoadErrors, OtherOperands) {
    EXPECT_EQ(
        errors_of("let a = domain(W)\nwith S from total_order(rf)\nlet b = ~0\nlet c = (rf, "
                  "mo)\nshow rf | mo"),
        "m.cat:1:16: error: 'domain' takes a relation, and this is a set [E-CAT-TYPE]\n"
        "    let a = domain(W)\n"
        "                   ^\n"
        "m.cat:2:25: error: 'total_order' orders a set, and this is a relation [E-CAT-TYPE]\n"
        "    with S from total_order(rf)\n"
        "                            ^~\n"
        "m.cat:3:10: error: '~' needs a set or a relation, and this may be either [E-CAT-TYPE]\n"
        "    let b = ~0\n"
        "             ^\n"
        "  hint: '_' is the set of all events, _ * _ the relation of all pairs\n"
        "m.cat:4:9: error: only a function takes several expressions [E-CAT-TYPE]\n"
        "    let c = (rf, mo)\n"
        "            ^~~~~~~~\n"
        "  hint: f(x, y)\n"
        "m.cat:5:6: error: what is shown needs a name [E-CAT-SYNTAX]\n"
        "    show rf | mo\n"
        "         ^~~~~~~\n"
        "  hint: show e as name\n");
}

TEST(LoadErrors, Functions) {
    EXPECT_EQ(
        errors_of(
            "let f(x) = x; x\nlet d = f(rf, rf)\nlet e = rf(W)\nlet g = f | rf\nacyclic domain\n"
            "let h = domain(rf, mo)"),
        "m.cat:2:9: error: 'f' takes 1 argument, not 2 [E-CAT-ARITY]\n"
        "    let d = f(rf, rf)\n"
        "            ^~~~~~~~~\n"
        "m.cat:3:9: error: this is applied like a function, but it is a relation [E-CAT-TYPE]\n"
        "    let e = rf(W)\n"
        "            ^~\n"
        "  hint: to compose relations write r; s\n"
        "m.cat:4:9: error: this function lacks its arguments [E-CAT-TYPE]\n"
        "    let g = f | rf\n"
        "            ^\n"
        "m.cat:5:9: error: this function lacks its argument [E-CAT-TYPE]\n"
        "    acyclic domain\n"
        "            ^~~~~~\n"
        "  hint: domain(r)\n"
        "m.cat:6:9: error: 'domain' takes 1 argument, not 2 [E-CAT-ARITY]\n"
        "    let h = domain(rf, mo)\n"
        "            ^~~~~~~~~~~~~~\n");
}

TEST(LoadErrors, InTheBodyOfAFunction) {
    EXPECT_EQ(errors_of("let f(x) = x; sb\nlet a = f(W)\nlet b = f(R)"),
              "m.cat:1:12: error: ';' composes with a relation, and this is a set [E-CAT-TYPE]\n"
              "    let f(x) = x; sb\n"
              "               ^\n"
              "  hint: [S] is the relation of each element of S to itself; in the use of 'f' at "
              "line 2\n");
    EXPECT_EQ(errors_of("let never-used(x) = x; W"),
              "m.cat:1:24: error: ';' composes with a relation, and this is a set [E-CAT-TYPE]\n"
              "    let never-used(x) = x; W\n"
              "                           ^\n"
              "  hint: [S] is the relation of each element of S to itself\n");
}

TEST(LoadErrors, Names) {
    EXPECT_EQ(
        errors_of("let visible = rf\nacyclic visibel\nacyclic domian(rf)\nacyclic unheard-of"),
        "m.cat:2:9: error: unknown name 'visibel' [E-CAT-NAME]\n"
        "    acyclic visibel\n"
        "            ^~~~~~~\n"
        "  hint: did you mean 'visible'?\n"
        "m.cat:3:9: error: unknown name 'domian' [E-CAT-NAME]\n"
        "    acyclic domian(rf)\n"
        "            ^~~~~~\n"
        "  hint: did you mean 'domain'?\n"
        "m.cat:4:9: error: unknown name 'unheard-of' [E-CAT-NAME]\n"
        "    acyclic unheard-of\n"
        "            ^~~~~~~~~~\n");
}

TEST(LoadErrors, OneMistakeOneError) {
    EXPECT_EQ(
        errors_of(
            "let a = nowhere; rf\nlet b = a | W\nacyclic b+ | mo\nlet f(x) = a(x)\nlet c = f(rf)"),
        "m.cat:1:9: error: unknown name 'nowhere' [E-CAT-NAME]\n"
        "    let a = nowhere; rf\n"
        "            ^~~~~~~\n"
        "m.cat:2:13: error: this is a set, and the operand to the left of '|' is a relation "
        "[E-CAT-TYPE]\n"
        "    let b = a | W\n"
        "                ^\n"
        "  hint: [S] is the relation of each element of S to itself\n"
        "m.cat:4:12: error: this is applied like a function, but it is a relation [E-CAT-TYPE]\n"
        "    let f(x) = a(x)\n"
        "               ^\n"
        "  hint: to compose relations write r; s\n");
}

TEST(LoadErrors, RecursionMustBeMonotone) {
    EXPECT_EQ(
        errors_of("let rec a = rf | ~a\nlet rec b = mo \\ b\nlet rec c(x) = x\nlet rec d = rf | "
                  "(let rec e = d in e)"),
        "m.cat:1:19: error: this grows with what is being defined, and '~' negates it [E-CAT-REC]\n"
        "    let rec a = rf | ~a\n"
        "                      ^\n"
        "  hint: a recursive definition may use its own name only where more of it gives more\n"
        "m.cat:2:18: error: this grows with what is being defined, and '\\' takes it away "
        "[E-CAT-REC]\n"
        "    let rec b = mo \\ b\n"
        "                     ^\n"
        "  hint: a recursive definition may use its own name only where more of it gives more\n"
        "m.cat:3:9: error: a function cannot be recursive [E-CAT-REC]\n"
        "    let rec c(x) = x\n"
        "            ^\n"
        "m.cat:4:27: error: a recursive definition cannot be part of another [E-CAT-REC]\n"
        "    let rec d = rf | (let rec e = d in e)\n"
        "                              ^\n"
        "  hint: define both at once: let rec a = … and b = …\n");
}

TEST(LoadErrors, MonotonicityIsSeenThroughFunctionsAndLocals) {
    EXPECT_NE(errors_of("let f(x) = mo \\ x\nlet rec a = rf | f(a; a)")
                  .find("m.cat:1:17: error: this grows"),
              std::string::npos);
    EXPECT_NE(errors_of("let rec a = let b = ~a in rf | b").find("E-CAT-REC"), std::string::npos);
    EXPECT_NE(errors_of("let rec a = rf | b and b = ~(a | mo)").find("E-CAT-REC"),
              std::string::npos);
}

TEST(LoadErrors, KindsOfRecursiveNames) {
    EXPECT_EQ(errors_of("let rec a = W | a and b = rf; a"),
              "m.cat:1:31: error: ';' composes with a relation, and this is a set [E-CAT-TYPE]\n"
              "    let rec a = W | a and b = rf; a\n"
              "                                  ^\n"
              "  hint: [S] is the relation of each element of S to itself\n");
}

TEST(LoadErrors, Includes) {
    EXPECT_EQ(errors_of("include \"opencl-bas.cat\"\ninclude \"nothing\""),
              "m.cat:1:9: error: there is no file 'opencl-bas.cat' to include [E-CAT-INCLUDE]\n"
              "    include \"opencl-bas.cat\"\n"
              "            ^~~~~~~~~~~~~~~~\n"
              "  hint: did you mean 'opencl-base.cat'?\n"
              "m.cat:2:9: error: there is no file 'nothing' to include [E-CAT-INCLUDE]\n"
              "    include \"nothing\"\n"
              "            ^~~~~~~~~\n");
    EXPECT_EQ(errors_of("include \"a.cat\"", with_files({{"a.cat", "let a = (\n"}})),
              "a.cat:2:1: error: the text ends here too early [E-CAT-SYNTAX]\n"
              "    \n"
              "    ^\n"
              "  hint: expected an expression\n");
}

TEST(LoadErrors, ShippedModels) {
    EXPECT_EQ(render(shipped_model("opencl-scope").diagnostics()),
              "error: there is no memory model 'opencl-scope' [E-MODEL]\n"
              "  hint: did you mean 'opencl-scoped'? There are amdgpu, armv8, c11, opencl-2.0, "
              "opencl-3.0, opencl-3.1, "
              "opencl-scoped, power, ptx-6.0, ptx-7.5, rc11, rvwmo, sc, vulkan, x86-tso\n");
}

TEST(LoadErrors, InliningIsBounded) {
    std::string doubling = "let f0(x) = x; x\n";
    std::string nesting = "let g0(x) = x\n";
    for (int i = 1; i < 60; ++i) {
        const std::string now = std::to_string(i), last = std::to_string(i - 1);
        doubling += "let f" + now + "(x) = f" + last + "(f" + last + "(x))\n";
        nesting += "let g" + now + "(x) = let h(y) = g" + last + "(y) in h(x) | h(x)\n";
    }
    EXPECT_NE(errors_of(doubling + "acyclic f59(rf | mo)").find("E-CAT-LIMIT"), std::string::npos);
    EXPECT_EQ(errors_of(nesting + "acyclic g59(rf | mo)"), "");
    EXPECT_NE(errors_of("let f g = g g  let a = f f").find("E-CAT-LIMIT"), std::string::npos);
    std::string chain = "let c0 x = x+\n";
    for (int i = 1; i < 3000; ++i)
        chain += "let c" + std::to_string(i) + " x = c" + std::to_string(i - 1) + " x\n";
    EXPECT_NE(errors_of(chain + "acyclic c2999 rf").find("E-CAT-LIMIT"), std::string::npos);
}

}  // namespace
}  // namespace clmm::model::test
