#include <algorithm>

#include "check/races/state.h"

/// How one access to a cell is checked and remembered.
namespace clmm::runtime::check {

using State = RaceState;

namespace {

bool is_fine_grained(Memory memory) {
    return memory == Memory::fine_svm || memory == Memory::atomic_svm ||
           memory == Memory::system_svm;
}

}  // namespace

// ---- what is known of an access ----

StampId State::stamp(const Actor& actor, Region region, SiteId site, bool write, Order order,
                     Scope scope, Stamp& made) {
    const Moment now = units.moment(actor, region);
    made = {.launch = actor.unit.launch,
            .epoch = now.epoch,
            .phase = now.phase,
            .sub_phase = now.sub_phase,
            .barriers = actor.group == nullptr ? 0 : actor.group->common.barriers,
            .site = site,
            .write = write,
            .order = order,
            .scope = scope};
    return stamps.number(made);
}

BucketKey State::key_of(const Stamp& stamp, std::uint32_t number) const {
    BucketKey key{.launch = stamp.launch,
                  .write = stamp.write,
                  .atomic = stamp.is_atomic(),
                  .scope = stamp.scope};
    if (key.scope == Scope::sub_group || key.scope == Scope::work_group) {
        const UnitPosition place = units.place({stamp.launch, number});
        key.place = key.scope == Scope::sub_group ? place.sub_group : place.group;
    }
    return key;
}

Moment State::moment_of(const Stamp& stamp, std::uint32_t number) const {
    const UnitPosition place = units.place({stamp.launch, number});
    return {.unit = place.unit,
            .group = place.group,
            .sub_group = place.sub_group,
            .epoch = stamp.epoch,
            .phase = stamp.phase,
            .sub_phase = stamp.sub_phase};
}

/// Whether the access is one that a child kernel may fail to see, though it knows of it.
bool State::needs_strict(const Shadow::Object& object, bool write) {
    return write && !is_fine_grained(object.memory);
}

bool State::is_ordered(const Doing& doing, StampId id, std::uint32_t number) {
    const Stamp& earlier = stamps[id];
    const Actor& actor = *doing.actor;
    if (number == actor.unit.number && earlier.launch == actor.unit.launch) return true;
    // Barriers and the order of commands are most of it.
    if (actor.launch != nullptr && earlier.launch == actor.unit.launch) {
        const std::uint32_t size = actor.launch->shape.items_per_group;
        if (number - actor.group_number * size < size &&
            earlier.phase < actor.group->common.phase[index_of(doing.object->region)])
            return true;
    } else if (actor.launch != nullptr && earlier.launch != kNoLaunch &&
               doing.object->region == Region::global &&
               units.is_launch_ordered(actor, earlier.launch,
                                       needs_strict(*doing.object, earlier.write))) {
        return true;
    }
    const bool strict = needs_strict(*doing.object, earlier.write);
    const BeforeLaunch asked{actor.unit.launch, id, number, strict};
    if (before_launch == asked) return true;
    const Region region = doing.object->region;
    const bool ordered = units.is_ordered(actor, region, moment_of(earlier, number), strict);
    // Then its kernel-instance began with it.
    if (ordered && actor.launch != nullptr && earlier.launch == kNoLaunch &&
        !Units::knows_beyond_base(actor, region))
        before_launch = asked;
    return ordered;
}

// ---- cells ----

void State::check_write(Doing& doing, const Cell& cell) {
    if (cell.write != kNoStamp && !is_ordered(doing, cell.write, cell.writer))
        report(doing, cell.write, cell.writer);
}

void State::plain_write(Doing& doing, Cell& cell) {
    check_write(doing, cell);
    if (cell.read == kManyReads) {
        AccessSet& set = shadow.sets()[cell.reader];
        check_set(doing, set);
        if (set.atomic_object != 0) {
            atomics.overwritten(*doing.actor, set.atomic_object);
            shadow.sets().clear(set);
        } else {
            shadow.sets().give_back(cell.reader);
            cell.read = kNoStamp;
        }
    } else if (cell.read != kNoStamp) {
        if (!is_ordered(doing, cell.read, cell.reader)) report(doing, cell.read, cell.reader);
        cell.read = kNoStamp;
    }
    cell.writer = doing.actor->unit.number;
    cell.write = doing.stamp;
}

void State::plain_read(Doing& doing, Cell& cell) {
    check_write(doing, cell);
    if (cell.read == kNoStamp ||
        (cell.read != kManyReads && is_ordered(doing, cell.read, cell.reader))) {
        cell.reader = doing.actor->unit.number;
        cell.read = doing.stamp;
        return;
    }
    AccessSet& set = set_of(doing, cell);
    check_set(doing, set);
    add(doing, set, {doing.actor->unit.number, 1, 1, doing.stamp});
}

void State::atomic_access(Doing& doing, Cell& cell) {
    check_write(doing, cell);
    AccessSet& set = set_of(doing, cell);
    check_set(doing, set);
    add(doing, set, {doing.actor->unit.number, 1, 1, doing.stamp});
}

AccessSet& State::set_of(Doing& doing, Cell& cell) {
    return shadow.set_of(*doing.object, cell,
                         [&](StampId id) { return key_of(stamps[id], cell.reader); });
}

// ---- sets ----

void State::check_set(Doing& doing, AccessSet& set) {
    for (const Bucket& bucket : set.buckets) {
        const BucketKey& key = bucket.key();
        if (!doing.about.write && !key.write) continue;
        std::optional<bool> exempt = false;
        if (doing.about.is_atomic() && key.atomic) exempt = is_exempt(doing, key);
        if (exempt.value_or(false)) continue;
        if (key.launch != doing.actor->unit.launch &&
            units.is_launch_ordered(*doing.actor, key.launch,
                                    needs_strict(*doing.object, key.write)))
            continue;
        bucket.for_each([&](const Run& run) {
            const auto number = unordered(doing, run, !exempt);
            if (number) report(doing, run.stamp, *number);
        });
    }
}

/// Whether two atomic accesses have inclusive scopes; none: that depends on the work-item.
std::optional<bool> State::is_exempt(const Doing& doing, const BucketKey& key) const {
    const Rules& rules = options.rules;
    const UnitPosition place = units.place_of(*doing.actor);
    bool depends = false;
    for (const Scope level : kLevels) {
        if (!has_level(doing.about.scope, level, rules) || !has_level(key.scope, level, rules))
            continue;
        if (level == Scope::all) return true;
        if (level == Scope::device) {
            if (key.launch == kNoLaunch)
                depends = true;
            else if (key.launch == doing.actor->unit.launch ||
                     together(units.place({key.launch, 0}), place, level, doing.object->memory,
                              rules))
                return true;
        } else if (key.launch == doing.actor->unit.launch) {
            if (key.scope != level)
                depends = true;
            else if (key.place == (level == Scope::sub_group ? place.sub_group : place.group))
                return true;
        }
    }
    if (depends) return std::nullopt;
    return false;
}

/// A work-item of the run whose access is not ordered before this one; `may_be_exempt`: nor has an
/// inclusive scope.
std::optional<std::uint32_t> State::unordered(const Doing& doing, const Run& run,
                                              bool may_be_exempt) {
    const Stamp& earlier = stamps[run.stamp];
    const Actor& actor = *doing.actor;
    const bool same_launch = actor.launch != nullptr && earlier.launch == actor.unit.launch;
    const bool by_barriers_only =
        same_launch && !Units::knows_beyond_base(actor, doing.object->region);
    std::uint32_t first = 0;
    std::uint32_t count = run.count;
    if (by_barriers_only && !may_be_exempt) {
        // Nobody of another group is ordered before, and of this group those of earlier phases.
        const std::uint32_t size = actor.launch->shape.items_per_group;
        const std::uint32_t begin = actor.group_number * size;
        if (run.first < begin) return run.first;
        if (run.last() - begin >= size) return run.last();
        if (earlier.phase < actor.group->common.phase[index_of(doing.object->region)])
            return std::nullopt;
    }
    for (; first < count; ++first) {
        const std::uint32_t number = run.first + first * run.stride;
        if (is_ordered(doing, run.stamp, number)) continue;
        if (may_be_exempt &&
            inclusive(units.place({earlier.launch, number}), earlier.scope, units.place_of(actor),
                      doing.about.scope, doing.object->memory, options.rules))
            continue;
        return number;
    }
    return std::nullopt;
}

void State::add(Doing& doing, AccessSet& set, const Run& run) {
    BucketKey key{.launch = doing.about.launch,
                  .write = doing.about.write,
                  .atomic = doing.about.is_atomic(),
                  .scope = doing.about.scope};
    if (key.scope == Scope::work_group) key.place = doing.actor->group_number;
    if (key.scope == Scope::sub_group) key.place = doing.actor->sub_group_number;
    const bool plain_of_group = !key.write && !key.atomic && doing.actor->group != nullptr;
    if (plain_of_group && !set.buckets.empty() && set.buckets.front().key() == key) {
        // What another work-item of the group read before a barrier, a later write must also
        // come after this.
        Bucket& bucket = set.buckets.front();
        const std::uint32_t size = doing.actor->launch->shape.items_per_group;
        const std::uint32_t begin = doing.actor->group_number * size;
        const Run& last = bucket.last();
        if (last.first >= begin && last.last() < begin + size &&
            stamps[last.stamp].phase <
                doing.actor->group->common.phase[index_of(doing.object->region)]) {
            bucket.replace_last(run);
            return;
        }
    }
    if (shadow.sets().add(set, key, run) && set.buckets.size() > 1) drop_subsumed(doing, set, key);
}

/// Drops what ended kernel-instances did where this access stands for it: whatever races with
/// theirs races with this one, too.
void State::drop_subsumed(const Doing& doing, AccessSet& set, const BucketKey& added) {
    const Actor& actor = *doing.actor;
    if (actor.launch == nullptr) return;
    const bool own_instance_only =
        doing.object->memory == Memory::buffer && actor.launch->ancestors.empty() &&
        options.rules.device_scope != Rules::DeviceScope::device && added.scope == Scope::device;
    shadow.sets().erase_if(set, [&](const BucketKey& key) {
        if (key.launch == kNoLaunch || key.launch == added.launch) return false;
        if (key.write && !added.write) return false;
        const bool as_wide = key.atomic && key.scope == added.scope &&
                             (key.scope == Scope::all || (key.scope == Scope::device &&
                                                          units.launch(key.launch).shape.device ==
                                                              actor.launch->shape.device &&
                                                          doing.object->memory != Memory::buffer));
        if (added.atomic && !own_instance_only && !as_wide) return false;
        return units.is_launch_ordered(actor, key.launch, needs_strict(*doing.object, key.write));
    });
}

}  // namespace clmm::runtime::check
