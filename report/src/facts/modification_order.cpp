#include "facts/modification_order.h"

#include <algorithm>

namespace clmm::report {

using litmus::EventId;

std::vector<EventId> writes_in_order(const litmus::EventStructure& structure,
                                     const model::Execution& execution,
                                     litmus::LocationId location) {
    std::vector<EventId> writes;
    for (const litmus::Event& event : structure.events)
        if (event.kind == litmus::EventKind::write && execution.executed.test(event.id.index()) &&
            execution.locations[event.id.index()] == location)
            writes.push_back(event.id);
    std::stable_sort(writes.begin(), writes.end(), [&](EventId a, EventId b) {
        return execution.modification_order.test(a.index(), b.index());
    });
    return writes;
}

}  // namespace clmm::report
