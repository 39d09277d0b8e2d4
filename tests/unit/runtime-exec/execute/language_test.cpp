// Types and expressions of the language.
#include "run_kernel.h"

namespace clmm::runtime::test {
namespace {

TEST(Language, VectorsAndSwizzles) {
    EXPECT_EQ(results<float>("float", 10, R"(
        float4 v = (float4)(1, 2, 3, 4); v.xy = v.yx; out[0] = v.x * 10 + v.y;
        float8 w = (float8)(v, v.wzyx); out[1] = w.s7; out[2] = w.hi.lo.x; out[3] = w.odd.w;
        v.s13 += (float2)(100, 200); out[4] = v.y + v.w; out[5] = (float4)(7).z;
        float3 t = {1, 2, 3}; out[6] = sizeof(t) + t.z; out[7] = (v * 2 - v).x;
        out[8] = ((float2)(1, 2)).y; out[9] = (-v).x;)"),
              (std::vector<float>{21, 2, 4, 2, 305, 7, 19, 2, 2, -2}));
}

TEST(Language, VectorsInMemory) {
    std::vector<int> data(16);
    for (int i = 0; i < 16; ++i) data[static_cast<std::size_t>(i)] = i;
    Kernels kernels(R"(
        kernel void k(global int4* p, global int* q) {
            p[1].yz = p[0].zy; p[2] = p[3].wzyx; p[3].lo++;
            int3 t = vload3(0, q); vstore3(t * 10, 0, q);
            p[1].x = p[1].y > 1 ? -1 : -2;
        })");
    kernels.run("k", {1}, {1}, {buffer(data), buffer(data)});
    EXPECT_EQ(data, (std::vector<int>{0, 10, 20, 3, -1, 2, 1, 7, 15, 14, 13, 12, 13, 14, 14, 15}));
}

TEST(Language, VectorComparisonsAndSelection) {
    EXPECT_EQ(results<int>("int", 6, R"(
        int4 a = (int4)(1, 5, 3, 7), b = (int4)(4); int4 c = a < b; out[0] = c.x + 10 * c.y;
        int4 m = a < b ? a : b; out[1] = m.x + m.y + m.z + m.w; out[2] = (!a).x + (a && b).x;
        uchar2 u = (uchar2)(200, 100); char2 g = u > (uchar2)(150); out[3] = g.x; out[4] = g.y;
        out[5] = any(a == b) + 2 * all(a != b);)"),
              (std::vector<int>{-1, 12, -1, -1, 0, 2}));
}

TEST(Language, StructsUnionsEnumerations) {
    EXPECT_EQ(results<int>("int", 10, R"(
        struct pair p = {1, {2, 3}}, q = p; q.v.y = 9; out[0] = p.v.y + q.v.y;
        struct nest n = {{1, 2, 3}, p}; out[1] = n.a[2] + n.p.x; struct nest m = n; m.a[1] += 10;
        out[2] = n.a[1] + m.a[1]; union both u; u.f = 1.0f; out[3] = u.i; out[4] = sizeof(struct nest);
        out[5] = green + blue; swap(&p, &q); out[6] = p.v.y; out[7] = sum(m); out[8] = make(3).v.x;
        struct packed k; out[9] = sizeof(k);)",
                           R"(
        struct pair { int x; int2 v; }; struct nest { int a[3]; struct pair p; };
        union both { int i; float f; }; enum colour { red, green = 5, blue };
        struct __attribute__((packed)) packed { char c; int i; };
        void swap(struct pair* a, struct pair* b) { struct pair t = *a; *a = *b; *b = t; }
        int sum(struct nest n) { int s = 0; for (int i = 0; i < 3; ++i) s += n.a[i]; return s + n.p.x; }
        struct pair make(int x) { struct pair p; p.x = 0; p.v = (int2)(x, x); return p; })"),
              (std::vector<int>{12, 4, 14, 0x3f800000, 32, 11, 9, 17, 3, 5}));
}

TEST(Language, PrivateArraysAndPointers) {
    EXPECT_EQ(results<int>("int", 6, R"(
        int a[4][3]; for (int i = 0; i < 4; ++i) for (int j = 0; j < 3; ++j) a[i][j] = 10 * i + j;
        int* p = &a[2][1]; out[0] = *p++ + *p; out[1] = p - &a[0][0]; out[2] = *(p + 1);
        int x = 5; int* q = &x; *q += 2; out[3] = x; int b[] = {1, 2, 3}; out[4] = sizeof(b) + b[2];
        const char s[] = "hi"; out[5] = s[1];)"),
              (std::vector<int>{43, 8, 30, 7, 15, 'i'}));
}

TEST(Language, OperatorsInOrder) {
    EXPECT_EQ(results<int>("int", 8, R"(
        int i = 5; out[0] = i++ * 10 + i; out[1] = --i; i <<= 2; i |= 3; i ^= 1; out[2] = i;
        out[3] = (i = 4, i + 1); int n = 0; (void)(i > 3 || ++n); (void)(i > 5 && ++n); out[4] = n;
        out[5] = i > 3 ? n ? 1 : 2 : 3; out[6] = -7 / 2 * 10 + -7 % 2; out[7] = ~5 & 0xf;)"),
              (std::vector<int>{56, 5, 22, 5, 0, 2, -31, 10}));
}

TEST(Language, ProgramScopeVariables) {
    Kernels kernels(R"(
        constant float weights[3] = {0.25f, 0.5f, 0.25f};
        constant struct { int a; char b[3]; } table = {7, {1, 2}};
        typedef struct point { int x, y; } point;
        constant point points[] = {{1, 2}, {3, 4}};
        global int counter = 40;
        enum { kSize = 2 };
        kernel void k(global float* out) {
            out[0] = weights[1] + weights[get_global_id(0)];
            out[1] = points[1].x + points[0].y + kSize; out[2] = counter++;
            static global int calls = 5; out[3] = ++calls;
        })");
    std::vector<float> out(4);
    kernels.run("k", {1}, {1}, {buffer(out)});
    EXPECT_EQ(out, (std::vector<float>{0.75F, 7, 40, 6}));
    kernels.run("k", {1}, {1}, {buffer(out)});
    EXPECT_EQ(out[2], 41);
    EXPECT_EQ(out[3], 7);
}

TEST(Language, ParametersOfEveryKind) {
    struct alignas(16) Mixed {
        float v[4];
        int n;
        std::int8_t list[4];
    };
    Kernels kernels(R"(
        struct mixed { float4 v; int n; char list[4]; };
        struct flat { float2 v; short s; };
        kernel void k(struct mixed m, struct flat f, half h, uchar c, float3 t, global float* out) {
            m.n += c; out[0] = m.v.w + m.n + m.list[2]; out[1] = f.v.y + f.s; out[2] = h; out[3] = t.z;
            c = 0;
        })");
    const Mixed mixed{{1, 2, 3, 4}, 50, {1, 2, 3, 4}};
    struct Flat {
        alignas(8) float v[2];
        std::int16_t s;
    };
    const Flat flat{{1.5F, 2.5F}, 7};
    struct alignas(16) Three {
        float v[4];
    };
    std::vector<float> out(4);
    for (int repeat = 0; repeat < 2; ++repeat) {
        kernels.run("k", {3}, {1},
                    {value(mixed), value(flat), value(float_to_half(0.5F)), value(std::uint8_t{9}),
                     value(Three{{1, 2, 3, 0}}), buffer(out)});
        EXPECT_EQ(out, (std::vector<float>{66, 9.5F, 0.5F, 3}));
    }
}

TEST(Language, SharesCodeBetweenAddressSpaces) {
    Kernels kernels(R"(
        int total(const int* p, int n) { int s = 0; for (int i = 0; i < n; ++i) s += p[i]; return s; }
        kernel void k(global int* g) {
            local int l[4]; int p[4]; int i = get_local_id(0);
            l[i] = i; barrier(CLK_LOCAL_MEM_FENCE);
            for (int k = 0; k < 4; ++k) p[k] = 10 * i;
            g[4 + i] = total(g, 4) + total(l, 4) + total(p, 4);
        })");
    std::vector<int> g = {1, 2, 3, 4, 0, 0, 0, 0};
    kernels.run("k", {4}, {4}, {buffer(g)});
    EXPECT_EQ(g, (std::vector<int>{1, 2, 3, 4, 16, 56, 96, 136}));
}

TEST(Language, Shuffles) {
    EXPECT_EQ(results<int>("int", 4, R"(
        int4 a = (int4)(1, 2, 3, 4); int4 r = shuffle(a, (uint4)(3, 2, 1, 0)); out[0] = r.x * 10 + r.w;
        int2 s = shuffle2(a, a * 10, (uint2)(5, 0)); out[1] = s.x; out[2] = s.y;
        out[3] = shuffle(a, (uint2)(7, 6)).x;)"),
              (std::vector<int>{41, 20, 1, 4}));
}

TEST(Language, HalvesInMemory) {
    std::vector<std::uint16_t> data(8, float_to_half(1.5F));
    Kernels kernels(R"(
        kernel void k(global half* p) {
            float2 v = vload_half2(1, p); vstore_half(v.x + 0x1p-11f, 0, p);
            vstore_half_rtp(v.x + 0x1p-12f, 1, p); p[4] = p[5] * 2.0h; vstore_half4((float4)(v, v), 0, p + 4);
            p[7] = 65504.0f;
        })");
    kernels.run("k", {1}, {1}, {buffer(data)});
    EXPECT_EQ(half_to_float(data[0]), 1.5F);
    EXPECT_EQ(half_to_float(data[1]), 1.5F + 0x1p-10F);
    EXPECT_EQ(half_to_float(data[4]), 1.5F);
    EXPECT_EQ(half_to_float(data[7]), 65504.0F);
}

TEST(Language, IndicesThatWrapAround) {
    Kernels kernels(R"(
        kernel void k(global int* out, uint n) {
            uint i = get_global_id(0) - 1u;
            if (i < n) out[i] = i;
            uchar c = get_global_id(0); out[8 + (uchar)(c + 250)] = c;
        })");
    std::vector<int> out(300, -1);
    kernels.run("k", {9}, {9}, {buffer(out), value(8U)});
    for (int i = 0; i < 8; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)], i);
    EXPECT_EQ(out[8 + 250], 0);
    EXPECT_EQ(out[8 + 2], 8);
}

}  // namespace
}  // namespace clmm::runtime::test
