// Structs inside structs and functions, designated initialisers, addresses as initial values.
#include "run_kernel.h"

namespace clmm::runtime::test {
namespace {

TEST(Structs, InsideOthers) {
    EXPECT_EQ(results<int>("int", 9, R"(
        struct outer o = {1, {2, {3, 4}}, {{5, 6}, {7, 8}}, {9}};
        out[0] = o.in.x + o.in.deep.b; out[1] = o.list[1].p; out[2] = o.u.i;
        o.u.f = 1.0f; out[3] = o.u.i; struct inner copy = o.in; copy.deep.a = 30;
        out[4] = copy.deep.a + o.in.deep.a; out[5] = sizeof(struct outer); out[6] = sizeof(struct inner);
        for (int i = 0; i < 2; ++i) o.list[i].q += i; out[7] = o.list[0].q * 10 + o.list[1].q;
        struct outer all[2] = {o, {0}}; all[1].list[0] = all[0].list[1]; out[8] = all[1].list[0].q;)",
                           R"(
        struct outer {
            int a; struct inner { int x; struct { int a, b; } deep; } in;
            struct { char p; int q; } list[2];
            union { int i; float f; } u;
        };)"),
              (std::vector<int>{6, 7, 9, 0x3f800000, 33, 36, 12, 69, 9}));
}

TEST(Structs, WithoutNames) {
    EXPECT_EQ(results<int>("int", 7, R"(
        struct value v = {2, {.whole = 0x01020304}, {5, 6}}; out[0] = v.part[0]; out[1] = v.y;
        struct value* p = &v; p->part[1] = 0; out[2] = p->whole; struct value w = *p; w.x = 9;
        out[3] = w.x + v.x + w.y; out[4] = sizeof(struct value);
        constant struct value* c = &table; out[5] = c->y + c->whole; out[6] = w.kind;)",
                           R"(
        struct value {
            int kind; union { int whole; uchar part[4]; }; struct { int x, y; };
        };
        constant struct value table = {1, {7}, {.y = 3}};)"),
              (std::vector<int>{4, 6, 0x01020004, 20, 16, 10, 2}));
}

TEST(Structs, InFunctions) {
    EXPECT_EQ(results<int>("int", 5, R"(
        struct pair { int x; }; struct pair p = {f()}; out[0] = p.x;
        { struct pair { short a, b, c; }; struct pair q = {1, 2, 3}; out[1] = sizeof q + q.c; }
        out[2] = sizeof(struct pair); struct { int a; } one = {4}, two = one; out[3] = two.a;
        union { float f; int i; } u; u.f = 2.0f; out[4] = u.i;)",
                           "struct pair { int a, b, c, d; };\n"
                           "int f() { struct pair { long l; }; struct pair p = {7}; return p.l; }\n"
                           "int g() { return sizeof(struct pair); }"),
              (std::vector<int>{7, 9, 4, 4, 0x40000000}));
}

TEST(Typedefs, InFunctions) {
    EXPECT_EQ(results<int>("int", 3, R"(
        typedef struct { int x, y; } point; point p = {1, 2}; out[0] = p.y; typedef short number;
        { typedef long number; out[1] = sizeof(number); } number n = 70000; out[2] = n;)",
                           "void f() { typedef char number; number c = 1; }\n"),
              (std::vector<int>{2, 8, 4464}));
}

TEST(Structs, ThatPointToOneAnother) {
    std::vector<int> out(3);
    Kernels kernels(R"(
        struct list; struct list { int value; global struct list* next; };
        typedef struct tree { struct tree* left; global struct leaf* leaf; } tree;
        struct leaf { int v; };
        global struct list last = {3, 0}, first = {1, &last};
        kernel void k(global int* out) {
            for (global struct list* l = &first; l; l = l->next) out[0] += l->value;
            tree a, b; a.left = &b; a.left->leaf = (global struct leaf*)(out + 2); b.leaf->v = 8;
            out[1] = sizeof(tree);
        })");
    kernels.run("k", {1}, {1}, {buffer(out)});
    EXPECT_EQ(out, (std::vector<int>{4, 16, 8}));
}

TEST(Structs, Mistakes) {
    const auto error = [](const std::string& before, const std::string& body) {
        return first_error(before + " kernel void k(global int* out) { " + body + " }");
    };
    EXPECT_NE(error("struct s { struct t { int a; } b; };", "struct s v; out[0] = v.a;")
                  .find("has no member 'a'"),
              std::string::npos);
    EXPECT_NE(error("struct s { struct s inside; };", "").find("cannot be of type"),
              std::string::npos);
    EXPECT_NE(error("struct s { int; };", "").find("E-SYNTAX"), std::string::npos);
    EXPECT_NE(error("struct s { struct t { int a; }; };", "").find("has no name"),
              std::string::npos);
    EXPECT_NE(error("", "{ struct s { int a; }; } struct s v;").find("is not defined"),
              std::string::npos);
    EXPECT_NE(error("", "struct s { int a; }; struct s { int b; }; struct s v; v.a = 1;")
                  .find("has no member"),
              std::string::npos);
    EXPECT_NE(error("", "int;").find("E-SYNTAX"), std::string::npos);
}

TEST(Initialisers, Designated) {
    EXPECT_EQ(results<int>("int", 12, R"(
        struct point p = {.y = 2, .x = 1}, q = {.x = 5}; out[0] = p.x * 10 + p.y; out[1] = q.x + q.y;
        int a[] = {[3] = 7, 8, [1] = 5}; out[2] = sizeof a / sizeof a[0]; out[3] = a[4]; out[4] = a[1];
        out[5] = a[0] + a[2];
        struct both b = {.p = {.y = 4}, .list[1] = 6, .v = (int2)(1, 2)};
        out[6] = b.p.y * 10 + b.list[1]; out[7] = b.v.y + b.p.x;
        out[8] = table[2].y * 10 + table[0].x; out[9] = sizeof table / sizeof table[0];
        struct both c = {.p.x = 3, .p.y = 4}; out[10] = c.p.x * 10 + c.p.y;
        out[11] = ((struct point){.y = 9}).y;)",
                           R"(
        struct point { int x, y; };
        struct both { struct point p; int list[2]; int2 v; };
        constant struct point table[] = {[1] = {1, 2}, [2].y = 3, [0] = {.x = 4}};)"),
              (std::vector<int>{12, 5, 5, 8, 5, 0, 46, 2, 34, 3, 34, 9}));
}

TEST(Initialisers, DesignationsThatFitNothing) {
    const auto error = [](const std::string& body) {
        return first_error(
            "struct point { int x, y; }; struct two { struct point a, b; };\n"
            "kernel void k() { " +
            body + " }");
    };
    EXPECT_EQ(error("struct two t = {.a.x = 1, .b = {1, 2}};"), "");
    EXPECT_NE(error("struct point p = {.z = 1};").find("no member 'z'"), std::string::npos);
    EXPECT_NE(error("int a[2] = {[2] = 1};").find("no such element"), std::string::npos);
    EXPECT_NE(error("int a[2] = {[1] = 1, 2};").find("more initial values"), std::string::npos);
    EXPECT_NE(error("int a[2] = {.x = 1};").find("no member 'x'"), std::string::npos);
    EXPECT_NE(error("struct two t = {.b.x = 1, 2, 3};").find("more initial values"),
              std::string::npos);
}

TEST(Initialisers, GoOnBehindAPartOfAPart) {
    EXPECT_EQ(results<int>("int", 8, R"(
        struct two t = {.a.y = 1, 2, 3}; out[0] = t.a.x * 100 + t.a.y * 10 + t.b.x; out[1] = t.b.y;
        int m[2][3] = {[0][2] = 4, 5}; out[2] = m[0][2] * 10 + m[1][0]; out[3] = m[1][2];
        struct two u[] = {t, {{1}}}; out[4] = u[0].b.y - 3 + u[1].b.y;
        out[5] = table[1].b.x * 10 + table[1].b.y; out[6] = whole.a.y; out[7] = table[0].a.x;)",
                           R"(
        struct point { int x, y; }; struct two { struct point a, b; };
        struct two whole = (struct two){{1, 2}, (struct point){3, 4}};
        constant struct two table[2] = {(struct two){.a.x = 5}, [1].a.y = 6, 7, (int){8}};)"),
              (std::vector<int>{12, 3, 45, 0, 0, 78, 2, 5}));
}

TEST(Initialisers, LiteralsOutsideFunctionsHaveNoAddress) {
    EXPECT_NE(first_error("constant int* p = (constant int[]){1, 2};\n"
                          "kernel void k() { }")
                  .find("taken as a value alone"),
              std::string::npos);
}

TEST(ProgramScope, AddressesAsInitialValues) {
    Kernels kernels(R"(
        global int x = 5, list[4] = {1, 2, 3, 4};
        global int* p = &x; global int* global q = list + 2;
        global int* constant table[] = {&list[3], list, &x, 0};
        constant int weights[2] = {10, 20};
        struct entry { constant int* w; global int* at; };
        constant struct entry entries[2] = {{weights, &x}, {.w = &weights[1]}};
        global void* self = &self; global int* last = &list[4] - 1;
        kernel void k(global int* out) {
            *p += 1; out[0] = x; out[1] = *q; out[2] = *table[0] + *table[1] + *table[2];
            out[3] = table[3] == 0; out[4] = *entries[1].w + entries[0].w[0] + *entries[0].at;
            out[5] = self == (global void*)&self; out[6] = *last;
            static global int* counter = &x; out[7] = ++*counter; q = list; out[8] = *q;
        })");
    std::vector<int> out(9);
    kernels.run("k", {1}, {1}, {buffer(out)});
    EXPECT_EQ(out, (std::vector<int>{6, 3, 11, 1, 36, 1, 4, 7, 1}));
}

TEST(ProgramScope, ValuesThatAreNoConstants) {
    const auto error = [](const std::string& text) {
        return first_error(text + "\nkernel void k() {}");
    };
    EXPECT_EQ(error("global int x = 1; global int y = sizeof(x) * 3;"), "");
    EXPECT_NE(error("global int x = 1; global int y = x;").find("1:34: error: the value of a"),
              std::string::npos)
        << error("global int x = 1; global int y = x;");
    EXPECT_NE(error("global int x; global int* p = &x + x;").find("[E-TYPE]"), std::string::npos);
    EXPECT_NE(error("global ulong i = get_global_id(0);").find("is a constant"), std::string::npos);
    EXPECT_NE(error("global int x; local int* p = &x;").find("[E-ADDRESS]"), std::string::npos);
}

TEST(Strings, AreArraysInConstantMemory) {
    Kernels kernels(R"(
        constant char* constant names[] = {"one", "three"};
        int length(constant char* s) { int n = 0; while (s[n]) ++n; return n; }
        kernel void k(global int* out) {
            constant char* s = "text"; out[0] = s[1]; out[1] = length(names[1]) + length("ab");
            out[2] = "xyz"[2]; out[3] = *"q"; out[4] = sizeof("four");
            constant char* t = out[0] > 0 ? "yes" : "no"; out[5] = length(t); out[6] = *("ab" + 1);
        })");
    std::vector<int> out(7);
    kernels.run("k", {1}, {1}, {buffer(out)});
    EXPECT_EQ(out, (std::vector<int>{'e', 7, 'z', 'q', 5, 3, 'b'}));
    EXPECT_NE(first_error("kernel void k() { global char* s = \"a\"; }").find("[E-ADDRESS]"),
              std::string::npos);
    EXPECT_NE(first_error("kernel void k() { \"a\"[0] = 1; }").find("const"), std::string::npos);
}

}  // namespace
}  // namespace clmm::runtime::test
