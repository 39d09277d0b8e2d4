// Images, samplers, pipes, printf and device-side enqueue.
#include <cmath>

#include "run_kernel.h"

namespace clmm::runtime::test {
namespace {

/// An image of 4 by 2 floats in channel R: 0, 1, 2, …
struct SmallImage {
    std::vector<float> data = {0, 1, 2, 3, 4, 5, 6, 7};

    Argument argument(ChannelOrder order = ChannelOrder::r) {
        ImageArgument image;
        image.base = reinterpret_cast<std::byte*>(data.data());
        image.type = ImageType::image_2d;
        image.format = {order, ChannelType::float32};
        image.width = 4;
        image.height = 2;
        image.row_pitch = 16;
        image.slice_pitch = 32;
        return image;
    }
};

std::vector<float> sample_at(const std::string& sampler, const std::string& coordinates) {
    SmallImage image;
    std::vector<float> out(4);
    Kernels kernels("constant sampler_t s = " + sampler +
                    "; kernel void k(read_only image2d_t i, global float4* out) { out[0] = "
                    "read_imagef(i, s, " +
                    coordinates + "); }");
    kernels.run("k", {1}, {1}, {image.argument(), buffer(out)});
    return out;
}

using Colour = std::vector<float>;
const std::string kPlain = "CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST | ";
const std::string kNormalised = "CLK_NORMALIZED_COORDS_TRUE | ";

TEST(Images, MissingChannels) {
    EXPECT_EQ(sample_at(kPlain + "CLK_ADDRESS_CLAMP", "(int2)(2, 1)"), (Colour{6, 0, 0, 1}));
}

TEST(Images, AddressingModes) {
    EXPECT_EQ(sample_at(kPlain + "CLK_ADDRESS_CLAMP", "(int2)(4, 0)"), (Colour{0, 0, 0, 1}));
    EXPECT_EQ(sample_at(kPlain + "CLK_ADDRESS_CLAMP_TO_EDGE", "(int2)(9, -3)")[0], 3);
    EXPECT_EQ(sample_at(kPlain + "CLK_ADDRESS_CLAMP_TO_EDGE", "(float2)(-0.5f, 1.9f)")[0], 4);
    EXPECT_EQ(sample_at(kNormalised + "CLK_ADDRESS_REPEAT", "(float2)(1.3f, -0.2f)")[0], 5);
    EXPECT_EQ(sample_at(kNormalised + "CLK_ADDRESS_MIRRORED_REPEAT", "(float2)(1.3f, 0.1f)")[0], 2);
    EXPECT_EQ(sample_at(kNormalised + "CLK_ADDRESS_CLAMP_TO_EDGE", "(float2)(0.99f, 0.99f)")[0], 7);
}

TEST(Images, LinearFilter) {
    const std::string linear = "CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_LINEAR | ";
    EXPECT_EQ(sample_at(linear + "CLK_ADDRESS_CLAMP_TO_EDGE", "(float2)(1.75f, 1.0f)")[0], 3.25F);
    // Half of it is the border's 0.
    EXPECT_EQ(sample_at(linear + "CLK_ADDRESS_CLAMP", "(float2)(4.0f, 0.5f)")[0], 1.5F);
    EXPECT_EQ(sample_at(kNormalised + "CLK_FILTER_LINEAR | CLK_ADDRESS_REPEAT",
                        "(float2)(0.0f, 0.25f)")[0],
              1.5F);
}

TEST(Images, WritesQueriesAndReadsWithoutSampler) {
    std::vector<std::uint8_t> texels(3 * 2 * 4);
    ImageArgument image;
    image.base = reinterpret_cast<std::byte*>(texels.data());
    image.type = ImageType::image_2d;
    image.format = {ChannelOrder::rgba, ChannelType::unorm_int8};
    image.width = 3;
    image.height = 2;
    image.row_pitch = 12;
    Kernels kernels(R"(
        kernel void k(read_write image2d_t i, global float* out) {
            int2 at = (int2)(get_global_id(0), get_global_id(1));
            write_imagef(i, at, (float4)(at.x / 2.0f, at.y, 2.0f, 0.2f));
            atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
            int n = get_image_width(i) * at.y + at.x;
            out[n] = read_imagef(i, at).z + get_image_height(i) + get_image_dim(i).x * 10;
            if (n == 0) out[6] = get_image_channel_order(i) == CLK_RGBA && get_image_channel_data_type(i) == CLK_UNORM_INT8;
        })");
    std::vector<float> out(7);
    kernels.run("k", {3, 2}, {3, 1}, {image, buffer(out)});
    EXPECT_EQ(out, (std::vector<float>{33, 33, 33, 33, 33, 33, 1}));
    EXPECT_EQ(texels[4], 128);
    EXPECT_EQ(texels[12 + 1], 255);
    EXPECT_EQ(texels[3], 51);
}

TEST(Images, IntegersAndSamplerArguments) {
    std::vector<std::int32_t> texels = {-5, 6, 7};
    ImageArgument image;
    image.base = reinterpret_cast<std::byte*>(texels.data());
    image.type = ImageType::image_1d;
    image.format = {ChannelOrder::r, ChannelType::signed_int32};
    image.width = 3;
    image.row_pitch = image.slice_pitch = 12;
    Kernels kernels(R"(
        kernel void k(image1d_t i, sampler_t s, global int4* out) { out[0] = read_imagei(i, s, 0); out[1] = read_imagei(i, s, 5.5f); })");
    std::vector<std::int32_t> out(8);
    kernels.run("k", {1}, {1},
                {image, SamplerArgument{false, AddressingMode::clamp_to_edge, FilterMode::nearest},
                 buffer(out)});
    EXPECT_EQ(out, (std::vector<std::int32_t>{-5, 0, 0, 1, 7, 0, 0, 1}));
}

TEST(Pipes, PacketsAndReservations) {
    const auto channel = std::make_shared<PipeChannel>(4, 64);
    const Argument pipe = PipeArgument{channel, 1};
    Kernels kernels(R"(
        kernel void put(write_only pipe int p) {
            int v = get_global_id(0);
            reserve_id_t r = work_group_reserve_write_pipe(p, get_local_size(0));
            if (is_valid_reserve_id(r)) write_pipe(p, r, get_local_id(0), &v);
            work_group_commit_write_pipe(p, r);
        }
        kernel void get(read_only pipe int p, global int* out) {
            int v = -1;
            if (get_global_id(0) < 8) {
                reserve_id_t r = reserve_read_pipe(p, 2);
                read_pipe(p, r, 0, &v); out[2 * get_global_id(0)] = v;
                read_pipe(p, r, 1, &v); out[2 * get_global_id(0) + 1] = v;
                commit_read_pipe(p, r);
            } else {
                out[16 + get_global_id(0)] = read_pipe(p, &v) == 0 ? v : -2;
            }
        })");
    kernels.run("put", {16}, {8}, {pipe});
    EXPECT_EQ(channel->packets(), 16U);
    std::vector<int> out(32, -9);
    kernels.run("get", {10}, {10}, {pipe, buffer(out)});
    for (int i = 0; i < 16; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)], i);
    EXPECT_EQ(out[24], -2);
}

TEST(Print, Formats) {
    Kernels kernels(R"(
        kernel void k() {
            int i = get_global_id(0);
            if (i == 2) return;
            printf("%d:%5.2f|%v4hlf|%-4s|%c%%|%lu|%v2hhx\n", i, 1.5f, (float4)(1, 2, 3, 4.5f), "ab", 'z',
                   (ulong)1 << 40, (uchar2)(10, 255));
        })");
    kernels.run("k", {3}, {3}, {});
    std::string expected;
    for (const char* i : {"0", "1"})
        expected += std::string(i) +
                    ": 1.50|1.000000,2.000000,3.000000,4.500000|ab  |z%|1099511627776|a,ff\n";
    EXPECT_EQ(kernels.environment.printed, expected);
}

TEST(DeviceEnqueue, BlocksCaptureByValue) {
    Kernels kernels(R"(
        kernel void parent(global int* out, int n) {
            int base = 100 * (get_global_id(0) + 1);
            clk_event_t done;
            size_t global_size[2] = {4, 2}, local_size[2] = {2, 1};
            void (^more)(void) = ^{ out[50] = base; };
            int status = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,
                ndrange_2D(global_size, local_size), 0, NULL, &done,
                ^(local int* tmp) { tmp[get_local_id(0)] = base; barrier(CLK_LOCAL_MEM_FENCE);
                    out[get_global_id(1) * 4 + get_global_id(0)] = tmp[0] + n; }, 8u);
            base = 0;
            status |= enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(6), 1, &done, 0, more);
            out[40] = status; release_event(done);
        })");
    std::vector<int> out(64);
    kernels.run("parent", {1}, {1}, {buffer(out), value(7)});
    ASSERT_EQ(kernels.environment.children.size(), 2U);
    const ChildLaunch& child = kernels.environment.children[0];
    EXPECT_EQ(child.flag, EnqueueFlag::wait_kernel);
    EXPECT_EQ(child.range.global_size, (Index3{4, 2, 1}));
    EXPECT_EQ(child.range.local_size, (Index3{2, 1, 1}));
    EXPECT_TRUE(child.wants_event);
    const auto run = [&](const ChildLaunch& launch) {
        WorkerScratch scratch(0);
        const auto instance =
            launch.kernel->instantiate(launch.range, launch.arguments, kernels.environment);
        for (std::uint64_t i = 0; i < work_group_count(launch.range); ++i)
            instance->run(work_group(launch.range, i), scratch);
    };
    run(child);
    for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(out[i], 107);
    const ChildLaunch& second = kernels.environment.children[1];
    EXPECT_EQ(second.wait_list, (std::vector<DeviceEvent>{1}));
    EXPECT_EQ(second.range.local_size[0], 6U);
    run(second);
    EXPECT_EQ(out[50], 100);  // as it was where the block is written
}

TEST(DeviceEnqueue, Events) {
    Kernels kernels(R"(
        kernel void k(global int* out) {
            clk_event_t e = create_user_event(), m;
            out[0] = is_valid_event(e); set_user_event_status(e, CL_COMPLETE);
            out[1] = enqueue_marker(get_default_queue(), 1, &e, &m); out[2] = m == e;
        })");
    std::vector<int> out(3, -1);
    kernels.run("k", {1}, {1}, {buffer(out)});
    EXPECT_EQ(out, (std::vector<int>{1, 0, 0}));
    EXPECT_EQ(kernels.environment.statuses.size(), 1U);
}

}  // namespace
}  // namespace clmm::runtime::test
