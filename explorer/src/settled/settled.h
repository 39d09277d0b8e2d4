#pragma once

#include <optional>

#include "clmm/model/engine.h"
#include "value_domains.h"

namespace clmm::explorer {

/// The answer where nothing has to be searched: no pair is flagged, and nothing is undefined, by
/// what follows in each execution from what takes place.
///
/// Idea     for each guard of events: in executions where it holds, certain reads have certain
///          sources (`Consequences`). With these held, the axioms leave out further sources
///          (IncrementalEvaluator), from which values of writes become known, and so on until
///          nothing is new. A suspected pair is refuted by what is certainly in the flag's
///          relations where one of its guards holds.
///          Units that can all change places, and each modify one location once by a
///          read-modify-write, do so in their order: of each execution some image has it.
/// Shape    of verified tests alone: as soon as something is left open there is no answer. For
///          large tests; it tries nothing, and does not come to an end by luck.
/// Tests    tests/cross/settled_test.cpp
[[nodiscard]] std::optional<model::EngineAnswer> settled(const EventStructure& structure,
                                                         const Sources& sources,
                                                         const model::MemoryModel& model,
                                                         const model::EngineRequest& request);

}  // namespace clmm::explorer
