#pragma once

#include <vector>

#include "clmm/model/execution.h"

namespace clmm::model {

[[nodiscard]] bool may_share_location(const EventStructure& structure, EventId a, EventId b);

/// Writes that a read may read from as far as places and guards tell, whatever the memory model:
/// they may share its location, and do not stand on the other side of a choice.
///
/// Shape    by event index; empty for what is no read; ascending.
[[nodiscard]] std::vector<std::vector<EventId>> possible_sources(const EventStructure& structure);

}  // namespace clmm::model
