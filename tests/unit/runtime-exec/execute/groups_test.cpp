// Work-item functions, group functions, sub-groups, asynchronous copies.
#include <algorithm>
#include <limits>
#include <numeric>

#include "run_kernel.h"

namespace clmm::runtime::test {
namespace {

TEST(Groups, WorkItemFunctionsInThreeDimensionsWithRemainders) {
    Kernels kernels(R"(
        kernel void k(global ulong* out) {
            size_t at = get_global_linear_id() * 24;
            for (uint d = 0; d < 3; ++d) {
                out[at + d] = get_global_id(d); out[at + 3 + d] = get_local_id(d);
                out[at + 6 + d] = get_group_id(d); out[at + 9 + d] = get_local_size(d);
                out[at + 12 + d] = get_enqueued_local_size(d); out[at + 15 + d] = get_num_groups(d);
                out[at + 18 + d] = get_global_offset(d);
            }
            out[at + 21] = get_local_linear_id(); out[at + 22] = get_work_dim();
            out[at + 23] = get_global_size(0) + get_global_id(2) * 100 + get_local_id(7) + get_local_size(7);
        })");
    NdRange range;
    range.work_dimensions = 3;
    range.global_size = {7, 5, 3};
    range.local_size = {4, 2, 2};
    range.global_offset = {10, 20, 30};
    range.sub_group_size = 16;
    std::vector<std::uint64_t> out(7 * 5 * 3 * 24);
    kernels.run("k", range, {buffer(out)});
    for (std::uint64_t linear = 0; linear < 105; ++linear) {
        const Index3 global = {10 + linear % 7, 20 + linear / 7 % 5, 30 + linear / 35};
        const Index3 group_id = work_group_id(range, global);
        const WorkGroup group =
            work_group(range, group_id[0] + 2 * (group_id[1] + 3 * group_id[2]));
        const Index3 mine = local_id(range, global);
        const std::uint64_t* at = &out[linear * 24];
        for (unsigned d = 0; d < 3; ++d) {
            EXPECT_EQ(at[d], global[d]);
            EXPECT_EQ(at[3 + d], mine[d]);
            EXPECT_EQ(at[6 + d], group.id[d]);
            EXPECT_EQ(at[9 + d], group.size[d]);
            EXPECT_EQ(at[12 + d], range.local_size[d]);
            EXPECT_EQ(at[15 + d], group.number_of_groups[d]);
            EXPECT_EQ(at[18 + d], range.global_offset[d]);
        }
        EXPECT_EQ(at[21], local_linear_id(group, mine));
        EXPECT_EQ(at[22], 3U);
        EXPECT_EQ(at[23], 7 + global[2] * 100 + 1);
    }
}

TEST(Groups, SubGroupFunctions) {
    Kernels kernels(R"(
        kernel void k(global uint* out) {
            size_t i = get_local_linear_id() * 6;
            out[i] = get_sub_group_id(); out[i + 1] = get_sub_group_local_id();
            out[i + 2] = get_sub_group_size(); out[i + 3] = get_max_sub_group_size();
            out[i + 4] = get_num_sub_groups(); out[i + 5] = get_enqueued_num_sub_groups();
        })");
    std::vector<unsigned> out(50 * 6);
    kernels.run("k", {50}, {50}, {buffer(out)}, 16);
    for (unsigned i = 0; i < 50; ++i) {
        const std::vector<unsigned> mine(&out[i * 6], &out[i * 6] + 6);
        EXPECT_EQ(mine, (std::vector<unsigned>{i / 16, i % 16, i < 48 ? 16U : 2U, 16, 4, 4}));
    }
}

TEST(Groups, CollectivesOfWorkGroups) {
    Kernels kernels(R"(
        kernel void k(global const int* in, global int* out) {
            int i = get_local_id(0), n = get_local_size(0), v = in[i];
            out[i] = work_group_reduce_add(v); out[n + i] = work_group_reduce_min(v);
            out[2 * n + i] = work_group_reduce_max(v); out[3 * n + i] = work_group_scan_inclusive_add(v);
            out[4 * n + i] = work_group_scan_exclusive_add(v);
            out[5 * n + i] = work_group_scan_exclusive_max(v);
            out[6 * n + i] = work_group_broadcast(v, n / 2);
            out[7 * n + i] = work_group_any(v == 3) + 2 * work_group_all(v >= 0);
        })");
    for (const std::size_t n : {1U, 10U, 256U, 600U}) {
        std::vector<int> in(n);
        for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<int>(i * 7919 % 1000);
        std::vector<int> out(8 * n);
        kernels.run("k", {n}, {n}, {buffer(in), buffer(out)});
        const int sum = std::accumulate(in.begin(), in.end(), 0);
        int before = 0;
        int most = std::numeric_limits<int>::min();
        for (std::size_t i = 0; i < n; ++i) {
            ASSERT_EQ(out[i], sum);
            ASSERT_EQ(out[n + i], 0);
            ASSERT_EQ(out[2 * n + i], *std::max_element(in.begin(), in.end()));
            ASSERT_EQ(out[3 * n + i], before + in[i]);
            ASSERT_EQ(out[4 * n + i], before);
            ASSERT_EQ(out[5 * n + i], most);
            ASSERT_EQ(out[6 * n + i], in[n / 2]);
            before += in[i];
            most = std::max(most, in[i]);
        }
    }
}

TEST(Groups, CollectivesOfSubGroups) {
    Kernels kernels(R"(
        kernel void k(global float* out) {
            int i = get_local_id(0);
            float v = i;
            // Whole sub-groups may go different ways.
            if (get_sub_group_id() % 2) out[i] = sub_group_reduce_add(v);
            else out[i] = sub_group_scan_inclusive_add(v) + sub_group_broadcast(v, 1);
            sub_group_barrier(CLK_LOCAL_MEM_FENCE);
        })");
    std::vector<float> out(300);
    kernels.run("k", {300}, {300}, {buffer(out)}, 10);
    for (int i = 0; i < 300; ++i) {
        const int first = i / 10 * 10;
        int sum = 0;
        const int end = i / 10 % 2 != 0 ? first + 9 : i;
        for (int k = first; k <= end; ++k) sum += k;
        if (i / 10 % 2 == 0) sum += first + 1;
        ASSERT_EQ(out[static_cast<std::size_t>(i)], static_cast<float>(sum)) << i;
    }
}

TEST(Groups, ShufflesOfThoseThatCome) {
    Kernels kernels(R"(
        kernel void k(global int* out) {
            int i = get_local_id(0), l = get_sub_group_local_id();
            // Others have ended, wait at another shuffle, or are in another turn of the loop.
            if (i % 5 == 4) return;
            if (l < 4) out[i] = sub_group_shuffle_xor(i, 1u);
            else out[i] = intel_sub_group_shuffle(i, l ^ 3u);
            for (int k = 0; k < l % 3; ++k) out[i] += 1000 * sub_group_shuffle(1, (uint)l);
        })");
    std::vector<int> out(64, -1);
    kernels.run("k", {64}, {64}, {buffer(out)}, 8);
    for (int i = 0; i < 64; ++i) {
        if (i % 5 == 4) continue;
        const int lane = i % 8;
        const int other = lane < 4 ? i ^ 1 : i / 8 * 8 + (lane ^ 3);
        const bool is_there = other % 5 != 4 && (lane < 4) == (other % 8 < 4);
        EXPECT_EQ(out[i], (is_there ? other : 0) + 1000 * (lane % 3)) << i;
    }
}

TEST(Groups, ASubGroupGoesOnWhileOthersWaitForIt) {
    Kernels kernels(R"(
        kernel void k(global atomic_int* flag, global int* out) {
            if (get_sub_group_id() == 1) { while (atomic_load(flag) == 0); return; }
            int sum = sub_group_reduce_add(1);
            if (get_sub_group_local_id() < 2) sum += sub_group_shuffle(sum, 1u);
            out[get_local_id(0)] = sum;
            atomic_store(flag, 1);
        })");
    std::vector<int> flag(1);
    std::vector<int> out(8);
    kernels.run("k", {8}, {8}, {buffer(flag), buffer(out)}, 4);
    EXPECT_EQ(out, (std::vector<int>{8, 8, 4, 4, 0, 0, 0, 0}));
}

TEST(Groups, BlocksAreAccessedSideBySide) {
    Kernels kernels(R"(
        kernel void k(global ushort* in, global ushort* out) {
            uint at = get_sub_group_id() * 32;
            ushort4 v = intel_sub_group_block_read_us4(in + at);
            out[at + get_sub_group_local_id()] = v.w;
            intel_sub_group_block_write_us2(out + at + 8, v.yx);
        })");
    std::vector<std::uint16_t> in(64);
    std::iota(in.begin(), in.end(), std::uint16_t{0});
    std::vector<std::uint16_t> out(64);
    kernels.run("k", {16}, {16}, {buffer(in), buffer(out)}, 8);
    for (unsigned i = 0; i < 8; ++i)
        for (unsigned at : {0U, 32U}) {
            EXPECT_EQ(out[at + i], at + 24 + i);
            EXPECT_EQ(out[at + 8 + i], at + 8 + i);
            EXPECT_EQ(out[at + 16 + i], at + i);
        }
}

TEST(Groups, BroadcastInTwoDimensions) {
    Kernels kernels(R"(
        kernel void k(global int* out) {
            int i = get_local_linear_id();
            out[i] = work_group_broadcast(i, 2, 1);
        })");
    std::vector<int> out(12);
    kernels.run("k", {4, 3}, {4, 3}, {buffer(out)});
    EXPECT_EQ(out, std::vector<int>(12, 6));
}

TEST(Groups, AsyncCopies) {
    Kernels kernels(R"(
        kernel void k(global const float4* in, global float4* out, local float4* tmp) {
            event_t e = async_work_group_copy(tmp, in + get_group_id(0) * 8, 8, 0);
            wait_group_events(1, &e);
            tmp[get_local_id(0)] *= 2;
            barrier(CLK_LOCAL_MEM_FENCE);
            e = async_work_group_strided_copy(out + get_group_id(0), tmp, 8, get_num_groups(0), 0);
            wait_group_events(1, &e);
        })");
    std::vector<float> in(64 * 4);
    std::iota(in.begin(), in.end(), 0.0F);
    std::vector<float> out(in.size());
    kernels.run("k", {64}, {8}, {buffer(in), buffer(out), local(8 * 16)});
    for (std::size_t g = 0; g < 8; ++g)
        for (std::size_t i = 0; i < 8; ++i)
            EXPECT_EQ(out[(g + 8 * i) * 4 + 1], 2 * in[(g * 8 + i) * 4 + 1]);
}

}  // namespace
}  // namespace clmm::runtime::test
