#include "check/races/atomics.h"

#include <algorithm>

#include "clmm/base/ensure.h"

namespace clmm::runtime::check {

// ---- objects ----

const AtomicObject::Write& AtomicObject::write(std::uint32_t wanted) const {
    const std::uint32_t first = writes.front().number;
    ensure(wanted >= first && wanted - first < writes.size(),
           "the write is among those that are remembered");
    return writes[wanted - first];
}

std::uint32_t Atomics::add(Region region, Memory memory, bool atomic_type) {
    std::uint32_t number = 0;
    if (free_.empty()) {
        number = static_cast<std::uint32_t>(objects_.size());
        objects_.emplace_back();
    } else {
        number = free_.back();
        free_.pop_back();
    }
    objects_[number].serial = ++serial_;
    objects_[number].region = region;
    objects_[number].memory = memory;
    objects_[number].atomic_type = atomic_type;
    return number;
}

void Atomics::remove(std::uint32_t object) {
    writes_ -= objects_[object].writes.size() - 1;
    // A few writes may stay allocated: local memory comes and goes.
    std::vector<AtomicObject::Write> writes = std::move(objects_[object].writes);
    writes.clear();
    if (writes.capacity() > 4) writes = {};
    writes.emplace_back();
    objects_[object] = {.writes = std::move(writes), .reads = {}};
    free_.push_back(object);
}

void Atomics::begin_with(std::uint32_t object, Unit unit, const Moment& moment,
                         const Action& action) {
    push(objects_[object],
         {.unit = unit, .plain = false, .moment = moment, .action = action, .sequences = nullptr});
}

void Atomics::push(AtomicObject& object, AtomicObject::Write write) {
    write.time = ++time_;
    write.number = object.newest().number + 1;
    object.writes.push_back(std::move(write));
    ++writes_;
    writes_ -= trim(object.writes, history_);
    object.oldest = std::max(object.oldest, object.writes.front().number);
}

void Atomics::overwritten(Actor& actor, std::uint32_t number) {
    AtomicObject& object = objects_[number];
    AtomicObject::Write write{.unit = actor.unit,
                              .moment = units_.moment(actor, object.region),
                              .action = {},
                              .sequences = nullptr};
    if (object.atomic_type) {
        write.plain = false;
        write.sequences = sequences_after(actor, object, {}, false);
        push_store(actor, object, std::move(write), false);
    } else if (!object.newest().plain) {
        write.sequences = object.newest().sequences;
        push(object, std::move(write));
    }
    object.oldest = object.newest().number;
}

// ---- reading ----

/// [Atomic Operations; Fence Operations, last paragraphs] An atomic operation on one
/// region's object is no action of the other region: with crossing-joins=no only two fences cross.
bool Atomics::crosses(const Action& from, const Action& to) const {
    const bool fences = from.is_fence && to.is_fence && has_both(from.flags) && has_both(to.flags);
    const bool by_order = rules_.crossing_joins == Rules::CrossingJoins::yes &&
                          rules_.crossing_regions == Rules::CrossingRegions::sc_or_two_flag_fences;
    return fences || (by_order && from.order == Order::seq_cst && to.order == Order::seq_cst);
}

/// The regions on which something may learn what comes before the action.
Regions Atomics::synchronising(const Action& action) const {
    Action same = action;
    same.is_fence = false;
    if (crosses(same, same)) return {.global = true, .local = true};
    return action.flags;
}

void Atomics::acquire(Actor& actor, Region region, const Head& head, const Action& to) {
    units_.learn(actor, region, head.known[index_of(region)]);
    if (crosses(head.action, to))
        units_.learn(actor, other(region), head.known[index_of(other(region))]);
    else
        units_.note(actor, {.missing = MissingOrder::region,
                            .region = region,
                            .known = head.known[index_of(region)],
                            .from = head.action,
                            .to = to});
}

void Atomics::acquire_from(Actor& actor, const AtomicObject& object,
                           const AtomicObject::Write& write, const Action& action) {
    const UnitPosition place = units_.place(actor.unit);
    const auto at = [&](Scope level) {
        write.sequences->for_each(
            level, write.number, place, object.memory, rules_,
            [&](const Head& head) { acquire(actor, object.region, head, action); });
    };
    for (const Scope level : kLevels)
        if (has_level(action.scope, level, rules_)) at(level);
    at(Scope::none);
}

/// What the read itself does not acquire, a later fence may. False: nothing.
bool Atomics::keep_pending(Actor& actor, const AtomicObject& object,
                           const AtomicObject::Write& write, const Action& action) {
    const UnitPosition place = units_.place(actor.unit);
    bool any = false;
    const auto keep = [&](Scope level, const Head& head) {
        Action both = head.action;
        both.order = Order::seq_cst;
        both.flags = {.global = true, .local = true};
        const bool acquired = acquires(action.order) && has_level(action.scope, level, rules_);
        any = true;
        if (acquired && !crosses(head.action, both)) return;
        std::vector<Pending>& all = units_.own_state(actor).pending;
        const auto found = std::ranges::find_if(all, [&](const Pending& each) {
            const Action& known = each.head.action;
            return each.level == level && each.memory == object.memory &&
                   known.is_fence == head.action.is_fence &&
                   has_both(known.flags) == has_both(head.action.flags) &&
                   (known.order == Order::seq_cst) == (head.action.order == Order::seq_cst);
        });
        if (found == all.end()) {
            all.push_back({level, object.memory, head, action, {}});
            return;
        }
        for (std::size_t r = 0; r < 2; ++r)
            found->head.known[r] = units_.knowledge().join(found->head.known[r], head.known[r]);
        found->head.action = head.action;
        found->read = action;
        found->acquired = found->crossed = false;
        found->tried.reset();
    };
    for (const Scope level : kLevels)
        write.sequences->for_each(level, write.number, place, object.memory, rules_,
                                  [&](const Head& head) { keep(level, head); });
    return any;
}

void Atomics::read(Actor& actor, std::uint32_t number, std::uint32_t which, const Action& action,
                   bool read_modify_write) {
    AtomicObject& object = objects_[number];
    const AtomicObject::Write& write = object.write(which);
    if (!write.plain && write.sequences) {
        if (acquires(action.order)) acquire_from(actor, object, write, action);
        const bool any = keep_pending(actor, object, write, action);
        if (!any || acquires(action.order)) note_scopes(actor, object, write, action);
    } else if (!write.plain && write.unit != actor.unit &&
               (acquires(action.order) || !read_modify_write)) {
        units_.note(actor, {.missing = MissingOrder::release_order,
                            .region = object.region,
                            .writer = write.unit,
                            .epoch = write.moment.epoch,
                            .from = write.action,
                            .to = action});
    }
    if (!read_modify_write) remember_read(actor, object, which);
}

/// For reports: the sequence was headed by an action whose scope does not fit.
void Atomics::note_scopes(Actor& actor, const AtomicObject& object,
                          const AtomicObject::Write& write, const Action& action) {
    const auto& last = write.sequences->last;
    if (!last || last->unit == actor.unit) return;
    if (inclusive(units_.place(last->unit), last->head.action.scope, units_.place(actor.unit),
                  action.scope, object.memory, rules_))
        return;
    units_.note(actor, {.missing = MissingOrder::scope,
                        .region = object.region,
                        .known = last->head.known[index_of(object.region)],
                        .from = last->head.action,
                        .to = action});
}

// ---- writing ----

/// The heads of the release sequences that a write of the unit begins, really or hypothetically.
std::vector<Head> Atomics::heads(Actor& actor, const AtomicObject& object, const Action& action) {
    std::vector<Head> all;
    if (actor.group != nullptr && !actor.group->wide.empty()) units_.own_state(actor);
    if (actor.state != nullptr)
        for (const Head& fence : actor.state->fences) {
            if (!has(fence.action.flags, object.region)) continue;
            all.push_back(fence);
            all.back().action.scope = narrowed_fence(fence.action.scope, object.memory, rules_);
        }
    if (releases(action.order))
        all.push_back({action, units_.release(actor, synchronising(action))});
    return all;
}

std::shared_ptr<Sequences> Atomics::sequences_after(Actor& actor, const AtomicObject& object,
                                                    const std::vector<Head>& heads,
                                                    bool read_modify_write) {
    const std::uint32_t number = object.newest().number + 1;
    std::shared_ptr<Sequences> made = read_modify_write ? object.newest().sequences : nullptr;
    if (heads.empty() && (read_modify_write || actor.state == nullptr)) return made;
    const UnitPosition place = units_.place_of(actor);
    const auto add = [&](const Head& head, std::uint32_t write) {
        if (!made) made = std::make_shared<Sequences>();
        made->add(head, write, place, rules_, units_.knowledge(), history_);
    };
    const bool goes_on =
        !read_modify_write && rules_.release_sequence == Rules::ReleaseSequence::c11;
    if (goes_on && actor.state != nullptr)
        for (const UnitState::Own& own : actor.state->own)
            if (own.object == object.serial && own.write > object.last_store_by_others(actor.unit))
                add(own.head, own.write);
    for (const Head& head : heads) add(head, number);
    return made;
}

void Atomics::push_store(Actor& actor, AtomicObject& object, AtomicObject::Write write,
                         bool read_modify_write) {
    push(object, std::move(write));
    if (read_modify_write) return;
    if (object.last_storer != actor.unit) object.store_of_others = object.last_store;
    object.last_storer = actor.unit;
    object.last_store = object.newest().number;
}

std::uint32_t Atomics::write(Actor& actor, std::uint32_t which, const Action& action,
                             bool read_modify_write) {
    AtomicObject& object = objects_[which];
    const Moment moment = units_.moment(actor, object.region);
    const std::vector<Head> begun = heads(actor, object, action);
    std::shared_ptr<Sequences> sequences = sequences_after(actor, object, begun, read_modify_write);
    push_store(actor, object,
               {.unit = actor.unit,
                .plain = false,
                .moment = moment,
                .action = action,
                .sequences = std::move(sequences)},
               read_modify_write);
    const std::uint32_t number = object.newest().number;
    if (rules_.release_sequence == Rules::ReleaseSequence::c11)
        for (const Head& head : begun) keep_own(actor, object.serial, number, head);
    return number;
}

void Atomics::keep_own(Actor& actor, std::uint64_t object, std::uint32_t write, const Head& head) {
    std::vector<UnitState::Own>& all = units_.own_state(actor).own;
    const auto found = std::ranges::find_if(all, [&](const UnitState::Own& each) {
        const Action& known = each.head.action;
        return each.object == object && known.is_fence == head.action.is_fence &&
               known.flags == head.action.flags && known.scope == head.action.scope &&
               (known.order == Order::seq_cst) == (head.action.order == Order::seq_cst);
    });
    if (found == all.end())
        all.push_back({object, write, head});
    else
        *found = {object, write, head};
}

}  // namespace clmm::runtime::check
