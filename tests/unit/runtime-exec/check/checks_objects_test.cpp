// Checks of what is no plain buffer: images, pipes, memory that was freed, memory that kernels may
// only read or write, and the gaps between objects.
#include <algorithm>

#include "checks_run.h"

namespace clmm::runtime::test {
namespace {

// ---- images ----

TEST(ImageBounds, ReadsAndWritesOutsideAreFound) {
    const char* text =
        "kernel void k(read_write image2d_t img, global int* out, int x, int y) {"
        "  write_imagei(img, (int2)(x, y), (int4)(5)); out[0] = read_imagei(img, (int2)(x, y)).x; "
        "}";
    const auto at = [&](int x, int y) {
        return run_checked(text, 1, 1, {Texels{4, 2}, Ints(1), x, y}, kBounds);
    };
    const Checked inside = at(3, 1);
    EXPECT_EQ(inside.text(), "");
    EXPECT_EQ(inside.buffers[0], Ints{5});
    for (const auto& [x, y] : {std::pair{4, 0}, {-1, 0}, {0, 2}, {0, -1}}) {
        const Checked outside = at(x, y);
        EXPECT_EQ(outside.count(FindingKind::bounds), 2U) << x << " " << y << outside.text();
        EXPECT_NE(outside.text().find("at coordinates outside of the image"), std::string::npos);
    }
}

TEST(ImageBounds, SamplersGiveEdgesAndBorders) {
    const char* text =
        "kernel void k(read_only image2d_t img, sampler_t s, global int* out) {"
        "  out[0] = read_imagei(img, s, (int2)(9, 9)).x; }";
    for (const AddressingMode mode : {AddressingMode::clamp, AddressingMode::clamp_to_edge})
        EXPECT_EQ(
            run_checked(text, 1, 1,
                        {Texels{4, 2}, SamplerArgument{false, mode, FilterMode::nearest}, Ints(1)},
                        kBounds)
                .text(),
            "");
}

/// Work-item 0 writes texel (0, 0), work-item 1 samples at (x, 0.5).
Checked write_and_sample(float x, FilterMode filter) {
    const std::string text =
        "kernel void k(read_write image2d_t w, read_only image2d_t img, sampler_t s,"
        "              global float* out) {"
        "  if (get_global_id(0) == 0) write_imagef(w, (int2)(0, 0), (float4)(1));"
        "  else out[0] = read_imagef(img, s, (float2)(" +
        std::to_string(x) + "f, 0.5f)).x; }";
    return run_checked(text, 2, 2,
                       {Texels{4, 1, true, ChannelType::float32}, FirstImage{},
                        SamplerArgument{false, AddressingMode::clamp_to_edge, filter}, Ints(1)},
                       kRaces);
}

TEST(ImageRaces, NearestSamplesReadOneTexel) {
    EXPECT_EQ(write_and_sample(0.9F, FilterMode::nearest).count(FindingKind::race), 1U);
    EXPECT_EQ(write_and_sample(1.1F, FilterMode::nearest).text(), "");
}

TEST(ImageRaces, LinearSamplesReadAllCorners) {
    EXPECT_EQ(write_and_sample(1.1F, FilterMode::linear).count(FindingKind::race), 1U);
    EXPECT_EQ(write_and_sample(2.0F, FilterMode::linear).text(), "");
    // In the middle of texel 1, nothing of texel 0 is in the colour.
    EXPECT_EQ(write_and_sample(1.5F, FilterMode::linear).text(), "");
}

TEST(ImageValues, SamplesOfWhatNobodyWroteAreFound) {
    const char* text =
        "kernel void k(read_only image2d_t img, sampler_t s, global float* out) {"
        "  out[0] = read_imagef(img, s, (float2)(0.5f, 0.5f)).x; }";
    const auto sampled = [&](bool has_contents) {
        return run_checked(
            text, 1, 1,
            {Texels{4, 1, has_contents, ChannelType::float32}, SamplerArgument{}, Ints(1)},
            kValues);
    };
    EXPECT_EQ(sampled(true).text(), "");
    EXPECT_EQ(sampled(false).count(FindingKind::uninitialised), 1U);
}

// ---- pipes ----

TEST(Pipes, PacketsGoToObjects) {
    const char* text =
        "kernel void k(write_only pipe int p, global int* a, int n) {"
        "  write_pipe(p, a + n); }";
    EXPECT_EQ(run_checked(text, 1, 1, {Packets{4, 4}, Ints(2), 1}, kBounds).text(), "");
    const Checked run = run_checked(text, 1, 1, {Packets{4, 4}, Ints(2), 2}, kBounds);
    EXPECT_EQ(run.count(FindingKind::bounds), 1U) << run.text();
}

TEST(Pipes, PacketsMustHaveAValue) {
    const char* text =
        "kernel void k(write_only pipe int p, global int* a) {"
        "  write_pipe(p, a); }";
    EXPECT_EQ(run_checked(text, 1, 1, {Packets{4, 4}, Ints(1)}, kValues).text(), "");
    const Checked run = run_checked(text, 1, 1, {Packets{4, 4}, Unwritten{4}}, kValues);
    EXPECT_EQ(run.count(FindingKind::uninitialised), 1U) << run.text();
}

// ---- memory that is gone, or for reading or writing only ----

TEST(Freed, AccessesToFreedMemoryAreFound) {
    const char* text =
        "kernel void k(global int* out, ulong p) { out[0] = 1; *(global int*)p = 7; }";
    EXPECT_EQ(run_checked(text, 1, 1, {Ints(1), Address{64}}, kBounds).text(), "");
    const Checked run = run_checked(text, 1, 1, {Ints(1), Address{64, true}}, kBounds);
    EXPECT_TRUE(run.completed);
    EXPECT_EQ(run.count(FindingKind::bounds), 1U) << run.text();
    EXPECT_NE(run.text().find("freed"), std::string::npos) << run.text();
}

TEST(Limited, WritesToWhatKernelsMayOnlyRead) {
    const char* text = "kernel void k(global int* a, int n) { if (n) a[0] = 1; n = a[0]; }";
    const Limited memory{Ints{3}, KernelAccess::read_only};
    EXPECT_EQ(run_checked(text, 1, 1, {memory, 0}, kBounds).text(), "");
    const Checked run = run_checked(text, 1, 1, {memory, 1}, kBounds);
    EXPECT_EQ(run.count(FindingKind::bounds), 1U) << run.text();
}

TEST(Limited, ReadsOfWhatKernelsMayOnlyWrite) {
    const char* text =
        "kernel void k(global int* a, global int* out, int n) { a[0] = 1; if (n) out[0] = a[0]; }";
    const Limited memory{Ints{3}, KernelAccess::write_only};
    EXPECT_EQ(run_checked(text, 1, 1, {memory, Ints(1), 0}, kBounds).text(), "");
    const Checked run = run_checked(text, 1, 1, {memory, Ints(1), 1}, kBounds);
    EXPECT_EQ(run.count(FindingKind::bounds), 1U) << run.text();
}

// ---- gaps between objects ----

TEST(RedZones, KeepObjectsApartWhereSomebodyObserves) {
    constexpr std::size_t kObjects = 64;
    constexpr std::size_t kSize = 128;
    const Platform platform(std::vector<DeviceDescription>{{.name = "cpu"}});
    const Context context(
        platform.devices(),
        {.print = {}, .report = {}, .error = {}, .observer = make_checks(kBounds)});
    std::vector<SvmAllocation> objects;
    std::vector<std::uintptr_t> begins;
    for (std::size_t i = 0; i < kObjects; ++i) {
        objects.emplace_back(context, Allocation::coarse_grained_svm, kSize);
        begins.push_back(reinterpret_cast<std::uintptr_t>(objects.back().pointer()));
    }
    std::ranges::sort(begins);
    for (std::size_t i = 1; i < kObjects; ++i) EXPECT_GE(begins[i] - begins[i - 1], kSize + 2048);
}

TEST(RedZones, AreFoundThroughPointersOfUnknownOrigin) {
    const char* text =
        "kernel void k(ulong p, ulong q, int bytes) { *(global int*)(p + bytes) = 1; }";
    const auto at = [&](int bytes) {
        return run_checked(text, 1, 1, {Address{128}, Address{128}, bytes}, kBounds);
    };
    for (const int bytes : {128, 256, 384, 1148, -4, -128, -256, -1024}) {
        const Checked run = at(bytes);
        EXPECT_EQ(run.count(FindingKind::bounds), 1U) << bytes << run.text();
    }
    for (const int bytes : {0, 124}) EXPECT_EQ(at(bytes).text(), "") << bytes;
}

}  // namespace
}  // namespace clmm::runtime::test
