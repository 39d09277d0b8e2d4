#include "clmm/runtime/ndrange.h"

#include <algorithm>
#include <limits>

#include "clmm/language/ndrange.h"
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

void place(const NdRange& range, WorkGroup& group) {
    group.base = language::global_id(group.id, range.local_size, {}, {});
    group.size = language::size_of_group(range.global_size, range.local_size, group.id);
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
    return language::number_of_groups(range.global_size, range.local_size);
}

std::uint64_t work_group_count(const NdRange& range) {
    return language::product(number_of_groups(range));
}

std::uint64_t work_item_count(const NdRange& range) { return language::product(range.global_size); }

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
    group.id = language::from_linear(linear_id, group.number_of_groups);
    place(range, group);
    return group;
}

void advance(const NdRange& range, WorkGroup& group) {
    ++group.linear_id;
    for (std::size_t d = 0; d < 3; ++d) {
        if (++group.id[d] < group.number_of_groups[d]) break;
        group.id[d] = 0;
    }
    place(range, group);
}

Index3 global_id(const NdRange& range, const WorkGroup& group, const Index3& local) {
    return language::global_id(group.id, range.local_size, local, range.global_offset);
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
    return language::linear_id(index, range.global_size);
}

std::uint64_t local_linear_id(const WorkGroup& group, const Index3& local) {
    return language::linear_id(local, group.size);
}

Index3 local_id(const WorkGroup& group, std::uint64_t local_linear) {
    return language::from_linear(local_linear, group.size);
}

namespace {

std::uint32_t narrow(std::uint64_t number) { return static_cast<std::uint32_t>(number); }

language::SubGroups sub_groups(const NdRange& range, std::uint64_t items) {
    return {items, range.sub_group_size};
}

}  // namespace

std::uint32_t number_of_sub_groups(const NdRange& range, const WorkGroup& group) {
    return narrow(sub_groups(range, group.items()).count());
}

std::uint32_t enqueued_number_of_sub_groups(const NdRange& range) {
    return narrow(sub_groups(range, language::product(range.local_size)).count());
}

std::uint32_t sub_group_id(const NdRange& range, std::uint64_t local_linear) {
    return narrow(sub_groups(range, 0).of(local_linear));
}

std::uint32_t sub_group_local_id(const NdRange& range, std::uint64_t local_linear) {
    return narrow(sub_groups(range, 0).local_id(local_linear));
}

std::uint32_t sub_group_size(const NdRange& range, const WorkGroup& group,
                             std::uint32_t sub_group) {
    return narrow(sub_groups(range, group.items()).size_of(sub_group));
}

}  // namespace clmm::runtime
