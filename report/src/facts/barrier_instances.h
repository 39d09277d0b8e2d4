#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/model/execution.h"

namespace clmm::report {

/// Entries, each with the exit of another unit: events by their index.
using BarrierPairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// The instances of barriers that an execution has in which two units or more meet: the pairs of
/// each.
[[nodiscard]] std::vector<BarrierPairs> barrier_instances(const litmus::EventStructure& structure,
                                                          const model::Execution& execution);

}  // namespace clmm::report
