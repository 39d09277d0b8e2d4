#include <algorithm>

#include "check/races/units.h"

/// Barriers: what the work-items of a group, or sub-group, make common.
namespace clmm::runtime::check {
namespace {

constexpr std::size_t kBarriersKept = 256;

}  // namespace

/// What the work-items [first, first + count) of the group know becomes common to them.
void Units::gather(Phases& into, Group& from, Region region, std::uint32_t first,
                   std::uint32_t count) {
    const std::size_t r = index_of(region);
    std::vector<Known> all{into.known[r]};
    const auto take = [&](Known& known) {
        if (known) all.push_back(std::move(known));
        known = {};
    };
    if (&into == &from.common)
        for (auto& [number, sub_group] : from.sub_groups) take(sub_group.known[r]);
    for (std::size_t i = first; i < std::min<std::size_t>(first + count, from.items.size()); ++i)
        if (from.items[i]) take(from.items[i]->known[r]);
    into.known[r] = store_->join(std::move(all));
}

void Units::synchronise(LaunchId id, std::uint32_t number, std::optional<std::uint32_t> sub_group,
                        const Action& barrier) {
    Group& all = group(id, number);
    const Launch& launch = launches_[id];
    const std::uint32_t size = launch.shape.sub_group_size;
    Phases& common =
        sub_group ? all.sub_groups[number * launch.sub_groups_per_group + *sub_group] : all.common;
    for (const Region region : kRegions) {
        if (!has(barrier.flags, region)) continue;
        if (sub_group)
            gather(common, all, region, *sub_group * size, size);
        else
            gather(common, all, region, 0, launch.shape.items_per_group);
        ++common.phase[index_of(region)];
    }
    ++common.barriers;
    if (!sub_group) all.barriers.push_back({barrier.flags, barrier.site});
    static_cast<void>(trim(all.barriers, kBarriersKept));
}

void Units::add_wide(LaunchId launch, std::uint32_t number, const Action& barrier) {
    Group& all = group(launch, number);
    std::erase_if(all.wide, [&](const Group::WideEntry& entry) {
        return entry.action.flags == barrier.flags && entry.action.scope == barrier.scope;
    });
    all.wide.push_back({barrier, all.common.phase, all.common.known});
}

bool Units::has_sub_group_barriers(LaunchId launch, std::uint32_t number) {
    return !group(launch, number).sub_groups.empty();
}

/// The entry fence of a wide barrier, of a work-item that had no state then: what it had done
/// before as many barriers, and what was common.
Head Units::head_of_wide(const Group::WideEntry& entry, const Actor& actor) {
    Head made{.action = entry.action, .known = {}};
    const LaunchId launch = actor.unit.launch;
    for (const Region region : kRegions) {
        if (!has(entry.action.flags, region)) continue;
        const std::size_t r = index_of(region);
        made.known[r] = store_->make(
            {{fact_key(FactKind::item_phase, launch, actor.unit.number), entry.phase[r] + 1},
             {fact_key(FactKind::group, launch, actor.group_number), entry.phase[r]}},
            {entry.known[r], region == Region::global ? actor.launch->base : Known()});
    }
    return made;
}

}  // namespace clmm::runtime::check
