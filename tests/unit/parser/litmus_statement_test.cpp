#include <gtest/gtest.h>

#include "litmus_test_support.h"

namespace clmm::syntax::test {
namespace {

TEST(LitmusStatement, Declarations) {
    EXPECT_EQ(
        body_of("int a = 1, *b, c[2] = {1, 2,}, d[];"),
        "  declare int a = 1\n  declare int* b\n  declare int c[2] = {1, 2}\n  declare int d[]\n");
    EXPECT_EQ(body_of("local int m[2][3] = {{1}, {2}};"),
              "  declare local int m[2][3] = {{1}, {2}}\n");
    EXPECT_EQ(body_of("struct s a; struct s* b;"), "  declare struct s a\n  declare struct s* b\n");
}

TEST(LitmusStatement, IntegerTypesAreJoined) {
    const auto type_of = [](const std::string& type) {
        const std::string body = body_of(type + " v;");
        const std::string start = "  declare ";
        return body.starts_with(start) ? body.substr(start.size(), body.size() - start.size() - 3)
                                       : body;
    };
    EXPECT_EQ(type_of("unsigned"), "uint");
    EXPECT_EQ(type_of("unsigned int"), "uint");
    EXPECT_EQ(type_of("int unsigned"), "uint");
    EXPECT_EQ(type_of("signed"), "int");
    EXPECT_EQ(type_of("signed char"), "char");
    EXPECT_EQ(type_of("unsigned char"), "uchar");
    EXPECT_EQ(type_of("short int"), "short");
    EXPECT_EQ(type_of("unsigned short"), "ushort");
    EXPECT_EQ(type_of("long long int"), "long");
    EXPECT_EQ(type_of("unsigned long long"), "ulong");
    EXPECT_EQ(type_of("_Bool"), "bool");
    EXPECT_EQ(type_of("_Atomic int"), "atomic_int");
    EXPECT_EQ(type_of("_Atomic(unsigned long)"), "atomic_ulong");
    EXPECT_EQ(type_of("const volatile __local atomic_uint"), "const volatile local atomic_uint");
}

TEST(LitmusStatement, KnownTypes) {
    for (const std::string type : {"char",
                                   "uchar",
                                   "short",
                                   "ushort",
                                   "int",
                                   "uint",
                                   "long",
                                   "ulong",
                                   "size_t",
                                   "ptrdiff_t",
                                   "intptr_t",
                                   "uintptr_t",
                                   "bool",
                                   "int8_t",
                                   "uint8_t",
                                   "int16_t",
                                   "uint16_t",
                                   "int32_t",
                                   "uint32_t",
                                   "int64_t",
                                   "uint64_t",
                                   "atomic_int",
                                   "atomic_uint",
                                   "atomic_long",
                                   "atomic_ulong",
                                   "atomic_size_t",
                                   "atomic_intptr_t",
                                   "atomic_uintptr_t",
                                   "atomic_ptrdiff_t",
                                   "atomic_bool",
                                   "atomic_char",
                                   "atomic_short",
                                   "atomic_llong",
                                   "atomic_uint64_t",
                                   "atomic_flag",
                                   "memory_order",
                                   "memory_scope"})
        EXPECT_EQ(body_of(type + " v;"), "  declare " + type + " v\n");
}

TEST(LitmusStatement, Control) {
    EXPECT_EQ(body_of("while (a) ;"), "  while a\n    empty\n");
    EXPECT_EQ(body_of("while(a);"), "  while a\n    empty\n");
    EXPECT_EQ(body_of("do a++; while (a < 3);"), "  do\n    (a++)\n  while (a < 3)\n");
    EXPECT_EQ(body_of("for (int i = 0; i < 3; i++) { continue; }"),
              "  for (i < 3) step (i++)\n  first\n    declare int i = 0\n  body\n    block\n"
              "      continue\n");
    EXPECT_EQ(body_of("for (;;) break;"),
              "  for true step nothing\n  first\n    empty\n  body\n    break\n");
    EXPECT_EQ(body_of("switch (a) { case 1: b; default: return; case 2 ? 3 : 4: ; }"),
              "  switch a\n    block\n      case 1\n      b\n      default\n      return nothing\n"
              "      case (2 ? 3 : 4)\n      empty\n");
    EXPECT_EQ(body_of("return a; { } ;"), "  return a\n  block\n  empty\n");
}

TEST(LitmusStatement, ElseBelongsToTheNearestIf) {
    EXPECT_EQ(body_of("if (a) if (b) c; else d;"),
              "  if a\n    if b\n      c\n    else\n      d\n");
    EXPECT_EQ(body_of("if (a) { if (b) c; } else d;"),
              "  if a\n    block\n      if b\n        c\n  else\n    d\n");
    EXPECT_EQ(body_of("if (a) b; else if (c) d; else e;"),
              "  if a\n    b\n  else\n    if c\n      d\n    else\n      e\n");
    EXPECT_EQ(body_of("if (a) do if (b) c; while (d); else e;"),
              "  if a\n    do\n      if b\n        c\n    while d\n  else\n    e\n");
    EXPECT_EQ(body_of("if (a) for (;;) if (b) c; else d; else e;"),
              "  if a\n    for true step nothing\n    first\n      empty\n    body\n      if b\n"
              "        c\n      else\n        d\n  else\n    e\n");
    EXPECT_EQ(body_of("if (a) b; if (c) d; else e;"),
              "  if a\n    b\n  if c\n    d\n  else\n    e\n");
}

TEST(LitmusStatement, Labels) {
    EXPECT_EQ(body_of("B1: barrier(CLK_LOCAL_MEM_FENCE);"),
              "  label B1\n    barrier(CLK_LOCAL_MEM_FENCE)\n");
    EXPECT_EQ(body_of("A: B: a;"), "  label A\n    label B\n      a\n");
    EXPECT_EQ(body_of("if (a) L: b;"), "  if a\n    label L\n      b\n");
    EXPECT_EQ(body_of("a ? b : c;"), "  (a ? b : c)\n");
    EXPECT_EQ(
        body_of("switch (a) { case b: c; default: L: d; }"),
        "  switch a\n    block\n      case b\n      c\n      default\n      label L\n        d\n");
}

TEST(LitmusStatement, WordsOfTheConditionAreNamesInBodies) {
    EXPECT_EQ(body_of("int exists = filter + not;"), "  declare int exists = (filter + not)\n");
}

TEST(LitmusStatement, PragmasAreSkipped) {
    EXPECT_EQ(tree_of("OPENCL t\n{}\n#pragma OPENCL EXTENSION x : enable\nP0 () {}\n"),
              "opencl t\nthread 0 ()\n");
}

}  // namespace
}  // namespace clmm::syntax::test
