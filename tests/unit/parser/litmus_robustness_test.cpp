#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "litmus_test_support.h"

namespace clmm::syntax::test {
namespace {

const std::vector<std::string>& samples() {
    static const std::vector<std::string> all = {
        "OPENCL MP+a[b]\n\"doc \xe2\x88\xa7\"\nCom=Rf\n(* c (* d *) *)\n{ [x]=0; int a[2] = {1,2}; "
        "0:r=1 }\n"
        "static int f(int a) { return a ? 1 : -2; }\n"
        "P0@wg 0, dev 0 (global atomic_int* x, local int* y) {\n"
        "  int r0 = atomic_load_explicit(x, memory_order_acquire), *p = &r0;\n"
        "  B1: barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  if (r0 == 1) { *y = (int)r0 + 1; } else for (int i = 0; i < 3; i++) y[i] += 2;\n"
        "  do r0--; while (r0); /* c */ switch (r0) { case 1: break; default: ; }\n"
        "}\n"
        "scopeTree (device (work_group P0))\nlocations [x; 0:r0;]\nfilter (x=1)\n"
        "~exists (0:r0=1 /\\ [x]!=2 \\/ ~(x<>0x1))\n",
        "OPENCL all\n{ buffer int a[4]; sub_buffer int b[2] = &a[1]; T t = {1, {2}}; }\n"
        "typedef struct s { int a; atomic_int b[2]; } T, *P;\n"
        "global atomic_int g = 0, *h;\n"
        "__attribute__((reqd_work_group_size(4, 1))) kernel void k(T t, read_only pipe int p)\n"
        "{ enqueue_kernel(q, ^(void){ child(); if (t.a) f(^{ x; }); else y; }, 3); }\n"
        "P0@host (global int* x) { T v; v.a = 1; }\n"
        "NDRange k(a, 3), global_size(8, 2), local_size(4);\nexists (x=1)",
        "C imm-E3.1\n{}\nP0 (atomic_int* x) { while(atomic_load(x) == 0); (*x)++; }\nexists(x=1)"};
    return all;
}

/// Any answer but an exception will do, as long as a failure says why and where.
void expect_an_answer(const std::string& text) {
    const Result<LitmusTree> result = parse(text);
    if (result.ok()) {
        EXPECT_FALSE(to_text(*result).empty());
        return;
    }
    EXPECT_TRUE(has_errors(result.diagnostics()));
    for (const Diagnostic& diagnostic : result.diagnostics()) {
        EXPECT_LE(diagnostic.span.begin, diagnostic.span.end) << text;
        EXPECT_LE(diagnostic.span.end, text.size()) << text;
    }
    EXPECT_FALSE(render(result.diagnostics()).empty());
}

TEST(LitmusRobustness, TruncationAtEveryByte) {
    for (const std::string& text : samples())
        for (std::size_t length = 0; length <= text.size(); ++length)
            expect_an_answer(text.substr(0, length));
}

TEST(LitmusRobustness, PlainOpenClWithOneByteReplaced) {
    const std::string text =
        "# 1 \"a.cl\"\ntypedef struct s { int a; struct t b[2]; } T;\n"
        "__kernel __attribute__((vec_type_hint(int4))) void k(T t, global int* x) {\n"
        "  f(q, ^{ int y = (int4)(1, 2).x; }, 1.5f, \"s\"); x[0] = (*x) ^ (t.a);\n}\n";
    for (const char other : std::string("{}()[];,:^*=.\"@#! \n0aP"))
        for (std::size_t at = 0; at < text.size(); ++at) {
            std::string damaged = text;
            damaged[at] = other;
            EXPECT_FALSE(kernels_of(damaged).empty() && damaged.find("void") == 0) << damaged;
        }
}

TEST(LitmusRobustness, OneByteLeftOut) {
    for (const std::string& text : samples())
        for (std::size_t at = 0; at < text.size(); ++at) {
            std::string damaged = text;
            expect_an_answer(damaged.erase(at, 1));
        }
}

TEST(LitmusRobustness, OneByteReplaced) {
    for (const std::string& text : samples())
        for (const char other : std::string("{}()[];,:?=*/\\\"@#!~ \n\0\xff"
                                            "0aP",
                                            27))
            for (std::size_t at = 0; at < text.size(); ++at) {
                std::string damaged = text;
                damaged[at] = other;
                expect_an_answer(damaged);
            }
}

TEST(LitmusRobustness, DeepNestingIsRefused) {
    const auto repeated = [](const std::string& text, int times = 100'000) {
        std::string out;
        for (int i = 0; i < times; ++i) out += text;
        return out;
    };
    const auto refused = [](const std::string& body) {
        const std::string message = errors_of("OPENCL t\n{}\nP0 () { " + body + " }");
        return message.find("deep") != std::string::npos ||
               message.find("operators in one expression") != std::string::npos;
    };
    EXPECT_TRUE(refused("r = " + repeated("(") + "1" + repeated(")") + ";"));
    EXPECT_TRUE(refused(repeated("{") + repeated("}")));
    EXPECT_TRUE(refused("r = " + repeated("a[") + "1" + repeated("]") + ";"));
    EXPECT_TRUE(refused("r = " + repeated("- ") + "1;"));
    EXPECT_TRUE(refused("r = " + repeated("(int)") + "1;"));
    EXPECT_TRUE(refused("r = " + repeated("sizeof ") + "1;"));
    EXPECT_TRUE(refused("r = " + repeated("1 + ") + "1;"));
    EXPECT_TRUE(refused(repeated("r = ") + "1;"));
    EXPECT_TRUE(refused("r = " + repeated("1 ? 2 : ") + "1;"));
    EXPECT_TRUE(refused(repeated("^{ r = ") + "1;" + repeated("}; ")));
    EXPECT_TRUE(refused("r = " + repeated("^{ a; } + ") + "1;"));
    EXPECT_TRUE(refused("r = " + repeated("^{ if (a) if (a) r = ^{ b; } + ", 150) + "1" +
                        repeated("; }", 150) + ";"));
    EXPECT_TRUE(refused("r" + repeated("++") + ";"));
    EXPECT_TRUE(refused("r" + repeated(".f") + ";"));
    EXPECT_TRUE(refused("r" + repeated("[0]") + ";"));
    EXPECT_TRUE(refused(repeated("r, ") + "r;"));
    EXPECT_TRUE(refused(repeated("if (a) ") + ";"));
    EXPECT_TRUE(refused(repeated("if (a) ; else ") + ";"));
    EXPECT_TRUE(refused(repeated("if (a) { b; } else ") + ";"));
    EXPECT_TRUE(refused(repeated("for (;;) ") + ";"));
    EXPECT_TRUE(refused(repeated("do ") + ";" + repeated(" while (a);")));
    EXPECT_TRUE(refused(repeated("L: ") + ";"));
    EXPECT_TRUE(refused(repeated("if (a) { if (b) ", 500) + ";" + repeated("}", 500)));
    EXPECT_TRUE(refused("int x" + repeated("[1]") + "; int " + repeated("*") + " y;"));
}

TEST(LitmusRobustness, DeepConditionsAreRefused) {
    std::string nots = "exists ";
    std::string ands = "exists x=1";
    for (int i = 0; i < 100'000; ++i) {
        nots += '~';
        ands += " => x=1";
    }
    EXPECT_NE(condition_of(nots + "x=1").find("deep"), std::string::npos);
    EXPECT_NE(condition_of(ands).find("operators in one expression"), std::string::npos);
    EXPECT_NE(condition_of("scopeTree " + std::string(100'000, '(') + std::string(100'000, ')'))
                  .find("deep"),
              std::string::npos);
}

TEST(LitmusRobustness, ReasonableDepthIsAccepted) {
    const auto nested = [](int depth) {
        return "r = " + std::string(static_cast<std::size_t>(depth), '(') + "1" +
               std::string(static_cast<std::size_t>(depth), ')') + ";";
    };
    EXPECT_EQ(body_of(nested(150)), "  (r = 1)\n");
    std::string many;
    for (int i = 0; i < 1000; ++i) many += "if (a) b; else c; ";
    EXPECT_EQ(body_of(many).find("error"), std::string::npos);
}

TEST(LitmusRobustness, SizeIsLimited) {
    const std::string message = errors_of("OPENCL t\n" + std::string((4U << 20U) + 1, ' '));
    EXPECT_NE(message.find("larger than 4 MiB"), std::string::npos);
}

}  // namespace
}  // namespace clmm::syntax::test
