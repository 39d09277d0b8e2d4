#pragma once

#include <optional>

#include "clmm/model/memory_model.h"

namespace clmm::model {

/// A model for a structure of which waiting loops go round once (EventStructure::waits): the given
/// one without what of its axioms an execution may break by leaving out reads.
///
/// Idea     take an execution of the whole program, and leave out the iterations of its waiting
///          loops but the last. Who reads what, the values and the order of writes stay; relations
///          that are composed through the reads left out have fewer pairs, and what these are taken
///          away from has more. Each node of the program only loses pairs of the events that
///          stay, only gains some, or keeps them. An axiom that forbids what is only lost holds of
///          what stays, and a flag that is raised by what is only gained is raised by it. So where
///          no execution is flagged under this model, no execution of the whole program is.
///          What it finds is to be held against the model itself.
/// Errors   nullopt where that shows nothing: a flag may be lost with a pair, or be about the reads
///          left out.
/// Cost     a look at the bounds of each node.
/// Tests    tests/cross/settled_test.cpp
[[nodiscard]] std::optional<MemoryModel> for_waits_once(const MemoryModel& model,
                                                        const litmus::EventStructure& structure);

}  // namespace clmm::model
