#include "check/races/even.h"

namespace clmm::runtime::check {

EvenItems::Verdict EvenItems::verdict(StampId id, std::uint32_t number) {
    const Stamp& stamp = state_.stamps[id];
    Verdict made{.stamp = id, .same_launch = stamp.launch == actor_.unit.launch};
    made.in_group =
        made.same_launch && stamp.phase < actor_.group->common.phase[index_of(object_.region)];
    made.of_one = stamp.launch == kNoLaunch;
    made.number = number;
    if (made.of_one) {
        // What a command has written, all work-items know or none.
        RaceState::Doing doing{.actor = &actor_, .object = &object_, .about = {}};
        made.always = state_.is_ordered(doing, id, number);
        return made;
    }
    made.always = !made.same_launch &&
                  state_.units.is_launch_ordered(actor_, stamp.launch,
                                                 RaceState::needs_strict(object_, stamp.write));
    return made;
}

}  // namespace clmm::runtime::check
