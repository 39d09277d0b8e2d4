#pragma once

#include <optional>
#include <vector>

#include "clmm/litmus/event_structure.h"

namespace clmm::skeletons {

/// Whether an event may be left out without another reading or writing anything else.
[[nodiscard]] bool is_for_order_alone(const litmus::Event& event);

/// Where the events of a structure are in another that does the same, but for events that are there
/// for order alone: fences, say. Dependencies, what is sequenced, values and what is shown are
/// equal, only control may depend on more.
///
/// Shape    by event of `part`, ascending.
/// Errors   nothing: there is none, or it is not found; loops that were cut are not looked at.
[[nodiscard]] std::optional<std::vector<std::size_t>> embedded(const litmus::EventStructure& part,
                                                               const litmus::EventStructure& whole);

}  // namespace clmm::skeletons
