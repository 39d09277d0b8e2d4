#pragma once

#include "check/races/state.h"

namespace clmm::runtime::check {

/// Work-items of one group that know the same: no knowledge of their own, one epoch and sub-group
/// phase. What one of them knows is asked once for all.
class EvenItems {
public:
    /// Whether all work-items of the group are such.
    [[nodiscard]] static bool are_even(const Actor& one) {
        return one.group->items.empty() && one.group->sub_groups.empty();
    }

protected:
    /// What all work-items of a row know of accesses with one stamp; remembers the last answer.
    struct Verdict {
        StampId stamp = kNoStamp;
        bool same_launch = false;
        bool always = false;    ///< ordered before them, whoever did it
        bool in_group = false;  ///< … if it was in their group
        bool of_one = false;    ///< of `number` only: a command or host thread
        std::uint32_t number = 0;
    };

    EvenItems(RaceState& state, Unit one, Shadow::Object& object)
        : state_(state), object_(object), actor_(state.units.actor(one)) {
        group_size_ = actor_.launch->shape.items_per_group;
        group_begin_ = actor_.group_number * group_size_;
    }

    [[nodiscard]] bool is_before(Verdict& cached, StampId stamp, std::uint32_t number,
                                 std::uint32_t item) {
        if (cached.stamp != stamp || (cached.of_one && cached.number != number))
            cached = verdict(stamp, number);
        return cached.always || (cached.same_launch && number == item) ||
               (cached.in_group && number - group_begin_ < group_size_);
    }
    [[nodiscard]] Verdict verdict(StampId id, std::uint32_t number);
    [[nodiscard]] bool is_of_group(const Run& run) const {
        return run.first - group_begin_ < group_size_ && run.last() - group_begin_ < group_size_;
    }

    RaceState& state_;
    Shadow::Object& object_;
    Actor actor_;
    std::uint32_t group_begin_ = 0;
    std::uint32_t group_size_ = 0;
};

}  // namespace clmm::runtime::check
