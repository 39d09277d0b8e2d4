#include "check/races/units.h"

#include <algorithm>
#include <limits>

#include "clmm/base/ensure.h"

namespace clmm::runtime::check {
namespace {

constexpr std::size_t kAttemptsKept = 6;
constexpr std::size_t kAnswersKept = 256;

}  // namespace

// ---- coming and going ----

Unit Units::add(std::optional<std::uint32_t> device) {
    others_.emplace_back().device = device;
    return {kNoLaunch, static_cast<std::uint32_t>(others_.size() - 1)};
}

LaunchId Units::begin_launch(Unit command, const LaunchShape& shape) {
    Actor starts = actor(command);
    ensure(starts.launch == nullptr, "a command starts a kernel-instance");
    Launch made;
    made.shape = shape;
    made.command = command;
    made.sub_groups_per_group =
        (shape.items_per_group + shape.sub_group_size - 1) / shape.sub_group_size;
    made.base = release(starts, {.global = true})[0];
    if (shape.parent != kNoLaunch) {
        made.ancestors = launches_.at(shape.parent).ancestors;
        made.ancestors.push_back(shape.parent);
    }
    launches_.push_back(std::move(made));
    return static_cast<LaunchId>(launches_.size() - 1);
}

void Units::end_launch(LaunchId id) {
    Launch& launch = launches_.at(id);
    ensure(launch.running, "the kernel-instance ends once");
    std::vector<std::uint32_t> left;
    for (const auto& [number, group] : launch.groups) left.push_back(number);
    std::ranges::sort(left);
    for (const std::uint32_t number : left) end_group(id, number);
    launch.running = false;
    launch.answers = {};
    std::vector<Known> known = std::move(launch.ended);
    launch.ended.clear();
    known.push_back(store_->make({{fact_key(FactKind::launch, id, 0), 1}}, {launch.base}));
    Actor command = actor(launch.command);
    learn(command, Region::global, store_->join(std::move(known)));
}

Known Units::end_group(LaunchId id, std::uint32_t number) {
    Launch& launch = launches_.at(id);
    Group& ending = group(id, number);
    gather(ending.common, ending, Region::global, 0, launch.shape.items_per_group);
    const Known known = ending.common.known[0];
    if (known) launch.ended.push_back(known);
    bytes_ -= sizeof(Group);
    for (const auto& item : ending.items)
        if (item) bytes_ -= sizeof(UnitState);
    launch.groups.erase(number);
    last_ = nullptr;
    constexpr std::uint32_t all = std::numeric_limits<std::uint32_t>::max();
    return store_->make({{fact_key(FactKind::group, id, number), all}}, {known, launch.base});
}

// ---- finding ----

Group& Units::group(LaunchId launch, std::uint32_t number) {
    if (last_ != nullptr && last_launch_ == launch && last_group_ == number) return *last_;
    ensure(launch != kNoLaunch && launch < launches_.size() && launches_[launch].running &&
               number < launches_[launch].shape.groups,
           "the work-group is of a kernel-instance that runs");
    std::unique_ptr<Group>& found = launches_[launch].groups[number];
    if (!found) {
        found = std::make_unique<Group>();
        bytes_ += sizeof(Group);
    }
    last_launch_ = launch;
    last_group_ = number;
    last_ = found.get();
    return *last_;
}

Actor Units::actor(Unit unit) {
    Actor made{.unit = unit};
    if (unit.launch == kNoLaunch) {
        made.state = &others_.at(unit.number);
        return made;
    }
    const LaunchShape& shape = launches_.at(unit.launch).shape;
    made.launch = &launches_[unit.launch];
    made.group_number = unit.number / shape.items_per_group;
    made.local = unit.number % shape.items_per_group;
    made.sub_group_number =
        made.group_number * made.launch->sub_groups_per_group + made.local / shape.sub_group_size;
    made.group = &group(unit.launch, made.group_number);
    if (!made.group->items.empty()) made.state = made.group->items[made.local].get();
    if (!made.group->sub_groups.empty()) {
        const auto found = made.group->sub_groups.find(made.sub_group_number);
        if (found != made.group->sub_groups.end()) made.sub_group = &found->second;
    }
    return made;
}

UnitState& Units::own_state(Actor& actor) {
    if (actor.state != nullptr) return *actor.state;
    Group& group = *actor.group;
    if (group.items.empty()) group.items.resize(actor.launch->shape.items_per_group);
    group.items[actor.local] = std::make_unique<UnitState>();
    bytes_ += sizeof(UnitState);
    actor.state = group.items[actor.local].get();
    for (const Group::WideEntry& entry : group.wide)
        actor.state->fences.push_back(head_of_wide(entry, actor));
    return *actor.state;
}

std::vector<Actor> Units::items(LaunchId launch, std::uint32_t number,
                                std::optional<std::uint32_t> sub_group, bool all) {
    Group& of = group(launch, number);
    const LaunchShape& shape = launches_[launch].shape;
    const std::uint32_t size = shape.items_per_group;
    const std::uint32_t first = sub_group ? *sub_group * shape.sub_group_size : 0;
    const std::uint32_t end = sub_group ? std::min(size, first + shape.sub_group_size) : size;
    std::vector<Actor> found;
    for (std::uint32_t local = first; local < end; ++local) {
        if (!all && (of.items.empty() || !of.items[local])) continue;
        found.push_back(actor({launch, number * size + local}));
        own_state(found.back());
    }
    return found;
}

void Units::note(Actor& actor, const Attempt& attempt) {
    std::vector<Attempt>& all = own_state(actor).attempts;
    std::erase_if(all, [&](const Attempt& each) {
        return each.missing == attempt.missing && each.from.site == attempt.from.site &&
               each.to.site == attempt.to.site;
    });
    if (all.size() >= kAttemptsKept) all.erase(all.begin());
    all.push_back(attempt);
}

UnitPosition Units::place(Unit unit) const {
    if (unit.launch == kNoLaunch)
        return {.unit = unit, .device = others_.at(unit.number).device, .ancestors = nullptr};
    const Launch& launch = launches_.at(unit.launch);
    const std::uint32_t group = unit.number / launch.shape.items_per_group;
    const std::uint32_t local = unit.number % launch.shape.items_per_group;
    return {.unit = unit,
            .group = group,
            .sub_group = group * launch.sub_groups_per_group + local / launch.shape.sub_group_size,
            .device = launch.shape.device,
            .ancestors = &launch.ancestors};
}

UnitPosition Units::place_of(const Actor& actor) const {
    if (actor.launch == nullptr) return place(actor.unit);
    return {.unit = actor.unit,
            .group = actor.group_number,
            .sub_group = actor.sub_group_number,
            .device = actor.launch->shape.device,
            .ancestors = &actor.launch->ancestors};
}

// ---- order ----

Moment Units::moment(const Actor& actor, Region region) const {
    Moment made{.unit = actor.unit, .epoch = actor.epoch()};
    if (actor.group == nullptr) return made;
    made.group = actor.group_number;
    made.sub_group = actor.sub_group_number;
    made.phase = actor.group->common.phase[index_of(region)];
    made.sub_phase = actor.sub_group == nullptr ? 0 : actor.sub_group->phase[index_of(region)];
    return made;
}

bool Units::knows_beyond_base(const Actor& actor, Region region) {
    const std::size_t r = index_of(region);
    return (actor.state != nullptr && actor.state->known[r]) ||
           (actor.sub_group != nullptr && actor.sub_group->known[r]) ||
           (actor.group != nullptr && actor.group->common.known[r]);
}

bool Units::is_ordered(const Actor& actor, Region region, const Moment& moment, bool strict) {
    if (actor.unit == moment.unit) return true;
    const std::size_t r = index_of(region);
    if (actor.launch != nullptr && actor.unit.launch == moment.unit.launch) {
        if (actor.group_number == moment.group && moment.phase < actor.group->common.phase[r])
            return true;
        if (actor.sub_group != nullptr && actor.sub_group_number == moment.sub_group &&
            moment.sub_phase < actor.sub_group->phase[r])
            return true;
    }
    const auto knows = [&](const Known& known) { return store_->knows(known, moment, strict); };
    return (actor.state != nullptr && knows(actor.state->known[r])) ||
           (actor.sub_group != nullptr && knows(actor.sub_group->known[r])) ||
           (actor.group != nullptr && knows(actor.group->common.known[r])) ||
           (actor.launch != nullptr && region == Region::global && knows(actor.launch->base));
}

bool Units::is_launch_ordered(const Actor& actor, LaunchId launch, bool strict) {
    if (actor.launch == nullptr) return store_->knows_launch(actor.state->known[0], launch, strict);
    std::vector<Launch::Answer>& answers = actor.launch->answers;
    if (answers.empty()) answers.resize(kAnswersKept);
    Launch::Answer& answer = answers[launch % kAnswersKept];
    if (answer.launch != launch) answer = {.launch = launch, .ordered = {}};
    std::optional<bool>& ordered = answer.ordered[strict ? 1 : 0];
    if (!ordered) ordered = store_->knows_launch(actor.launch->base, launch, strict);
    return *ordered;
}

Known Units::knowledge_of(const Actor& actor, Region region) {
    const std::size_t r = index_of(region);
    const Fact own{fact_key(FactKind::unit, actor.unit.launch, actor.unit.number),
                   actor.epoch() + 1};
    if (actor.group == nullptr) return store_->make({own}, {actor.state->known[r]});
    const Phases none;
    const Phases& group = actor.group->common;
    const Phases& sub_group = actor.sub_group == nullptr ? none : *actor.sub_group;
    const LaunchId launch = actor.unit.launch;
    const Known shared =
        store_->join(group.known[r], region == Region::global ? actor.launch->base : Known());
    return store_->make(
        {own,
         {fact_key(FactKind::group, launch, actor.group_number), group.phase[r]},
         {fact_key(FactKind::sub_group, launch, actor.sub_group_number), sub_group.phase[r]}},
        {actor.state == nullptr ? Known() : actor.state->known[r], sub_group.known[r], shared});
}

KnownByRegion Units::release(Actor& actor, Regions regions) {
    KnownByRegion released;
    for (const Region region : kRegions)
        if (has(regions, region)) released[index_of(region)] = knowledge_of(actor, region);
    ++own_state(actor).epoch;
    return released;
}

void Units::learn(Actor& actor, Region region, const Known& known) {
    if (!known) return;
    Known& own = own_state(actor).known[index_of(region)];
    own = store_->join(own, known);
}

}  // namespace clmm::runtime::check
