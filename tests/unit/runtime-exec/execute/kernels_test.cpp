// Whole kernels against plain C++, over sizes with remainders.
#include <algorithm>
#include <numeric>
#include <random>

#include "clmm/base/features.h"
#include "run_kernel.h"

namespace clmm::runtime::test {
namespace {

std::vector<float> random_floats(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> values(-8, 8);
    std::vector<float> out(count);
    for (float& each : out) each = values(random);
    return out;
}

std::vector<int> random_ints(std::size_t count, unsigned seed, int most = 1000) {
    std::mt19937 random(seed);
    std::vector<int> out(count);
    for (int& each : out) each = static_cast<int>(random() % static_cast<unsigned>(most));
    return out;
}

TEST(RunKernels, VectorAdd) {
    Kernels kernels(R"(
        kernel void add(global const float* a, global const float* b, global float* c) {
            int i = get_global_id(0);
            c[i] = a[i] + b[i];
        })");
    for (const std::size_t n : {1U, 7U, 64U, 1000U, 4097U}) {
        auto a = random_floats(n, 1);
        auto b = random_floats(n, 2);
        std::vector<float> c(n);
        kernels.run("add", {n}, {256}, {buffer(a), buffer(b), buffer(c)});
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(c[i], a[i] + b[i]) << i;
    }
}

TEST(RunKernels, SaxpyWithBound) {
    Kernels kernels(R"(
        kernel void saxpy(float a, global const float* x, global float* y, uint n) {
            size_t i = get_global_id(0);
            if (i < n) y[i] = a * x[i] + y[i];
        })");
    for (const unsigned n : {1U, 100U, 511U, 1000U}) {
        auto x = random_floats(n, 3);
        auto y = random_floats(n, 4);
        auto expected = y;
        for (unsigned i = 0; i < n; ++i) expected[i] = 2.5F * x[i] + y[i];
        kernels.run("saxpy", {(n + 127) / 128 * 128}, {128},
                    {value(2.5F), buffer(x), buffer(y), value(n)});
        EXPECT_EQ(y, expected);
    }
}

TEST(RunKernels, TiledMatrixProduct) {
    if (!info(Feature::wave).present) GTEST_SKIP() << "macros need the preprocessor";
    Kernels kernels(R"(
        #define T 8
        kernel void matmul(global const float* a, global const float* b, global float* c, int n) {
            local float ta[T][T], tb[T][T];
            int row = get_global_id(1), col = get_global_id(0);
            int ly = get_local_id(1), lx = get_local_id(0);
            float sum = 0.0f;
            for (int t = 0; t < n; t += T) {
                ta[ly][lx] = a[row * n + t + lx];
                tb[ly][lx] = b[(t + ly) * n + col];
                barrier(CLK_LOCAL_MEM_FENCE);
                for (int k = 0; k < T; ++k) sum += ta[ly][k] * tb[k][lx];
                barrier(CLK_LOCAL_MEM_FENCE);
            }
            c[row * n + col] = sum;
        })");
    for (const std::size_t n : {8U, 24U, 40U}) {
        auto a = random_floats(n * n, 5);
        auto b = random_floats(n * n, 6);
        std::vector<float> c(n * n);
        kernels.run("matmul", {n, n}, {8, 8},
                    {buffer(a), buffer(b), buffer(c), value(static_cast<int>(n))});
        for (std::size_t row = 0; row < n; ++row)
            for (std::size_t col = 0; col < n; ++col) {
                float sum = 0;
                for (std::size_t k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
                ASSERT_EQ(c[row * n + col], sum) << row << "," << col;
            }
    }
}

TEST(RunKernels, TreeReduction) {
    Kernels kernels(R"(
        kernel void reduce(global const int* in, global int* out, local int* tmp, int n) {
            int gid = get_global_id(0), lid = get_local_id(0);
            tmp[lid] = gid < n ? in[gid] : 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
                if (lid < s) tmp[lid] += tmp[lid + s];
                barrier(CLK_LOCAL_MEM_FENCE);
            }
            if (lid == 0) out[get_group_id(0)] = tmp[0];
        })");
    for (const std::size_t local_size : {16U, 256U, 1024U}) {
        const std::size_t n = 5000;
        const std::size_t groups = (n + local_size - 1) / local_size;
        auto in = random_ints(n, 7);
        std::vector<int> out(groups);
        kernels.run("reduce", {groups * local_size}, {local_size},
                    {buffer(in), buffer(out), local(local_size * 4), value(static_cast<int>(n))});
        EXPECT_EQ(std::accumulate(out.begin(), out.end(), 0),
                  std::accumulate(in.begin(), in.end(), 0));
    }
}

TEST(RunKernels, PrefixScan) {
    Kernels kernels(R"(
        kernel void scan(global const int* in, global int* out, local int* a, local int* b) {
            int lid = get_local_id(0), n = get_local_size(0);
            a[lid] = in[get_global_id(0)];
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int d = 1; d < n; d *= 2) {
                b[lid] = lid >= d ? a[lid] + a[lid - d] : a[lid];
                barrier(CLK_LOCAL_MEM_FENCE);
                local int* t = a; a = b; b = t;
            }
            out[get_global_id(0)] = a[lid];
        })");
    for (const std::size_t n : {1U, 64U, 300U, 600U}) {
        auto in = random_ints(n, 8);
        std::vector<int> out(n);
        kernels.run("scan", {n}, {n}, {buffer(in), buffer(out), local(n * 4), local(n * 4)});
        std::vector<int> expected(n);
        std::partial_sum(in.begin(), in.end(), expected.begin());
        EXPECT_EQ(out, expected);
    }
}

TEST(RunKernels, HistogramWithAtomics) {
    Kernels kernels(R"(
        kernel void histogram(global const uchar* in, global uint* bins, uint n) {
            local uint mine[256];
            for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) mine[i] = 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            for (uint i = get_global_id(0); i < n; i += get_global_size(0))
                atomic_inc(&mine[in[i]]);
            barrier(CLK_LOCAL_MEM_FENCE);
            for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
                atomic_add(&bins[i], mine[i]);
        })");
    std::mt19937 random(9);
    std::vector<std::uint8_t> in(10'007);
    for (auto& each : in) each = static_cast<std::uint8_t>(random());
    std::vector<unsigned> bins(256);
    std::vector<unsigned> expected(256);
    for (const auto each : in) ++expected[each];
    kernels.run("histogram", {512}, {128}, {buffer(in), buffer(bins), value(10'007U)});
    EXPECT_EQ(bins, expected);
}

TEST(RunKernels, BitonicSort) {
    Kernels kernels(R"(
        kernel void step(global uint* data, uint j, uint k) {
            uint i = get_global_id(0);
            uint other = i ^ j;
            if (other > i) {
                bool up = (i & k) == 0;
                uint a = data[i], b = data[other];
                if ((a > b) == up) { data[i] = b; data[other] = a; }
            }
        })");
    const unsigned n = 1024;
    std::mt19937 random(10);
    std::vector<unsigned> data(n);
    for (auto& each : data) each = static_cast<unsigned>(random());
    auto expected = data;
    std::sort(expected.begin(), expected.end());
    for (unsigned k = 2; k <= n; k *= 2)
        for (unsigned j = k / 2; j > 0; j /= 2)
            kernels.run("step", {n}, {256}, {buffer(data), value(j), value(k)});
    EXPECT_EQ(data, expected);
}

}  // namespace
}  // namespace clmm::runtime::test
