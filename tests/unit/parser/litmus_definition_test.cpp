#include <gtest/gtest.h>

#include "litmus_test_support.h"

namespace clmm::syntax::test {
namespace {

/// What stands between the initial state and the condition.
std::string definitions_of(const std::string& definitions) {
    const std::string tree = tree_of("OPENCL t\n{}\n" + definitions + "\n");
    const std::string start = "opencl t\n";
    return tree.starts_with(start) ? tree.substr(start.size()) : tree;
}

std::string initial_state_of(const std::string& entries, const std::string& rest = "") {
    const std::string tree = tree_of("OPENCL t\n{ " + entries + " }\n" + rest);
    const std::string start = "opencl t\n";
    return tree.starts_with(start) ? tree.substr(start.size()) : tree;
}

TEST(LitmusDefinition, Structs) {
    EXPECT_EQ(definitions_of("struct s { int a, *p; atomic_int b[2]; struct t inner; };"),
              "struct s\n  int a\n  int* p\n  atomic_int b[2]\n  struct t inner\n");
    EXPECT_EQ(definitions_of("P0 () {}\nstruct s { int a; };\nP1 () {}"),
              "struct s\n  int a\nthread 0 ()\nthread 1 ()\n");
    EXPECT_EQ(definitions_of("struct s;\nstruct s { global struct s* next; } x, *y = 0;"),
              "struct s\n  global struct s* next\nvariable struct s x\nvariable struct s* y = 0\n");
    EXPECT_EQ(definitions_of("struct s f(struct s a) { return a; }"),
              "function struct s f (struct s a)\n  return a\n");
}

TEST(LitmusDefinition, Typedefs) {
    EXPECT_EQ(definitions_of("typedef int my_t, *ptr, arr[3];\nP0 (my_t* x) { my_t y = (my_t)1; "
                             "ptr p; x = sizeof(arr); }"),
              "typedef int my_t\ntypedef int* ptr\ntypedef int arr[3]\nthread 0 (my_t* x)\n"
              "  declare my_t y = ((my_t)1)\n  declare ptr p\n  (x = sizeof(arr))\n");
    EXPECT_EQ(definitions_of("typedef struct { int a; } T;\nglobal T t;"),
              "struct T\n  int a\ntypedef struct T T\nvariable global T t\n");
    EXPECT_EQ(definitions_of("typedef struct S { int a; } T, *P;\nT t; struct S s;"),
              "struct S\n  int a\ntypedef struct S T\ntypedef struct S* P\nvariable T t\n"
              "variable struct S s\n");
    EXPECT_EQ(definitions_of("typedef struct n n;\nstruct n { n* next; };"),
              "struct n\n  n* next\ntypedef struct n n\n");
}

TEST(LitmusDefinition, TypedefsOfKnownTypes) {
    EXPECT_EQ(definitions_of("typedef unsigned int uint; typedef int T; typedef int T;\nuint x;"),
              "typedef int T\ntypedef int T\nvariable uint x\n");
    EXPECT_EQ(definitions_of("typedef int event_t;"), "typedef int event_t\n");
}

TEST(LitmusDefinition, ATypedefIsNoTypeInTheCondition) {
    EXPECT_EQ(definitions_of("typedef int T;\nexists (T=1)"), "typedef int T\nexists T == 1\n");
}

TEST(LitmusDefinition, Variables) {
    EXPECT_EQ(definitions_of("global atomic_int g = 0;\nconstant int c[2] = {1,2}, *p;\n"
                             "__global int a[4];\nstatic const int s = 3;"),
              "variable global atomic_int g = 0\nvariable constant int c[2] = {1, 2}\n"
              "variable constant int* p\nvariable global int a[4]\n"
              "variable static const int s = 3\n");
}

TEST(LitmusDefinition, FunctionAttributes) {
    EXPECT_EQ(definitions_of("__attribute__((reqd_work_group_size(4, 1, 1))) kernel void k() {}"),
              "kernel void k ()\n  attribute reqd_work_group_size(4, 1, 1)\n");
    EXPECT_EQ(definitions_of("__kernel __attribute__((vec_type_hint(float4), x)) void k() "
                             "__attribute__((__noinline__)) __attribute__(()) {}"),
              "kernel void k ()\n  attribute vec_type_hint(float4)\n  attribute x\n"
              "  attribute noinline\n");
    EXPECT_EQ(definitions_of("P0 () { __attribute__((opencl_unroll_hint(2))) while (1) ; }"),
              "thread 0 ()\n  while 1\n    empty\n");
}

TEST(LitmusDefinition, ParameterQualifiers) {
    EXPECT_EQ(
        definitions_of("kernel void k(read_only pipe int p, write_only image2d_t i, "
                       "__read_write image1d_t j, const int* restrict r, __read_only pipe "
                       "struct s q, volatile local int* v) {}"),
        "kernel void k (read_only pipe int p, write_only image2d_t i, read_write image1d_t j, "
        "const int* restrict r, read_only pipe struct s q, volatile local int* v)\n");
    EXPECT_EQ(body_of("int pipe = 1; pipe = pipe + 1;"),
              "  declare int pipe = 1\n  (pipe = (pipe + 1))\n");
}

TEST(LitmusDefinition, TypesOfTheApi) {
    for (const std::string type : {"image1d_t",
                                   "image2d_t",
                                   "image3d_t",
                                   "image1d_buffer_t",
                                   "sampler_t",
                                   "queue_t",
                                   "clk_event_t",
                                   "ndrange_t",
                                   "reserve_id_t",
                                   "cl_mem_fence_flags",
                                   "event_t",
                                   "cl_event",
                                   "cl_command_queue",
                                   "cl_mem",
                                   "cl_int",
                                   "cl_uint",
                                   "int2",
                                   "int4",
                                   "uint4",
                                   "float4",
                                   "ulong16",
                                   "char3",
                                   "half8"})
        EXPECT_EQ(body_of(type + " v;"), "  declare " + type + " v\n");
    EXPECT_EQ(expression_of("(int4)(1, 2)"), "((int4)(1, 2))");
    EXPECT_EQ(expression_of("int5 + x.int2"), "(int5 + x.int2)");
}

TEST(LitmusDefinition, HostPlacement) {
    EXPECT_EQ(definitions_of("P0@host (global int* x) {}\nP1@wg 0, host () {}"),
              "thread 0 @host (global int* x)\nthread 1 @wg 0 @host ()\n");
}

TEST(LitmusDefinition, Launches) {
    EXPECT_EQ(definitions_of("kernel void k(int a) {}\nNDRange k(a, 3), global_size(8, 2), "
                             "local_size(4, 1), device(1);\nNDRange k();\nexists (x=1)"),
              "kernel void k (int a)\nlaunch k(a, 3), global_size(8, 2), local_size(4, 1), "
              "device(1)\nlaunch k()\nexists x == 1\n");
    EXPECT_EQ(body_of("NDRange = 1;"), "  (NDRange = 1)\n");
}

TEST(LitmusDefinition, Allocations) {
    EXPECT_EQ(
        initial_state_of("buffer int a[4]; sub_buffer int b[2] = &a[1]; coarse_svm global "
                         "atomic_int c; fine_svm buffer int d; pipe int p; image image2d_t i; "
                         "host program int h; global atomic_svm int e"),
        "init buffer int a[4]\ninit sub_buffer int b[2] = (&a[1])\n"
        "init coarse_svm global atomic_int c\ninit fine_svm buffer int d\ninit pipe int p\n"
        "init image image2d_t i\ninit host program int h\n"
        "init global atomic_svm int e\n");
    EXPECT_EQ(initial_state_of("buffer=1; [image]=2; pipe[2]; host = &program"),
              "init buffer = 1\ninit image = 2\ninit pipe[2]\ninit host = (&program)\n");
}

TEST(LitmusDefinition, StructsInTheInitialState) {
    EXPECT_EQ(initial_state_of("struct s x = {1, {2, 3}}; struct s y[2] = {{1,2},{3,4}}; T z; "
                               "buffer T w = {1}",
                               "typedef struct s { int a; } T;"),
              "init struct s x = {1, {2, 3}}\ninit struct s y[2] = {{1, 2}, {3, 4}}\ninit T z\n"
              "init buffer T w = {1}\nstruct s\n  int a\ntypedef struct s T\n");
    EXPECT_EQ(initial_state_of(
                  "cl_command_queue q = {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}; cl_event u"),
              "init cl_command_queue q = {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}\n"
              "init cl_event u\n");
}

TEST(LitmusDefinition, Blocks) {
    EXPECT_EQ(body_of("f(q, ^{ child(x, y); }, 3);"), "  f(q, ^{ child(x, y); }, 3)\n");
    EXPECT_EQ(body_of("x = ^(void){ L: a; }; x = ^ ( ) { };"),
              "  (x = ^{ label L; a; })\n  (x = ^{ })\n");
    EXPECT_EQ(body_of("if (a) f(^{ x; if (y) z; else w; }); else g();"),
              "  if a\n    f(^{ x; if y; z; else; w; })\n  else\n    g()\n");
    EXPECT_EQ(body_of("if (a) x = ^{ y; }; else z;"), "  if a\n    (x = ^{ y; })\n  else\n    z\n");
    EXPECT_EQ(expression_of("(a) ^ (b)"), "(a ^ b)");
}

TEST(LitmusDefinition, Mistakes) {
    EXPECT_EQ(definitions_of("P0@host 0 () {}"),
              "t.litmus:3:9: error: 'host' has no number [E-SYNTAX]\n"
              "    P0@host 0 () {}\n"
              "            ^\n");
    EXPECT_EQ(definitions_of("foo f(int x) {}\nglobal int g\nP3 () {}\nNDRange k(a)\nP4 () {}"),
              "t.litmus:3:1: error: unknown type 'foo' [E-SYNTAX]\n"
              "    foo f(int x) {}\n"
              "    ^~~\n"
              "t.litmus:4:13: error: expected ';' after this declaration [E-SYNTAX]\n"
              "    global int g\n"
              "                ^\n"
              "t.litmus:6:13: error: expected ';' after this launch [E-SYNTAX]\n"
              "    NDRange k(a)\n"
              "                ^\n");
    EXPECT_EQ(definitions_of("struct s { int a; }\nP0 () {}"),
              "t.litmus:3:20: error: expected ';' after this struct [E-SYNTAX]\n"
              "    struct s { int a; }\n"
              "                       ^\n");
    EXPECT_EQ(definitions_of("P0 () {}\n*x = 1;"),
              "t.litmus:4:1: error: expected a thread, a function or a condition, found '*' "
              "[E-SYNTAX]\n"
              "    *x = 1;\n"
              "    ^\n");
    EXPECT_EQ(definitions_of("int;\nkernel int k;"),
              "t.litmus:3:1: error: this declares nothing [E-SYNTAX]\n"
              "    int;\n"
              "    ^~~~\n"
              "t.litmus:4:1: error: 'kernel' cannot stand here [E-SYNTAX]\n"
              "    kernel int k;\n"
              "    ^~~~~~\n");
    EXPECT_EQ(initial_state_of("buffer foo x; buffer y"),
              "t.litmus:2:10: error: unknown type 'foo' [E-SYNTAX]\n"
              "    { buffer foo x; buffer y }\n"
              "             ^~~\n");
}

TEST(LitmusDefinition, NotSupported) {
    EXPECT_EQ(body_of("int a[2] = {[0] = 1}; f((int4){1, 2}); struct s { int a; } b;"),
              "t.litmus:3:21: error: designated initialisers are not supported [E-UNSUPPORTED]\n"
              "    P0 () { int a[2] = {[0] = 1}; f((int4){1, 2}); struct s { int a; } b; }\n"
              "                        ^~~~~~~\n"
              "  hint: write the values in their order\n"
              "t.litmus:3:33: error: compound literals are not supported [E-UNSUPPORTED]\n"
              "    P0 () { int a[2] = {[0] = 1}; f((int4){1, 2}); struct s { int a; } b; }\n"
              "                                    ^~~~~~~~~~~~\n"
              "  hint: declare a variable with this initialiser\n"
              "t.litmus:3:48: error: a struct defined inside something else [E-UNSUPPORTED]\n"
              "    P0 () { int a[2] = {[0] = 1}; f((int4){1, 2}); struct s { int a; } b; }\n"
              "                                                   ^~~~~~\n"
              "  hint: define it before, outside threads, functions and structs, and write its "
              "name\n");
    EXPECT_EQ(definitions_of("int x __attribute__((aligned(8)));\nstruct __attribute__((packed)) s "
                             "{ int a; };\nint f(void) __attribute__((pure));"),
              "t.litmus:3:7: error: attributes are supported of functions only [E-UNSUPPORTED]\n"
              "    int x __attribute__((aligned(8)));\n"
              "          ^~~~~~~~~~~~~~~~~~~~~~~~~~~\n"
              "  hint: leave it out, if the code does without\n"
              "t.litmus:4:8: error: attributes are supported of functions only [E-UNSUPPORTED]\n"
              "    struct __attribute__((packed)) s { int a; };\n"
              "           ^~~~~~~~~~~~~~~~~~~~~~~\n"
              "  hint: leave it out, if the code does without\n");
}

}  // namespace
}  // namespace clmm::syntax::test
