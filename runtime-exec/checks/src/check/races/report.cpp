#include <algorithm>
#include <limits>

#include "check/races/state.h"

/// What is said of a race, and which order is missing.
namespace clmm::runtime::check {

using State = RaceState;

namespace {

RacingAccess describe(const Stamp& stamp, const UnitPosition& place, std::uint32_t local,
                      const State::Doing& doing) {
    return {.unit = place.unit,
            .group = place.group,
            .local = local,
            .site = stamp.site,
            .write = stamp.write,
            .atomic = stamp.is_atomic(),
            .order = stamp.order,
            .scope = stamp.scope,
            .offset = doing.offset,
            .size = static_cast<std::uint32_t>(doing.size)};
}

InsufficientOrder insufficient(MissingOrder kind, const Action& from, const Action& to) {
    return {.kind = kind,
            .release_site = from.site,
            .acquire_site = to.site,
            .release_order = from.order,
            .acquire_order = to.order,
            .release_scope = from.scope,
            .acquire_scope = to.scope,
            .flags = to.is_fence ? to.flags : from.flags};
}

/// Asked about, only what one unit is known to have done itself counts: phases are of one region.
Moment by_epoch(Moment moment) {
    moment.phase = moment.sub_phase = std::numeric_limits<std::uint32_t>::max();
    return moment;
}

}  // namespace

void State::report(Doing& doing, StampId id, std::uint32_t number) {
    const Stamp& earlier = stamps[id];
    const auto kinds = static_cast<unsigned>(earlier.write) | unsigned{earlier.is_atomic()} << 1U |
                       unsigned{doing.about.write} << 2U | unsigned{doing.about.is_atomic()} << 3U;
    const auto [found, is_new] =
        by_sites.try_emplace(std::tuple(earlier.site, doing.about.site, kinds), races.size());
    if (!is_new) {
        if (!doing.reported) ++races[found->second].count;
        doing.reported = true;
        return;
    }
    doing.reported = true;
    const auto local = [&](Unit unit) {
        return unit.launch == kNoLaunch
                   ? 0
                   : unit.number % units.launch(unit.launch).shape.items_per_group;
    };
    const UnitPosition first = units.place({earlier.launch, number});
    const UnitPosition second = units.place(doing.actor->unit);
    races.push_back({.first = describe(earlier, first, local(first.unit), doing),
                     .second = describe(doing.about, second, local(second.unit), doing),
                     .object = doing.id,
                     .memory = doing.object->memory,
                     .local = doing.object->region == Region::local,
                     .why = explain(doing, earlier, number)});
}

InsufficientOrder State::explain(const Doing& doing, const Stamp& earlier, std::uint32_t number) {
    const Actor& actor = *doing.actor;
    const Region region = doing.object->region;
    const Moment moment = moment_of(earlier, number);
    if (units.is_ordered(actor, region, moment, false))
        return {.kind = MissingOrder::child_visibility};
    if (earlier.is_atomic() && doing.about.is_atomic())
        return {.kind = MissingOrder::atomic_scope,
                .release_order = earlier.order,
                .acquire_order = doing.about.order,
                .release_scope = earlier.scope,
                .acquire_scope = doing.about.scope};
    if (const auto found = explain_attempts(doing, moment)) return *found;
    if (actor.launch == nullptr || earlier.launch != actor.unit.launch)
        return {.kind = MissingOrder::commands};
    if (moment.group != actor.group_number) return {.kind = MissingOrder::other_group};
    return explain_barriers(actor, region, earlier, moment);
}

/// Of two work-items of one group.
InsufficientOrder State::explain_barriers(const Actor& actor, Region region, const Stamp& earlier,
                                          const Moment& moment) {
    const Group& group = *actor.group;
    const std::uint32_t since = group.common.barriers - earlier.barriers;
    if (since > 0) {
        InsufficientOrder made{.kind = MissingOrder::barrier_flag};
        if (since > group.barriers.size()) return made;
        const Group::Barrier& barrier = group.barriers[group.barriers.size() - since];
        made.release_site = made.acquire_site = barrier.site;
        made.flags = barrier.flags;
        return made;
    }
    const auto sub_group = group.sub_groups.find(moment.sub_group);
    if (sub_group != group.sub_groups.end() && moment.sub_group != actor.sub_group_number &&
        sub_group->second.phase[index_of(region)] > moment.sub_phase)
        return {.kind = MissingOrder::sub_group_only};
    return {.kind = MissingOrder::barrier};
}

/// What the unit, or one whose knowledge it shares, read or acquired in vain.
std::optional<InsufficientOrder> State::explain_attempts(const Doing& doing, const Moment& moment) {
    const Actor& actor = *doing.actor;
    if (actor.state != nullptr)
        if (auto found = explain_by(*actor.state, doing.object->region, moment)) return found;
    if (actor.group == nullptr) return std::nullopt;
    for (const auto& item : actor.group->items)
        if (item && item.get() != actor.state)
            if (auto found = explain_by(*item, doing.object->region, moment)) return found;
    return std::nullopt;
}

std::optional<InsufficientOrder> State::explain_by(const UnitState& state, Region region,
                                                   const Moment& moment) {
    for (const Pending& each : state.pending) {
        const Known& known = each.head.known[index_of(region)];
        if (each.acquired || !units.knowledge().knows(known, moment, false)) continue;
        const Action& from = each.head.action;
        if (!each.tried)
            return insufficient(
                acquires(each.read.order) ? MissingOrder::scope : MissingOrder::acquire_order, from,
                each.read);
        const Region through = each.memory == Memory::local ? Region::local : Region::global;
        const bool flag = has(each.tried->flags, through);
        return insufficient(flag ? MissingOrder::scope : MissingOrder::region, from, *each.tried);
    }
    for (auto each = state.attempts.rbegin(); each != state.attempts.rend(); ++each) {
        const bool matches =
            each->missing == MissingOrder::release_order
                ? each->writer == moment.unit && moment.epoch <= each->epoch
            : each->missing == MissingOrder::region
                ? each->region != region &&
                      units.knowledge().knows(each->known, by_epoch(moment), false)
                : each->region == region && units.knowledge().knows(each->known, moment, false);
        if (matches) return insufficient(each->missing, each->from, each->to);
    }
    return std::nullopt;
}

}  // namespace clmm::runtime::check
