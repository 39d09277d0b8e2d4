#include <algorithm>

#include "check/races/atomics.h"

/// Fences, barriers that are fences, and what a load may read.
namespace clmm::runtime::check {

void Atomics::release_fence(Actor& actor, const Action& fence) {
    Head made{fence, units_.release(actor, synchronising(fence))};
    std::vector<Head>& all = units_.own_state(actor).fences;
    const auto found = std::ranges::find_if(all, [&](const Head& each) {
        return each.action.flags == fence.flags && each.action.scope == fence.scope &&
               (each.action.order == Order::seq_cst) == (fence.order == Order::seq_cst);
    });
    if (found == all.end())
        all.push_back(std::move(made));
    else
        *found = std::move(made);
}

void Atomics::acquire_fence(Actor& actor, const Action& fence) {
    if (actor.state == nullptr) return;
    for (Pending& each : actor.state->pending) {
        const Region region = each.memory == Memory::local ? Region::local : Region::global;
        Action narrow = fence;
        narrow.scope = narrowed_fence(fence.scope, each.memory, rules_);
        if (!has(fence.flags, region) || !has_level(narrow.scope, each.level, rules_)) {
            if (!each.acquired) each.tried = fence;
            continue;
        }
        const bool would_cross = crosses(each.head.action, fence);
        if (each.acquired && (each.crossed || !would_cross)) continue;
        acquire(actor, region, each.head, fence);
        each.acquired = true;
        each.crossed = each.crossed || would_cross;
    }
}

void Atomics::fence(Actor& actor, const Action& fence) {
    if (acquires(fence.order)) acquire_fence(actor, fence);
    if (releases(fence.order)) release_fence(actor, fence);
    if (fence.order == Order::seq_cst) last_sc_fence_ = ++time_;
}

void Atomics::barrier(LaunchId launch, std::uint32_t group, std::optional<std::uint32_t> sub_group,
                      const Action& barrier) {
    const bool is_wide = barrier.scope > (sub_group ? Scope::sub_group : Scope::work_group);
    std::vector<Actor> items;
    if (is_wide) {
        const bool all = sub_group || units_.has_sub_group_barriers(launch, group);
        items = units_.items(launch, group, sub_group, all);
        Action entry = barrier;
        entry.order = Order::release;
        for (Actor& item : items) release_fence(item, entry);
        if (!sub_group) units_.add_wide(launch, group, entry);
    }
    units_.synchronise(launch, group, sub_group, barrier);
    Action exit = barrier;
    exit.order = Order::acquire;
    for (Actor& item : items) acquire_fence(item, exit);
}

// ---- what may be read ----

/// Where the rules let what synchronises on one region take part in the other's happens-before,
/// either may order accesses.
bool Atomics::is_ordered(const Actor& actor, const AtomicObject& object, const Moment& moment) {
    return units_.is_ordered(actor, object.region, moment, false) ||
           (rules_.crossing_joins == Rules::CrossingJoins::yes &&
            units_.is_ordered(actor, other(object.region), moment, false));
}

/// Coherence: no write before one that happens before the load, or that a load which happens
/// before it has read. What memory_order_seq_cst asks for, in all readings, if all of it comes in
/// the order of the execution: loads of that order read the last write, and others none from before
/// the last fence of that order, whoever's.
WriteRange Atomics::readable(const Actor& actor, std::uint32_t which, Order order) {
    const AtomicObject& object = objects_[which];
    const std::uint32_t newest = object.newest().number;
    std::uint32_t first = order == Order::seq_cst ? newest : object.oldest;
    for (auto write = object.writes.rbegin(); write != object.writes.rend(); ++write) {
        if (write->number <= first) break;
        if (write->time <= last_sc_fence_ || is_ordered(actor, object, write->moment))
            first = write->number;
    }
    for (const AtomicObject::Read& read : object.reads)
        if (read.write > first && is_ordered(actor, object, read.moment)) first = read.write;
    return {WriteId(first), WriteId(newest)};
}

void Atomics::remember_read(const Actor& actor, AtomicObject& object, std::uint32_t write) {
    const Moment moment = units_.moment(actor, object.region);
    if (!object.reads.empty() && object.reads.back().moment == moment) object.reads.pop_back();
    object.reads.push_back({moment, write});
    if (object.reads.size() <= 2 * history_) return;
    for (std::size_t i = 0; i + history_ < object.reads.size(); ++i)
        object.oldest = std::max(object.oldest, object.reads[i].write);
    static_cast<void>(trim(object.reads, history_));
}

}  // namespace clmm::runtime::check
