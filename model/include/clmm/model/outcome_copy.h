#pragma once

#include "clmm/model/outcome_set.h"

namespace clmm::model {

/// The node of one diagram, made anew in another.
[[nodiscard]] OutcomeNode copied(const OutcomeDiagram& from, OutcomeNode node,
                                 OutcomeDiagram& into);

}  // namespace clmm::model
