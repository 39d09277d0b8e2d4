#include "groups/meeting_graph.h"

#include <map>
#include <tuple>

#include "groups/meetings.h"

namespace clmm::litmus {

MeetingGraph::MeetingGraph(Unfolding& unfolding)
    : instance_(unfolding.meetings.size()),
      of_unit_(unfolding.structure.units.size()),
      before_(unfolding.meetings.size()),
      crossed_(unfolding.meetings.size()) {
    collect(unfolding);
    find_crossed(unfolding);
}

void MeetingGraph::collect(Unfolding& unfolding) {
    const auto& meetings = unfolding.meetings;
    std::map<std::tuple<BarrierKind, std::string, std::string>, std::size_t> calls;
    for (std::size_t m = 0; m < meetings.size(); ++m) {
        const Meeting& at = meetings[m];
        instance_[m] = m;
        of_unit_[at.unit.index()].push_back(m);
        for (std::size_t other = 0; other < m; ++other) {
            if (instance_[m] == instance_[other] ||
                !may_meet(unfolding, at, meetings[other].unit) ||
                unfolding.structure.terms.is_false(same_instance(unfolding, at, meetings[other])))
                continue;
            const std::size_t old = instance_[m];
            for (std::size_t i = 0; i <= m; ++i)
                if (instance_[i] == old) instance_[i] = instance_[other];
        }
    }
    for (std::size_t m = 0; m < meetings.size(); ++m) {
        const Meeting& at = meetings[m];
        const bool is_counted = at.unit.index() < unfolding.test.units.size();
        const auto call = calls.emplace(std::tuple(at.kind, at.function, at.label), m).first;
        call_.push_back(is_counted ? call->second : instance_[m]);
    }
}

void MeetingGraph::find_crossed(const Unfolding& unfolding) {
    for (const auto& sequence : of_unit_)
        for (std::size_t i = 1; i < sequence.size(); ++i)
            before_.set(instance_[sequence[i - 1]], instance_[sequence[i]]);
    before_.close_transitively();
    for (std::size_t a = 0; a < unfolding.meetings.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (cross(a, b)) {
                crossed_.set(a);
                crossed_.set(b);
            }
}

/// Of one call, instances are counted: no unit comes to a later one first.
bool MeetingGraph::cross(std::size_t a, std::size_t b) const {
    return call_[a] != call_[b] && before_.test(instance_[a], instance_[b]) &&
           before_.test(instance_[b], instance_[a]);
}

}  // namespace clmm::litmus
