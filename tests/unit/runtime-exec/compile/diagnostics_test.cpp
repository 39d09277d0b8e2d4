// What does not compile says so, with its place.
#include "../execute/run_kernel.h"
#include "clmm/base/features.h"

namespace clmm::runtime::test {
namespace {

struct Mistake {
    const char* name;
    const char* text;
    const char* place;
    const char* message;
};

class Diagnosed : public testing::TestWithParam<Mistake> {};

TEST_P(Diagnosed, AtItsPlace) {
    if (!info(Feature::wave).present && std::string(GetParam().message) == "E-PREPROCESS")
        GTEST_SKIP() << "macros need the preprocessor";
    const std::string error = first_error(GetParam().text);
    EXPECT_NE(error.find(std::string("test.cl:") + GetParam().place + ": error: "),
              std::string::npos)
        << error;
    EXPECT_NE(error.find(GetParam().message), std::string::npos) << error;
}

const Mistake kMistakes[] = {
    {"UnknownName", "kernel void k(global int* p) {\n  p[0] = q;\n}", "2:10", "[E-NAME]"},
    {"DidYouMean", "kernel void k(global int* p) { p[0] = get_globl_id(0); }", "1:39",
     "did you mean 'get_global_id'?"},
    {"Goto", "kernel void k() { goto end; end: ; }", "1:19", "'goto' is not supported"},
    {"Recursion", "int f(int n) { return f(n - 1); }\nkernel void k() { f(3); }", "1:23",
     "calls itself"},
    {"AddressSpaces", "kernel void k(global int* g) { local int* l = g; }", "1:47", "[E-ADDRESS]"},
    {"ConstantMemory", "kernel void k(constant int* c) { c[0] = 1; }", "1:34", "const"},
    {"ConstPointee", "kernel void k(global const int* c) { *c = 1; }", "1:38", "const"},
    {"GenericParameter", "kernel void k(int* p) {}", "1:20", "write 'global'"},
    {"ReturnsAValue", "kernel int k() { return 1; }", "1:12", "returns nothing"},
    {"WrongCount", "kernel void k(global float* p) { p[0] = sin(1.0f, 2.0f); }", "1:41",
     "takes 1 argument, not 2"},
    {"IntegerToFloatFunction", "kernel void k(global float* p) { p[0] = sin(1); }", "1:45",
     "takes a floating-point value"},
    {"VectorShapes", "kernel void k(float4 a, float2 b) { a = a + b; }", "1:41",
     "do not go together"},
    {"VectorRank", "kernel void k(float4 a, double d) { a = a * d; }", "1:41", "greater rank"},
    {"VectorConversion", "kernel void k(float4 a) { int4 b = a; }", "1:36", "convert_int4"},
    {"Components", "kernel void k() { float4 a = (float4)(1, 2, 3); }", "1:30", "3 components"},
    {"Swizzle", "kernel void k(float2 a) { float b = a.z; }", "1:37", "no component 'z'"},
    {"RepeatedTarget", "kernel void k(float2 a) { a.xx = a; }", "1:27", "stands twice"},
    {"LocalInHelper", "void f() { local int x; }\nkernel void k() { f(); }", "1:22",
     "local memory"},
    {"LocalInitialiser", "kernel void k() { local int x = 1; }", "1:29", "no initial value"},
    {"CapturedLocal",
     "kernel void k(queue_t q) { local int x[4]; enqueue_kernel(q, 0, ndrange_1D(1), ^{ x[0] = 1; "
     "}); }",
     "1:81", "cannot take 'x'"},
    {"PrintfCount", "kernel void k() { printf(\"%d\"); }", "1:19", "more conversions"},
    {"PrintfType", "kernel void k() { printf(\"%d\", 1.0f); }", "1:32", "takes integers"},
    {"SwitchTwice", "kernel void k(int i) { switch (i) { case 1: case 1: break; } }", "1:45",
     "already"},
    {"BreakOutside", "kernel void k() { break; }", "1:19", "no loop"},
    {"WriteOnlyRead",
     "kernel void k(write_only image2d_t i, global float4* o) { o[0] = read_imagef(i, "
     "(int2)(0)); }",
     "1:66", "write_only"},
    {"PipeDirection", "kernel void k(read_only pipe int p) { int v; write_pipe(p, &v); }", "1:46",
     "other direction"},
    {"NoOrder", "kernel void k(global atomic_int* a) { atomic_load_explicit(a, 9); }", "1:63",
     "memory_order is needed"},
    {"ArraySize", "kernel void k(int n) { int a[n]; }", "1:30", "constant"},
    {"Attribute", "kernel __attribute__((vector_size(8))) void k() {}", "1:23", "'vector_size'"},
    {"Preprocessor", "#error no\n", "1:2", "E-PREPROCESS"},
};

INSTANTIATE_TEST_SUITE_P(Mistakes, Diagnosed, testing::ValuesIn(kMistakes),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Compile, SeveralErrorsAtOnce) {
    const auto compiled =
        compile(source("kernel void k(global int* p) {\n p[0] = a;\n p[1] = b;\n}\n"
                       "kernel void l(global int* p) { p[0] = c; }"));
    EXPECT_EQ(compiled.diagnostics().size(), 3U) << render(compiled.diagnostics());
}

TEST(Compile, DescribesKernels) {
    Kernels kernels(R"(
        kernel __attribute__((reqd_work_group_size(8, 4, 1)))
        void k(global const float4* a, local int* b, constant char* c, float3 d, write_only image3d_t i,
               sampler_t s, read_only pipe int2 p, queue_t q) { local float x[16]; x[0] = 0; }
        kernel void l() {})");
    const auto kernel = kernels.kernel("k");
    EXPECT_EQ(kernel->attributes().required_work_group_size, (Index3{8, 4, 1}));
    EXPECT_EQ(kernel->attributes().local_memory_size, 64U);
    const auto& p = kernel->parameters();
    ASSERT_EQ(p.size(), 8U);
    EXPECT_EQ(p[0].address_space, AddressSpace::global);
    EXPECT_EQ(p[0].size, 16U);
    EXPECT_EQ(p[1].address_space, AddressSpace::local);
    EXPECT_EQ(p[2].address_space, AddressSpace::constant);
    EXPECT_EQ(p[3].kind, ParameterKind::value);
    EXPECT_EQ(p[3].size, 16U);
    EXPECT_EQ(p[4].kind, ParameterKind::image);
    EXPECT_EQ(p[4].access, AccessQualifier::write_only);
    EXPECT_EQ(p[5].kind, ParameterKind::sampler);
    EXPECT_EQ(p[6].kind, ParameterKind::pipe);
    EXPECT_EQ(p[6].size, 8U);
    EXPECT_EQ(p[7].kind, ParameterKind::queue);
}

}  // namespace
}  // namespace clmm::runtime::test
