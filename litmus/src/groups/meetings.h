#pragma once

#include <optional>
#include <string>

#include "unfold/unfolding.h"

/// Barriers and group functions: "each work-item of the work-group must execute the barrier before
/// any are allowed to proceed" [Work-group Functions; Sub-group Functions].
///
/// Where all work-items of a group come to an instance or some never do, nobody waits in vain, or
/// behaviour is undefined: then units simply go on, and divergence is a term over the guards. Where
/// a work-item may stay elsewhere for ever (in a loop, or at another instance that is the other way
/// round for it), the meeting is *blocking*: its units go on only where `Meeting::passes` holds,
/// which implies that all others have come. That is the least fixpoint: instances that could only
/// let one another pass are ranked, and have no ranks.
namespace clmm::litmus {

/// The unit is another one of the group for which the meeting is.
[[nodiscard]] bool may_meet(const Unfolding& unfolding, const Meeting& meeting, UnitId unit);
/// When two meetings are the same instance, provided both take place.
[[nodiscard]] TermId same_instance(Unfolding& unfolding, const Meeting& a, const Meeting& b);
/// What all meetings of one instance have in common; nullopt where only an execution tells.
[[nodiscard]] std::optional<std::string> instance_key(const Unfolding& unfolding,
                                                      const Meeting& meeting);
/// `a barrier`, `a work_group_broadcast`, `wait_group_events`.
[[nodiscard]] std::string called(const Meeting& meeting);
/// When a unit comes to a meeting.
[[nodiscard]] TermId comes(const Unfolding& unfolding, const Meeting& meeting);

/// Meeting::passes of a meeting that is about to take place: one choice for all who meet there.
[[nodiscard]] TermId when_passed(Unfolding& unfolding, const Meeting& meeting);

/// Relates each barrier entry to the exits of the other units that meet in the same instance, says
/// who passes blocking meetings, what group functions yield, and when work-items diverge: one of a
/// group executes an instance, and another does not.
void relate_meetings(Unfolding& unfolding);

/// What relate_meetings needs of group_values.cpp: the results of group functions.
void constrain_group_functions(Unfolding& unfolding);

/// Adds the meetings that have turned out to be blocking; whether there were new ones.
[[nodiscard]] bool learn_blocking(Unfolding& unfolding, std::set<MeetingKey>& known);

}  // namespace clmm::litmus
