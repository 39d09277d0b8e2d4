#include "facts/misplaced_fences.h"

#include <algorithm>

namespace clmm::report {
namespace {

using litmus::Event;
using litmus::EventId;
using litmus::EventKind;
using litmus::Synchronisation;
using Side = MisplacedFence::Side;

class FenceSides {
public:
    FenceSides(const litmus::EventStructure& structure, const model::UndefinedEntry& race)
        : structure_(structure), witness_(race.witness) {}

    std::vector<MisplacedFence> between(EventId from, EventId to) {
        for (const Event& write : structure_.events)
            for (const Event& read : structure_.events)
                if (carries(write, from, EventKind::write) && before(from, write.id) &&
                    carries(read, to, EventKind::read) && before(read.id, to) &&
                    witness_.locations[write.id.index()] == witness_.locations[read.id.index()]) {
                    look_for_release(from, write);
                    look_for_acquire(read, to);
                }
        return std::move(found_);
    }

private:
    /// An atomic access of the unit of `other`.
    [[nodiscard]] bool carries(const Event& access, EventId other, EventKind kind) const {
        return access.kind == kind && does(access.id).carries && takes_place(access.id) &&
               access.unit == structure_[other].unit;
    }
    [[nodiscard]] Synchronisation does(EventId event) const {
        return structure_.language->synchronisation(structure_, event);
    }
    [[nodiscard]] bool takes_place(EventId event) const {
        return witness_.executed.test(event.index());
    }
    [[nodiscard]] bool before(EventId a, EventId b) const {
        return structure_.sb.test(a.index(), b.index());
    }

    template <class Where>
    EventId find_fence(bool Synchronisation::*effect, const Where& where) const {
        for (const Event& fence : structure_.events)
            if (fence.kind == EventKind::fence && takes_place(fence.id) && does(fence.id).*effect &&
                where(fence.id))
                return fence.id;
        return EventId::none();
    }

    void look_for_release(EventId from, const Event& write) {
        const auto find = [&](const auto& where) {
            return find_fence(&Synchronisation::releases, where);
        };
        const auto is_between = [&](EventId f) { return before(from, f) && before(f, write.id); };
        if (does(write.id).releases || find(is_between).valid()) return;
        const EventId after = find([&](EventId f) { return before(write.id, f); });
        if (after.valid()) return add({Side::release_after_write, after, write.id});
        const EventId early = find([&](EventId f) { return before(f, from); });
        if (early.valid()) add({Side::release_before_access, early, from});
    }

    void look_for_acquire(const Event& read, EventId to) {
        const auto find = [&](const auto& where) {
            return find_fence(&Synchronisation::acquires, where);
        };
        const auto is_between = [&](EventId f) { return before(read.id, f) && before(f, to); };
        if (does(read.id).acquires || find(is_between).valid()) return;
        const EventId early = find([&](EventId f) { return before(f, read.id); });
        if (early.valid()) return add({Side::acquire_before_read, early, read.id});
        const EventId after = find([&](EventId f) { return before(to, f); });
        if (after.valid()) add({Side::acquire_after_access, after, to});
    }

    void add(const MisplacedFence& misplaced) {
        if (std::ranges::find(found_, misplaced.fence, &MisplacedFence::fence) == found_.end())
            found_.push_back(misplaced);
    }

    const litmus::EventStructure& structure_;
    const model::Execution& witness_;
    std::vector<MisplacedFence> found_;
};

}  // namespace

std::vector<MisplacedFence> misplaced_fences(const litmus::EventStructure& structure,
                                             const model::UndefinedEntry& race) {
    if (race.kind != "data-race" || race.events.size() != 2) return {};
    FenceSides sides(structure, race);
    auto found = sides.between(race.events[0], race.events[1]);
    return found.empty() ? sides.between(race.events[1], race.events[0]) : found;
}

std::string to_text(const MisplacedFence& misplaced, const std::string& fence,
                    const std::string& access) {
    switch (misplaced.side) {
        case Side::release_after_write:
            return "release fence " + fence + " comes after write " + access +
                   "; it orders only what comes before a write that follows it";
        case Side::release_before_access:
            return "release fence " + fence + " comes before access " + access +
                   "; it orders only what comes before it";
        case Side::acquire_before_read:
            return "acquire fence " + fence + " comes before read " + access +
                   "; it orders only what comes after a read that precedes it";
        case Side::acquire_after_access:
            break;
    }
    return "acquire fence " + fence + " comes after access " + access +
           "; it orders only what comes after it";
}

}  // namespace clmm::report
