#pragma once

#include <array>
#include <cstdint>

namespace clmm::runtime {

/// One number for each dimension. Unused dimensions of sizes are 1, of IDs and offsets 0.
using Index3 = std::array<std::uint64_t, 3>;

/// The index space of a kernel-instance and its decomposition into work-groups.
///
/// Shape    work_dimensions is 1, 2 or 3. `local_size` is the enqueued size of work-groups; the
///          last work-group of a dimension is smaller where it does not divide `global_size`.
///          A global size of 0 in any used dimension is a range of no work-items.
/// Units    work-items.
/// Errors   `check` throws CL_INVALID_WORK_DIMENSION, CL_INVALID_WORK_GROUP_SIZE,
///          CL_INVALID_GLOBAL_OFFSET; the other functions expect a range that it accepts.
/// Cost     all functions here are O(1) and allocate nothing.
/// Threads  values without shared state.
/// Source   "Mapping work-items onto an NDRange".
/// Tests    tests/unit/runtime-exec/runtime/ndrange_test.cpp
struct NdRange {
    unsigned work_dimensions = 1;
    Index3 global_offset = {0, 0, 0};
    Index3 global_size = {1, 1, 1};
    Index3 local_size = {1, 1, 1};
    std::uint32_t sub_group_size = 1;  ///< of all sub-groups but the last of a work-group

    friend bool operator==(const NdRange&, const NdRange&) = default;
};

/// One work-group of an NDRange.
///
/// Shape    `base` is the global ID of its first work-item less the global offset, so that
///          base[d] = id[d] * enqueued_size[d]. `size[d]` is smaller than `enqueued_size[d]` in a
///          remainder work-group. `linear_id` counts with dimension 0 fastest.
struct WorkGroup {
    Index3 id = {0, 0, 0};
    Index3 size = {1, 1, 1};
    Index3 enqueued_size = {1, 1, 1};
    Index3 base = {0, 0, 0};
    Index3 number_of_groups = {1, 1, 1};
    std::uint64_t linear_id = 0;

    /// Work-items in it.
    [[nodiscard]] std::uint64_t items() const { return size[0] * size[1] * size[2]; }
};

/// Throws unless the range is well-formed: dimensions 1 to 3, no local size of 0, unused
/// dimensions as said above, no product or sum beyond 64 bits, a sub-group size of at least 1.
void check_range(const NdRange& range);

/// (Wx, Wy, Wz) = (ceil(Gx / Sx), …).
[[nodiscard]] Index3 number_of_groups(const NdRange& range);
/// Their product: how many work-groups there are.
[[nodiscard]] std::uint64_t work_group_count(const NdRange& range);
[[nodiscard]] std::uint64_t work_item_count(const NdRange& range);
[[nodiscard]] bool is_uniform(const NdRange& range);

/// The work-group with a linear ID below work_group_count().
[[nodiscard]] WorkGroup work_group(const NdRange& range, std::uint64_t linear_id);
/// The next one in the order of linear IDs, without divisions; `group` is not the last.
void advance(const NdRange& range, WorkGroup& group);

/// g = w * S + s + F, in each dimension.
[[nodiscard]] Index3 global_id(const NdRange& range, const WorkGroup& group, const Index3& local);
/// w = (g - s - F) / S, in each dimension, s being (g - F) mod S.
[[nodiscard]] Index3 work_group_id(const NdRange& range, const Index3& global);
/// s = (g - F) mod S, in each dimension.
[[nodiscard]] Index3 local_id(const NdRange& range, const Index3& global);

/// As get_global_linear_id() and get_local_linear_id() have it: dimension 0 fastest, no offset.
[[nodiscard]] std::uint64_t global_linear_id(const NdRange& range, const Index3& global);
[[nodiscard]] std::uint64_t local_linear_id(const WorkGroup& group, const Index3& local);
/// The inverse of local_linear_id.
[[nodiscard]] Index3 local_id(const WorkGroup& group, std::uint64_t local_linear);

/// Sub-groups are runs of consecutive local linear IDs; only the last may be shorter.
[[nodiscard]] std::uint32_t number_of_sub_groups(const NdRange& range, const WorkGroup& group);
/// get_enqueued_num_sub_groups(): of a work-group of the enqueued size.
[[nodiscard]] std::uint32_t enqueued_number_of_sub_groups(const NdRange& range);
[[nodiscard]] std::uint32_t sub_group_id(const NdRange& range, std::uint64_t local_linear);
[[nodiscard]] std::uint32_t sub_group_local_id(const NdRange& range, std::uint64_t local_linear);
/// get_sub_group_size() of a sub-group of that work-group.
[[nodiscard]] std::uint32_t sub_group_size(const NdRange& range, const WorkGroup& group,
                                           std::uint32_t sub_group);

}  // namespace clmm::runtime
