#include "kernels/ndrange.h"

#include <algorithm>

#include "clmm/language/ndrange.h"

namespace clmm::litmus {
namespace {

language::SubGroups sub_groups_of(const WorkItem& item) {
    return {item.items_of_group(), item.largest_sub_group()};
}

}  // namespace

Index NDRange::groups() const { return language::number_of_groups(global, local); }

Index WorkItem::global() const {
    return language::global_id(group, range.local, local, range.offset);
}

Index WorkItem::group_size() const {
    return language::size_of_group(range.global, range.local, group);
}

std::uint64_t WorkItem::linear_global() const {
    return language::linear_id(language::global_id(group, range.local, local, {}), range.global);
}

std::uint64_t WorkItem::linear_local() const { return language::linear_id(local, group_size()); }

std::uint64_t WorkItem::linear_group() const { return language::linear_id(group, range.groups()); }

std::uint64_t WorkItem::items_of_group() const { return language::product(group_size()); }

std::uint64_t WorkItem::largest_sub_group() const {
    const std::uint64_t all = items_of_group();
    return range.sub_group_size == 0 ? all : std::min(range.sub_group_size, all);
}

std::uint64_t WorkItem::sub_group() const { return sub_groups_of(*this).of(linear_local()); }

std::uint64_t WorkItem::sub_groups() const { return sub_groups_of(*this).count(); }

std::uint64_t WorkItem::sub_group_local() const {
    return sub_groups_of(*this).local_id(linear_local());
}

std::uint64_t WorkItem::items_of_sub_group() const {
    return sub_groups_of(*this).size_of(sub_group());
}

WorkItem work_item(const NDRange& range, std::uint64_t position) {
    WorkItem item{.range = range};
    const Index groups = range.groups();
    for (std::uint64_t g = 0; g < language::product(groups); ++g) {
        item.group = language::from_linear(g, groups);
        const std::uint64_t items = item.items_of_group();
        if (position < items) {
            item.local = language::from_linear(position, item.group_size());
            return item;
        }
        position -= items;
    }
    return item;
}

}  // namespace clmm::litmus
