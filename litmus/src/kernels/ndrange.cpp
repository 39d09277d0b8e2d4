#include "kernels/ndrange.h"

#include <algorithm>

namespace clmm::litmus {
namespace {

std::uint64_t product(const Index& index) { return index[0] * index[1] * index[2]; }

std::uint64_t linear(const Index& at, const Index& size) {
    return at[0] + size[0] * (at[1] + size[1] * at[2]);
}

Index from_linear(std::uint64_t position, const Index& size) {
    return {position % size[0], position / size[0] % size[1], position / (size[0] * size[1])};
}

std::uint64_t ceiling(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

}  // namespace

Index NDRange::groups() const {
    Index result;
    for (std::size_t d = 0; d < 3; ++d) result[d] = ceiling(global[d], local[d]);
    return result;
}

Index WorkItem::global() const {
    Index result;
    for (std::size_t d = 0; d < 3; ++d)
        result[d] = group[d] * range.local[d] + local[d] + range.offset[d];
    return result;
}

Index WorkItem::group_size() const {
    Index result;
    for (std::size_t d = 0; d < 3; ++d)
        result[d] = std::min(range.local[d], range.global[d] - group[d] * range.local[d]);
    return result;
}

std::uint64_t WorkItem::linear_global() const {
    Index from_zero = global();
    for (std::size_t d = 0; d < 3; ++d) from_zero[d] -= range.offset[d];
    return linear(from_zero, range.global);
}

std::uint64_t WorkItem::linear_local() const { return linear(local, group_size()); }

std::uint64_t WorkItem::linear_group() const { return linear(group, range.groups()); }

std::uint64_t WorkItem::items_of_group() const { return product(group_size()); }

std::uint64_t WorkItem::largest_sub_group() const {
    const std::uint64_t all = items_of_group();
    return range.sub_group_size == 0 ? all : std::min(range.sub_group_size, all);
}

std::uint64_t WorkItem::sub_group() const { return linear_local() / largest_sub_group(); }

std::uint64_t WorkItem::sub_groups() const {
    return ceiling(items_of_group(), largest_sub_group());
}

std::uint64_t WorkItem::sub_group_local() const { return linear_local() % largest_sub_group(); }

std::uint64_t WorkItem::items_of_sub_group() const {
    return std::min(largest_sub_group(), items_of_group() - sub_group() * largest_sub_group());
}

WorkItem work_item(const NDRange& range, std::uint64_t position) {
    WorkItem item{.range = range};
    const Index groups = range.groups();
    for (std::uint64_t g = 0; g < product(groups); ++g) {
        item.group = from_linear(g, groups);
        const std::uint64_t items = item.items_of_group();
        if (position < items) {
            item.local = from_linear(position, item.group_size());
            return item;
        }
        position -= items;
    }
    return item;
}

}  // namespace clmm::litmus
