// Integer operators and functions against C++, edge cases included.
#include <bit>
#include <limits>
#include <random>

#include "run_kernel.h"

namespace clmm::runtime::test {
namespace {

TEST(Integers, DivisionNeverTraps) {
    EXPECT_EQ(results<int>("int", 6, R"(
        volatile int zero = 0, minus = -1, least = INT_MIN; volatile long wide = LONG_MIN;
        out[0] = 7 / zero; out[1] = 7 % zero; out[2] = least / minus; out[3] = least % minus;
        out[4] = (wide / minus) == LONG_MIN; out[5] = 1 / 0;)"),
              (std::vector<int>{0, 7, std::numeric_limits<int>::min(), 0, 1, 0}));
}

TEST(Integers, ShiftsAreModuloTheWidth) {
    EXPECT_EQ(results<long>("long", 6, R"(
        int one = 1; long wide = 1; char small = -128; uint u = 0x80000000;
        out[0] = one << 33; out[1] = wide << 65; out[2] = small >> 3; out[3] = u >> 35;
        out[4] = one << -1; out[5] = (uchar)200 << 1;)"),
              (std::vector<long>{2, 2, -16, 0x10000000, std::numeric_limits<int>::min(), 400}));
}

TEST(Integers, Conversions) {
    EXPECT_EQ(results<long>("long", 12, R"(
        out[0] = (char)200; out[1] = (uchar)-1; out[2] = -1 < 1u; out[3] = (long)-1 < 1u;
        out[4] = (int)3e9f; out[5] = (uint)-5.0f; out[6] = (int)NAN; out[7] = (ulong)1e30 == ULONG_MAX;
        out[8] = (int)-2.9f; out[9] = (bool)0.25f; out[10] = 'a'; out[11] = 0xffffffff > 0;)"),
              (std::vector<long>{-56, 255, 0, 1, 2147483647, 0, 0, 1, -2, 1, 97, 1}));
}

TEST(Integers, ConversionFunctions) {
    EXPECT_EQ(results<int>("int", 16, R"(
        out[0] = convert_uchar_sat(300); out[1] = convert_char_sat(-300); out[2] = convert_uint_sat(-1);
        out[3] = convert_int_rte(2.5f); out[4] = convert_int_rtp(2.1f); out[5] = convert_int_rtn(-2.1f);
        out[6] = convert_int_rtz(-2.9f); out[7] = convert_int_sat(1e20f); out[8] = convert_uchar(257);
        out[9] = convert_int_rte(3.5f);
        out[10] = as_int(convert_float_rtp(16777217)) - as_int(16777216.0f);
        out[11] = as_int(convert_float_rtz(16777219)) - as_int(16777218.0f);
        out[12] = as_int(convert_float_rtn(-16777217)) - as_int(-16777216.0f);
        out[13] = as_int(convert_float_rtp(0.1)) - as_int(0.1f);
        out[14] = as_int(convert_float_rtn(0.1)) - as_int(0.1f);
        int2 v = convert_int2_sat((float2)(1e10f, -1e10f)); out[15] = v.x + v.y;)"),
              (std::vector<int>{255, -128, 0, 2, 3, -3, -2, 2147483647, 1, 4, 1, 0, 1, 0, -1, -1}));
}

TEST(Integers, Bits) {
    EXPECT_EQ(results<int>("int", 9, R"(
        out[0] = as_int(1.0f); out[1] = as_uchar4(0x04030201).z; out[2] = as_short2(0x00020001).y;
        out[3] = as_int3((int4)(1, 2, 3, 4)).z; out[4] = as_float(0x40490fdb) > 3.14f;
        out[5] = clz((short)1); out[6] = ctz(8u); out[7] = popcount((uchar)255); out[8] = clz(0);)"),
              (std::vector<int>{0x3f800000, 3, 2, 3, 1, 15, 3, 8, 32}));
}

template <class T>
void check_functions(const std::string& type) {
    using Limits = std::numeric_limits<T>;
    using U = std::make_unsigned_t<T>;
    std::mt19937_64 random(12);
    std::vector<T> a = {Limits::min(), Limits::max(), 0, 1, static_cast<T>(-1), Limits::max()};
    std::vector<T> b = {Limits::max(), Limits::max(), 0, 2, static_cast<T>(-1), 1};
    for (int i = 0; i < 100; ++i) {
        a.push_back(static_cast<T>(random()));
        b.push_back(static_cast<T>(random()));
    }
    const std::size_t n = a.size();
    std::vector<T> out(9 * n);
    Kernels kernels(
        "typedef " + type +
        " T; kernel void k(global T* a, global T* b, global T* out) { size_t i = "
        "get_global_id(0), n = get_global_size(0); T x = a[i], y = b[i];"
        "out[i] = add_sat(x, y); out[n + i] = sub_sat(x, y); out[2 * n + i] = hadd(x, y);"
        "out[3 * n + i] = rhadd(x, y); out[4 * n + i] = mul_hi(x, y);"
        "out[5 * n + i] = rotate(x, y); out[6 * n + i] = abs_diff(x, y);"
        "out[7 * n + i] = mad_sat(x, y, x); out[8 * n + i] = abs(x); }");
    kernels.run("k", {n}, {n}, {buffer(a), buffer(b), buffer(out)});
    __extension__ typedef __int128 Wide;
    const auto saturated = [](Wide v) {
        return v > Wide{Limits::max()}   ? Limits::max()
               : v < Wide{Limits::min()} ? Limits::min()
                                         : static_cast<T>(v);
    };
    for (std::size_t i = 0; i < n; ++i) {
        const Wide x = a[i];
        const Wide y = b[i];
        EXPECT_EQ(out[i], saturated(x + y));
        EXPECT_EQ(out[n + i], saturated(x - y));
        EXPECT_EQ(out[2 * n + i], static_cast<T>((x + y) >> 1));
        EXPECT_EQ(out[3 * n + i], static_cast<T>((x + y + 1) >> 1));
        if (sizeof(T) < 8) {
            EXPECT_EQ(out[4 * n + i], static_cast<T>((x * y) >> (8 * sizeof(T))));
            EXPECT_EQ(out[7 * n + i], saturated(x * y + x));
        }
        EXPECT_EQ(out[5 * n + i], static_cast<T>(std::rotl(
                                      static_cast<U>(a[i]),
                                      static_cast<int>(static_cast<U>(b[i]) % (8 * sizeof(T))))));
        EXPECT_EQ(out[6 * n + i], static_cast<T>(x < y ? y - x : x - y));
        EXPECT_EQ(out[8 * n + i], static_cast<T>(x < 0 ? -x : x));
    }
}

TEST(Integers, FunctionsOfAllTypes) {
    check_functions<std::int8_t>("char");
    check_functions<std::uint8_t>("uchar");
    check_functions<std::int16_t>("short");
    check_functions<std::uint16_t>("ushort");
    check_functions<std::int32_t>("int");
    check_functions<std::uint32_t>("uint");
    check_functions<std::int64_t>("long");
    check_functions<std::uint64_t>("ulong");
}

TEST(Integers, Upsample24Select) {
    EXPECT_EQ(results<int>("int", 6, R"(
        out[0] = upsample((char)-1, (uchar)2); out[1] = mul24(1000, -3); out[2] = mad24(10, 20, 5);
        out[3] = select(1, 2, 1); out[4] = select((int2)(1, 2), (int2)(3, 4), (int2)(-1, 1)).x;
        out[5] = bitselect(0xff00, 0x00ff, 0x0ff0);)"),
              (std::vector<int>{-254, -3000, 205, 2, 3, 0xf0f0}));
}

}  // namespace
}  // namespace clmm::runtime::test
