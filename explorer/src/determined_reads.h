#pragma once

#include <cstddef>

#include "clmm/litmus/event_structure.h"
#include "value_domains.h"

namespace clmm::explorer {

struct Determined {
    EventStructure structure;
    std::size_t reads = 0;  ///< that have a value now, or take no place
};

/// The structure with the value in place of each read that has one source, whose value is constant
/// by then, and without places where an access then is not. Its events, relations and choices keep
/// their numbers.
///
/// Idea     kernels whose work-items pass values on through barriers compute with constants,
///          once it is known what they read.
/// Cost     linear in the terms, as often as values are passed on against the order of events.
/// Tests    tests/unit/explorer/determined_reads_test.cpp
[[nodiscard]] Determined with_determined_reads(const EventStructure& structure,
                                               const Sources& sources);

}  // namespace clmm::explorer
