#pragma once

#include "clmm/base/budget.h"
#include "clmm/model/memory_model.h"
#include "value_domains.h"

namespace clmm::explorer {

/// Takes away sources that the model forbids, of reads that may read from many writes of their own
/// unit: of a long thread coherence leaves one of these as a rule, and so one value.
///
/// Idea     the axioms are followed on what is known of all executions. Writes of a unit to one
/// place
///          of which no two neighbours can be the other way round are in their order. With these,
///          each pair of a write and a read of its unit is held by itself, and refuted or not.
/// Errors   none: where the axioms cannot be followed, or time is up, sources stay.
/// Cost     a settling of the axioms a pair: some microseconds.
/// Tests    tests/unit/explorer/own_sources_test.cpp
void remove_own_sources(Sources& sources, const EventStructure& structure,
                        const model::MemoryModel& model, const Budget& budget);

}  // namespace clmm::explorer
