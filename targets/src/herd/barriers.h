#pragma once

#include <optional>
#include <vector>

#include "herd/structure_builder.h"

namespace clmm::targets {

/// A thread at a barrier.
struct Arrival {
    litmus::UnitId unit;
    std::int64_t instance = 0;  ///< which barrier of the text it is
    litmus::EventId entry;
    std::optional<litmus::EventId> exit;  ///< none: it goes on at once
    litmus::TermId reached;
    litmus::TermId passes;                 ///< a choice: the thread goes on
    litmus::TermId id;                     ///< barriers with different ones are different
    std::optional<litmus::TermId> quorum;  ///< how many have to come; none: all of the text
    std::uint32_t group = 0;               ///< threads of different ones do not meet
    Span span;
};

/// Who goes on after whose arrival, and where threads wait for ever. Where more come than the
/// quorum, the execution chooses those whose arrival lets the others go on: the quorum, or more.
void meet(StructureBuilder& builder, const std::vector<Arrival>& arrivals);

}  // namespace clmm::targets
