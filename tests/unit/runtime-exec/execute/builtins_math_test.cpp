// Floating-point functions against C++, edge cases included.
#include <cmath>
#include <limits>
#include <random>

#include "run_kernel.h"

namespace clmm::runtime::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
const float kNan = std::nanf("");

std::vector<float> interesting() {
    std::vector<float> out = {0.0F,  -0.0F,  1.0F,  -1.0F, 0.5F,  -0.5F, 2.0F,   3.7F,
                              -3.7F, 1e-20F, 1e20F, kInf,  -kInf, kNan,  1e-42F, 100.25F};
    std::mt19937 random(11);
    std::uniform_real_distribution<float> values(-20, 20);
    while (out.size() < 300) out.push_back(values(random));
    return out;
}

bool same(float a, float b) {
    return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

/// Within so many units in the last place of the double result.
bool close(float actual, double expected, float ulps) {
    const auto nearest = static_cast<float>(expected);
    if (std::isnan(actual) || std::isnan(nearest)) return std::isnan(actual) && std::isnan(nearest);
    if (actual == nearest) return true;
    const float step = std::nextafter(std::fabs(nearest), kInf) - std::fabs(nearest);
    return std::fabs(static_cast<double>(actual) - expected) <= static_cast<double>(step * ulps);
}

struct Unary {
    const char* name;
    double (*expected)(double);
    float ulps;
};

class UnaryMath : public testing::TestWithParam<Unary> {};

TEST_P(UnaryMath, AgreesWithDouble) {
    const Unary& function = GetParam();
    auto in = interesting();
    std::vector<float> out(in.size());
    std::vector<double> wide_in(in.begin(), in.end());
    std::vector<double> wide_out(in.size());
    Kernels kernels(std::string("kernel void k(global float* a, global float* b, global double* "
                                "c, global double* d) { size_t i = get_global_id(0); b[i] = ") +
                    function.name + "(a[i]); d[i] = " + function.name + "(c[i]); }");
    kernels.run("k", {in.size()}, {64},
                {buffer(in), buffer(out), buffer(wide_in), buffer(wide_out)});
    for (std::size_t i = 0; i < in.size(); ++i) {
        const double expected = function.expected(static_cast<double>(in[i]));
        EXPECT_TRUE(close(out[i], expected, function.ulps))
            << function.name << "(" << in[i] << ") = " << out[i] << ", not " << expected;
        EXPECT_TRUE((std::isnan(expected) && std::isnan(wide_out[i])) || wide_out[i] == expected ||
                    std::fabs(wide_out[i] - expected) <= std::fabs(expected) * 1e-15)
            << function.name << "(" << in[i] << ") = " << wide_out[i] << ", not " << expected;
    }
}

const Unary kUnary[] = {
    {"sin", [](double x) { return std::sin(x); }, 4},
    {"cos", [](double x) { return std::cos(x); }, 4},
    {"tan", [](double x) { return std::tan(x); }, 5},
    {"asin", [](double x) { return std::asin(x); }, 4},
    {"acos", [](double x) { return std::acos(x); }, 4},
    {"atan", [](double x) { return std::atan(x); }, 5},
    {"sinh", [](double x) { return std::sinh(x); }, 4},
    {"cosh", [](double x) { return std::cosh(x); }, 4},
    {"tanh", [](double x) { return std::tanh(x); }, 5},
    {"asinh", [](double x) { return std::asinh(x); }, 4},
    {"acosh", [](double x) { return std::acosh(x); }, 4},
    {"atanh", [](double x) { return std::atanh(x); }, 5},
    {"exp", [](double x) { return std::exp(x); }, 3},
    {"exp2", [](double x) { return std::exp2(x); }, 3},
    {"exp10", [](double x) { return std::pow(10.0, x); }, 3},
    {"expm1", [](double x) { return std::expm1(x); }, 3},
    {"log", [](double x) { return std::log(x); }, 3},
    {"log2", [](double x) { return std::log2(x); }, 3},
    {"log10", [](double x) { return std::log10(x); }, 3},
    {"log1p", [](double x) { return std::log1p(x); }, 2},
    {"sqrt", [](double x) { return std::sqrt(x); }, 3},
    {"rsqrt", [](double x) { return 1 / std::sqrt(x); }, 2},
    {"cbrt", [](double x) { return std::cbrt(x); }, 2},
    {"erf", [](double x) { return std::erf(x); }, 16},
    {"erfc", [](double x) { return std::erfc(x); }, 16},
    {"tgamma", [](double x) { return std::tgamma(x); }, 16},
    {"fabs", [](double x) { return std::fabs(x); }, 0},
    {"floor", [](double x) { return std::floor(x); }, 0},
    {"ceil", [](double x) { return std::ceil(x); }, 0},
    {"trunc", [](double x) { return std::trunc(x); }, 0},
    {"rint", [](double x) { return std::nearbyint(x); }, 0},
    {"round", [](double x) { return std::round(x); }, 0},
    {"logb", [](double x) { return std::logb(x); }, 0},
};

INSTANTIATE_TEST_SUITE_P(All, UnaryMath, testing::ValuesIn(kUnary),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Math, MultiplesOfPi) {
    EXPECT_EQ(results<float>("float", 6, R"(
        out[0] = sinpi(1.0f); out[1] = cospi(0.5f); out[2] = sinpi(0.5f); out[3] = cospi(1.0f);
        out[4] = sinpi(1000000.5f); out[5] = tanpi(0.25f);)"),
              (std::vector<float>{0, 0, 1, -1, 1, 1}));
}

TEST(Math, TwoOperands) {
    const auto out = results<float>("float", 14, R"(
        out[0] = fmin(1.0f, NAN); out[1] = fmax(NAN, 2.0f); out[2] = fmod(5.5f, -2.0f);
        out[3] = pow(2.0f, 10.0f); out[4] = atan2(1.0f, -1.0f); out[5] = copysign(3.0f, -0.0f);
        out[6] = fdim(3.0f, 5.0f); out[7] = hypot(3e20f, 4e20f); out[8] = nextafter(1.0f, 2.0f);
        out[9] = remainder(5.0f, 3.0f); out[10] = maxmag(-3.0f, 2.0f); out[11] = minmag(-3.0f, 2.0f);
        out[12] = pown(-2.0f, 3); out[13] = rootn(-27.0f, 3);)");
    const std::vector<float> expected = {
        1,  2, 1.5F, 1024, std::atan2(1.0F, -1.0F), -3, 0, 5e20F, std::nextafter(1.0F, 2.0F), -1,
        -3, 2, -8,   -3};
    for (std::size_t i = 0; i < out.size(); ++i)
        EXPECT_TRUE(same(out[i], expected[i])) << i << ": " << out[i];
}

TEST(Math, FusedAndSeparate) {
    // mad is not contracted here; fma is exact.
    const auto out = results<float>("float", 2, R"(
        float a = 1.0f + 0x1p-12f; out[0] = a * a - 1.0f; out[1] = fma(a, a, -1.0f);)");
    const volatile float a = 1.0F + 0x1p-12F;
    const volatile float square = a * a;
    EXPECT_EQ(out[0], square - 1.0F);
    EXPECT_EQ(out[1], std::fma(a, a, -1.0F));
    EXPECT_NE(out[0], out[1]);
}

TEST(Math, ResultsThroughPointers) {
    const auto out = results<float>("float", 9, R"(
        float p; int e;
        out[0] = sincos(0.5f, &p); out[1] = p;
        out[2] = modf(-2.75f, &p); out[3] = p;
        out[4] = fract(-0.25f, &p); out[5] = p;
        out[6] = frexp(24.0f, &e); out[7] = e;
        out[8] = remquo(7.0f, 2.0f, &e) + 100 * e;)");
    EXPECT_EQ(out, (std::vector<float>{std::sin(0.5F), std::cos(0.5F), -0.75F, -2, 0.75F, -1, 0.75F,
                                       5, 399}));
}

TEST(Math, Relational) {
    EXPECT_EQ(results<int>("int", 10, R"(
        out[0] = isnan(NAN); out[1] = isinf(-INFINITY); out[2] = isfinite(1.0f);
        out[3] = isnormal(1e-42f); out[4] = signbit(-0.0f); out[5] = isequal(NAN, NAN);
        out[6] = isunordered(1.0f, NAN); out[7] = islessgreater(1.0f, 2.0f);
        int4 v = isless((float4)(1, 2, 3, NAN), (float4)(2.0f)); out[8] = v.x; out[9] = any(v) + 10 * all(v);)"),
              (std::vector<int>{1, 1, 1, 0, 1, 0, 1, 1, -1, 1}));
}

TEST(Math, Common) {
    EXPECT_EQ(results<float>("float", 8, R"(
        out[0] = clamp(5.0f, 0.0f, 1.0f); out[1] = mix(2.0f, 4.0f, 0.25f); out[2] = step(1.0f, 0.5f);
        out[3] = smoothstep(0.0f, 2.0f, 1.0f); out[4] = sign(-3.0f);
        float4 v = clamp((float4)(-1, 0.5f, 2, 1), 0.0f, 1.0f); out[5] = v.x + v.y + v.z + v.w;
        out[6] = min(3.0f, 2.0f); out[7] = max((float2)(1, 5), 3.0f).x;)"),
              (std::vector<float>{1, 2.5F, 0, 0.5F, -1, 2.5F, 2, 3}));
}

TEST(Math, Geometric) {
    EXPECT_EQ(results<float>("float", 7, R"(
        float4 a = (float4)(1, 2, 3, 4), b = (float4)(2, 0, 1, 5);
        out[0] = dot(a, b); out[1] = length((float3)(3e30f, 4e30f, 0));
        out[2] = distance((float2)(1, 1), (float2)(4, 5)); float3 c = cross(a.xyz, b.xyz);
        out[3] = c.x; out[4] = c.y; out[5] = c.z; out[6] = normalize((float2)(0, 5)).y;)"),
              (std::vector<float>{25, 5e30F, 5, 2, 5, -4, 1}));
}

TEST(Math, Halves) {
    const auto out = results<float>("float", 5, R"(
        half h = 1.0h / 3.0h; out[0] = h; out[1] = h + 1000.0h; half4 v = (half4)(1.5h);
        out[2] = v.x * v.y; out[3] = sizeof(half4); out[4] = (half)65520.0f;)");
    EXPECT_EQ(out[0], half_to_float(float_to_half(1.0F / 3.0F)));
    EXPECT_EQ(out[1], half_to_float(float_to_half(out[0] + 1000.0F)));
    EXPECT_EQ(out[2], 2.25F);
    EXPECT_EQ(out[3], 8);
    EXPECT_EQ(out[4], kInf);
}

TEST(Math, OfHalvesWithTwoResults) {
    EXPECT_EQ(
        results<float>("float", 12, R"(
        half whole, c; int e, q; half2 parts;
        out[0] = fract(2.75h, &whole); out[1] = whole; out[2] = fract(-0x1p-14h, &whole);
        out[3] = modf(-3.5h, &whole); out[4] = whole; out[5] = frexp(12.0h, &e); out[6] = e;
        out[7] = remquo(7.0h, 2.0h, &q); out[8] = q; out[9] = sincos(0.0h, &c) + c;
        out[10] = modf((half2)(1.5h, 2.25h), &parts).y + parts.x;
        out[11] = bitselect(1.0h, -2.0h, as_half((ushort)0x8000));)"),
        (std::vector<float>{0.75F, 2, 0x1.ffcp-1F, -0.5F, -3, 0.75F, 4, -1, 4, 1, 1.25F, -1}));
}

TEST(Math, HalvesOfAGroup) {
    std::vector<float> out(12);
    Kernels kernels(R"(
        kernel void k(global float* out) {
            half h = get_local_id(0) + 0.5h; int i = get_local_id(0);
            out[i] = work_group_scan_inclusive_add(h); out[4 + i] = work_group_reduce_max(h);
            out[8 + i] = work_group_reduce_add(1024.0h + h);
        })");
    kernels.run("k", {4}, {4}, {buffer(out)});
    // 1024.5 and so on are rounded to even first.
    EXPECT_EQ(out, (std::vector<float>{0.5F, 2, 4.5F, 8, 3.5F, 3.5F, 3.5F, 3.5F, 4104, 4104, 4104,
                                       4104}));
}

}  // namespace
}  // namespace clmm::runtime::test
