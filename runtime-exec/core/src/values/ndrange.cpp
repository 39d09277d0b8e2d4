#include "clmm/runtime/ndrange.h"

#include <algorithm>
#include <limits>

#include "clmm/runtime/error.h"

namespace clmm::runtime {

namespace {

/// Multiplies, unless the product needs more than 64 bits.
bool multiply_into(std::uint64_t& product, std::uint64_t factor) {
    if (factor != 0 && product > std::numeric_limits<std::uint64_t>::max() / factor) return false;
    product *= factor;
    return true;
}

bool product_fits(const Index3& sizes) {
    std::uint64_t product = 1;
    return std::all_of(sizes.begin(), sizes.end(),
                       [&](std::uint64_t size) { return multiply_into(product, size); });
}

std::uint64_t size_of_group(const NdRange& range, std::uint64_t id, std::size_t d) {
    return std::min(range.local_size[d], range.global_size[d] - id * range.local_size[d]);
}

void place(const NdRange& range, WorkGroup& group, std::size_t d) {
    group.base[d] = group.id[d] * range.local_size[d];
    group.size[d] = size_of_group(range, group.id[d], d);
}

std::uint64_t linear(const Index3& index, const Index3& sizes) {
    return (index[2] * sizes[1] + index[1]) * sizes[0] + index[0];
}

std::uint32_t sub_groups(std::uint64_t items, std::uint32_t size) {
    return static_cast<std::uint32_t>((items + size - 1) / size);
}

}  // namespace

void check_range(const NdRange& range) {
    require(range.work_dimensions >= 1 && range.work_dimensions <= 3,
            ErrorCode::invalid_work_dimension, "an NDRange has one, two or three dimensions");
    for (std::size_t d = 0; d < 3; ++d) {
        require(range.local_size[d] > 0, ErrorCode::invalid_work_group_size,
                "a work-group has at least one work-item in each dimension");
        require(range.global_offset[d] <=
                    std::numeric_limits<std::uint64_t>::max() - range.global_size[d],
                ErrorCode::invalid_global_offset, "a global ID would need more than 64 bits");
        if (d < range.work_dimensions) continue;
        require(
            range.global_size[d] == 1 && range.local_size[d] == 1 && range.global_offset[d] == 0,
            ErrorCode::invalid_work_dimension,
            "the dimensions that an NDRange does not use have size 1 and offset 0");
    }
    require(product_fits(range.local_size), ErrorCode::invalid_work_group_size,
            "the size of a work-group needs more than 64 bits");
    require(product_fits(range.global_size), ErrorCode::invalid_global_work_size,
            "the number of work-items needs more than 64 bits");
    require(range.sub_group_size > 0, ErrorCode::invalid_work_group_size,
            "a sub-group has at least one work-item");
}

Index3 number_of_groups(const NdRange& range) {
    Index3 groups{};
    for (std::size_t d = 0; d < 3; ++d)
        groups[d] = range.global_size[d] / range.local_size[d] +
                    (range.global_size[d] % range.local_size[d] != 0);
    return groups;
}

std::uint64_t work_group_count(const NdRange& range) {
    const Index3 groups = number_of_groups(range);
    return groups[0] * groups[1] * groups[2];
}

std::uint64_t work_item_count(const NdRange& range) {
    return range.global_size[0] * range.global_size[1] * range.global_size[2];
}

bool is_uniform(const NdRange& range) {
    for (std::size_t d = 0; d < 3; ++d)
        if (range.global_size[d] % range.local_size[d] != 0) return false;
    return true;
}

WorkGroup work_group(const NdRange& range, std::uint64_t linear_id) {
    WorkGroup group;
    group.number_of_groups = number_of_groups(range);
    group.enqueued_size = range.local_size;
    group.linear_id = linear_id;
    group.id[0] = linear_id % group.number_of_groups[0];
    group.id[1] = linear_id / group.number_of_groups[0] % group.number_of_groups[1];
    group.id[2] = linear_id / group.number_of_groups[0] / group.number_of_groups[1];
    for (std::size_t d = 0; d < 3; ++d) place(range, group, d);
    return group;
}

void advance(const NdRange& range, WorkGroup& group) {
    ++group.linear_id;
    for (std::size_t d = 0; d < 3; ++d) {
        const bool carry = ++group.id[d] == group.number_of_groups[d];
        if (carry) group.id[d] = 0;
        place(range, group, d);
        if (!carry) return;
    }
}

Index3 global_id(const NdRange& range, const WorkGroup& group, const Index3& local) {
    Index3 global{};
    for (std::size_t d = 0; d < 3; ++d)
        global[d] = group.id[d] * range.local_size[d] + local[d] + range.global_offset[d];
    return global;
}

Index3 work_group_id(const NdRange& range, const Index3& global) {
    const Index3 local = local_id(range, global);
    Index3 id{};
    for (std::size_t d = 0; d < 3; ++d)
        id[d] = (global[d] - local[d] - range.global_offset[d]) / range.local_size[d];
    return id;
}

Index3 local_id(const NdRange& range, const Index3& global) {
    Index3 local{};
    for (std::size_t d = 0; d < 3; ++d)
        local[d] = (global[d] - range.global_offset[d]) % range.local_size[d];
    return local;
}

std::uint64_t global_linear_id(const NdRange& range, const Index3& global) {
    Index3 index{};
    for (std::size_t d = 0; d < 3; ++d) index[d] = global[d] - range.global_offset[d];
    return linear(index, range.global_size);
}

std::uint64_t local_linear_id(const WorkGroup& group, const Index3& local) {
    return linear(local, group.size);
}

Index3 local_id(const WorkGroup& group, std::uint64_t local_linear) {
    return {local_linear % group.size[0], local_linear / group.size[0] % group.size[1],
            local_linear / group.size[0] / group.size[1]};
}

std::uint32_t number_of_sub_groups(const NdRange& range, const WorkGroup& group) {
    return sub_groups(group.items(), range.sub_group_size);
}

std::uint32_t enqueued_number_of_sub_groups(const NdRange& range) {
    return sub_groups(range.local_size[0] * range.local_size[1] * range.local_size[2],
                      range.sub_group_size);
}

std::uint32_t sub_group_id(const NdRange& range, std::uint64_t local_linear) {
    return static_cast<std::uint32_t>(local_linear / range.sub_group_size);
}

std::uint32_t sub_group_local_id(const NdRange& range, std::uint64_t local_linear) {
    return static_cast<std::uint32_t>(local_linear % range.sub_group_size);
}

std::uint32_t sub_group_size(const NdRange& range, const WorkGroup& group,
                             std::uint32_t sub_group) {
    const std::uint64_t first = std::uint64_t{sub_group} * range.sub_group_size;
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(range.sub_group_size, group.items() - first));
}

}  // namespace clmm::runtime
