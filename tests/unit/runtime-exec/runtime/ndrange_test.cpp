#include "clmm/runtime/ndrange.h"

#include <set>

#include "support.h"

namespace clmm::runtime {
namespace {

using testing::thrown;

NdRange make(unsigned dimensions, Index3 global, Index3 local, Index3 offset = {0, 0, 0}) {
    return {.work_dimensions = dimensions,
            .global_offset = offset,
            .global_size = global,
            .local_size = local,
            .sub_group_size = 4};
}

/// All ranges of a small cube of sizes, with every remainder in every dimension.
template <class Call>
void for_all_ranges(Call call) {
    for (std::uint64_t gx = 1; gx <= 6; ++gx)
        for (std::uint64_t lx = 1; lx <= 4; ++lx) {
            call(make(1, {gx, 1, 1}, {lx, 1, 1}, {7, 0, 0}));
            for (std::uint64_t gy = 1; gy <= 5; ++gy)
                for (std::uint64_t ly = 1; ly <= 4; ++ly) {
                    call(make(2, {gx, gy, 1}, {lx, ly, 1}, {7, 3, 0}));
                    for (std::uint64_t gz = 1; gz <= 3; ++gz)
                        for (std::uint64_t lz = 1; lz <= 3; ++lz)
                            call(make(3, {gx, gy, gz}, {lx, ly, lz}, {7, 3, 100}));
                }
        }
}

template <class Call>
void for_all_items(const NdRange& range, Call call) {
    for (std::uint64_t linear = 0; linear < work_group_count(range); ++linear) {
        const WorkGroup group = work_group(range, linear);
        for (std::uint64_t local = 0; local < group.items(); ++local)
            call(group, local_id(group, local));
    }
}

TEST(NdRange, work_groups_cover_the_index_space_and_each_item_is_in_one) {
    for_all_ranges([](const NdRange& range) {
        std::set<Index3> seen;
        for_all_items(range, [&](const WorkGroup& group, const Index3& local) {
            EXPECT_TRUE(seen.insert(global_id(range, group, local)).second);
        });
        EXPECT_EQ(seen.size(), work_item_count(range));
    });
}

TEST(NdRange, global_ids_go_from_the_offset_to_offset_plus_size_minus_one) {
    for_all_ranges([](const NdRange& range) {
        for_all_items(range, [&](const WorkGroup& group, const Index3& local) {
            const Index3 global = global_id(range, group, local);
            for (std::size_t d = 0; d < 3; ++d) {
                EXPECT_GE(global[d], range.global_offset[d]);
                EXPECT_LE(global[d], range.global_offset[d] + range.global_size[d] - 1);
            }
        });
    });
}

TEST(NdRange, global_id_is_group_times_size_plus_local_plus_offset) {
    for_all_ranges([](const NdRange& range) {
        for_all_items(range, [&](const WorkGroup& group, const Index3& local) {
            const Index3 global = global_id(range, group, local);
            for (std::size_t d = 0; d < 3; ++d) {
                EXPECT_EQ(global[d],
                          group.id[d] * range.local_size[d] + local[d] + range.global_offset[d]);
                EXPECT_EQ(group.base[d], group.id[d] * range.local_size[d]);
            }
            EXPECT_EQ(work_group_id(range, global), group.id);
            EXPECT_EQ(local_id(range, global), local);
        });
    });
}

TEST(NdRange, number_of_groups_is_the_ceiling_of_global_by_local_size) {
    for_all_ranges([](const NdRange& range) {
        const Index3 groups = number_of_groups(range);
        for (std::size_t d = 0; d < 3; ++d) {
            EXPECT_GE(groups[d] * range.local_size[d], range.global_size[d]);
            EXPECT_LT((groups[d] - 1) * range.local_size[d], range.global_size[d]);
        }
    });
}

TEST(NdRange, remainder_work_groups_are_smaller_and_the_last_of_their_dimension) {
    for_all_ranges([](const NdRange& range) {
        for (std::uint64_t linear = 0; linear < work_group_count(range); ++linear) {
            const WorkGroup group = work_group(range, linear);
            for (std::size_t d = 0; d < 3; ++d) {
                const std::uint64_t rest = range.global_size[d] % range.local_size[d];
                const bool last = group.id[d] + 1 == group.number_of_groups[d];
                EXPECT_EQ(group.size[d], last && rest != 0 ? rest : range.local_size[d]);
                EXPECT_EQ(group.enqueued_size[d], range.local_size[d]);
            }
        }
    });
}

std::size_t distinct_sizes(const NdRange& range) {
    std::set<Index3> sizes;
    for (std::uint64_t linear = 0; linear < work_group_count(range); ++linear)
        sizes.insert(work_group(range, linear).size);
    return sizes.size();
}

TEST(NdRange, remainders_give_up_to_four_sizes_in_2d_and_eight_in_3d) {
    EXPECT_EQ(distinct_sizes(make(1, {10, 1, 1}, {4, 1, 1})), 2U);
    EXPECT_EQ(distinct_sizes(make(2, {10, 7, 1}, {4, 3, 1})), 4U);
    EXPECT_EQ(distinct_sizes(make(3, {10, 7, 9}, {4, 3, 2})), 8U);
    EXPECT_EQ(distinct_sizes(make(3, {8, 6, 8}, {4, 3, 2})), 1U);
    EXPECT_TRUE(is_uniform(make(3, {8, 6, 8}, {4, 3, 2})));
    EXPECT_FALSE(is_uniform(make(3, {8, 6, 9}, {4, 3, 2})));
}

TEST(NdRange, advancing_visits_the_work_groups_in_order) {
    for_all_ranges([](const NdRange& range) {
        WorkGroup group = work_group(range, 0);
        for (std::uint64_t linear = 0; linear < work_group_count(range); ++linear) {
            const WorkGroup expected = work_group(range, linear);
            EXPECT_EQ(group.linear_id, linear);
            EXPECT_EQ(group.id, expected.id);
            EXPECT_EQ(group.size, expected.size);
            EXPECT_EQ(group.base, expected.base);
            if (linear + 1 < work_group_count(range)) advance(range, group);
        }
    });
}

TEST(NdRange, linear_ids_count_with_dimension_0_fastest_and_without_offset) {
    for_all_ranges([](const NdRange& range) {
        std::set<std::uint64_t> globals;
        for_all_items(range, [&](const WorkGroup& group, const Index3& local) {
            const Index3 g = global_id(range, group, local);
            const auto& f = range.global_offset;
            EXPECT_EQ(global_linear_id(range, g),
                      ((g[2] - f[2]) * range.global_size[1] + g[1] - f[1]) * range.global_size[0] +
                          g[0] - f[0]);
            globals.insert(global_linear_id(range, g));
            EXPECT_EQ(local_id(group, local_linear_id(group, local)), local);
        });
        EXPECT_EQ(*globals.rbegin(), work_item_count(range) - 1);
        EXPECT_EQ(globals.size(), work_item_count(range));
    });
}

TEST(NdRange, sub_groups_have_one_size_apart_from_the_last_which_may_be_smaller) {
    for_all_ranges([](const NdRange& range) {
        for (std::uint64_t linear = 0; linear < work_group_count(range); ++linear) {
            const WorkGroup group = work_group(range, linear);
            const std::uint32_t count = number_of_sub_groups(range, group);
            std::uint64_t items = 0;
            for (std::uint32_t s = 0; s < count; ++s) {
                const std::uint32_t size = sub_group_size(range, group, s);
                if (s + 1 < count) {
                    EXPECT_EQ(size, range.sub_group_size);
                } else {
                    EXPECT_LE(size, range.sub_group_size);
                }
                EXPECT_GT(size, 0U);
                items += size;
            }
            EXPECT_EQ(items, group.items());
        }
    });
}

TEST(NdRange, each_work_item_is_in_one_sub_group) {
    const NdRange range = make(1, {11, 1, 1}, {11, 1, 1});
    std::set<std::pair<std::uint32_t, std::uint32_t>> places;
    for (std::uint64_t local = 0; local < 11; ++local)
        places.insert({sub_group_id(range, local), sub_group_local_id(range, local)});
    EXPECT_EQ(places.size(), 11U);
    EXPECT_EQ(enqueued_number_of_sub_groups(range), 3U);
}

TEST(NdRange, one_sub_group_for_each_work_group_is_supported) {
    NdRange range = make(2, {8, 8, 1}, {4, 4, 1});
    range.sub_group_size = 16;
    for (std::uint64_t linear = 0; linear < work_group_count(range); ++linear)
        EXPECT_EQ(number_of_sub_groups(range, work_group(range, linear)), 1U);
}

TEST(NdRange, a_size_of_0_is_a_range_of_no_work_items) {
    const NdRange range = make(2, {4, 0, 1}, {2, 2, 1});
    EXPECT_NO_THROW(check_range(range));
    EXPECT_EQ(work_item_count(range), 0U);
    EXPECT_EQ(work_group_count(range), 0U);
}

TEST(NdRange, ranges_that_are_not_well_formed_are_errors) {
    const auto fails_with = [](const NdRange& range) {
        return thrown([&] { check_range(range); });
    };
    EXPECT_EQ(fails_with(make(0, {1, 1, 1}, {1, 1, 1})), ErrorCode::invalid_work_dimension);
    EXPECT_EQ(fails_with(make(4, {1, 1, 1}, {1, 1, 1})), ErrorCode::invalid_work_dimension);
    EXPECT_EQ(fails_with(make(1, {4, 2, 1}, {2, 1, 1})), ErrorCode::invalid_work_dimension);
    EXPECT_EQ(fails_with(make(1, {4, 1, 1}, {0, 1, 1})), ErrorCode::invalid_work_group_size);
    EXPECT_EQ(fails_with(make(1, {4, 1, 1}, {4, 1, 1}, {~std::uint64_t{0} - 2, 0, 0})),
              ErrorCode::invalid_global_offset);
    const std::uint64_t huge = std::uint64_t{1} << 40;
    EXPECT_EQ(fails_with(make(2, {huge, huge, 1}, {1, 1, 1})), ErrorCode::invalid_global_work_size);
    EXPECT_EQ(fails_with(make(2, {4, 4, 1}, {huge, huge, 1})), ErrorCode::invalid_work_group_size);
    NdRange range = make(1, {4, 1, 1}, {4, 1, 1});
    range.sub_group_size = 0;
    EXPECT_EQ(fails_with(range), ErrorCode::invalid_work_group_size);
}

}  // namespace
}  // namespace clmm::runtime
