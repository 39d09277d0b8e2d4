#include "clmm/model/proposals.h"

namespace clmm::model {

Shown show(Proposals& proposals, Proposals::Choice wanted) {
    using Cycles = Proposals::Cycles;
    const bool may_be_cyclic = proposals.thin_air_possible();
    auto execution = proposals.next({wanted}, may_be_cyclic ? Cycles::excluded : Cycles::allowed);
    const bool is_grounded = execution.has_value();
    if (!is_grounded && may_be_cyclic && !proposals.stopped())
        execution = proposals.next({wanted}, Cycles::allowed);
    if (execution) return {true, std::move(execution), !is_grounded};
    if (proposals.stopped()) return {};
    return {false, std::nullopt, false};
}

}  // namespace clmm::model
