#pragma once

#include <vector>

#include "clmm/litmus/event_structure.h"
#include "clmm/litmus/opaque_values.h"
#include "clmm/litmus/opencl_attributes.h"

/// The event structures of OpenCL C and C, with what only these languages know of their events.
namespace clmm::litmus {

/// What the language keeps beside the events.
///
/// Shape    `of` is by event; events behind its end have none of the attributes.
struct OpenClData final : LanguageData {
    std::vector<OpenClAttributes> of;
    bool narrows_local = true;        ///< scopes on local memory reach the work-group at most
    std::vector<OpaqueValue> opaque;  ///< choices that stand for values that are not followed
};

/// An event as it is made.
struct OpenClEvent : Event, OpenClAttributes {};

/// At the end of the structure; `id` is given here.
EventId append(EventStructure& structure, OpenClEvent event);

[[nodiscard]] const OpenClAttributes& attributes(const EventStructure& structure, EventId event);
/// As it was made.
[[nodiscard]] OpenClEvent with_attributes(const EventStructure& structure, EventId event);
[[nodiscard]] const OpenClData& opencl_data(const EventStructure& structure);
/// To be changed: of this structure alone, not of those that were copied from it.
/// Cost     linear in the events where the structure shares them with a copy, else none.
[[nodiscard]] OpenClData& own_opencl_data(EventStructure& structure);

/// The pairs of a link; empty (of size 0) where the test has none.
[[nodiscard]] const BitMatrix& linked(const EventStructure& structure, Link link);
/// The matrix that holds them.
[[nodiscard]] BitMatrix& linked(EventStructure& structure, Link link);

}  // namespace clmm::litmus
