#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "clmm/enumerator/check.h"

namespace clmm::hardware {

/// A test made weaker so that the state which its condition is about comes to be allowed. Where a
/// device shows that state, a device (or compiler) that made the same mistake with the test itself
/// would have been seen.
struct Mutant {
    std::string
        kind;  ///< `order`, `failure-order`, `scope`, `flags`, `fence`; of two `order+scope`
    std::string change;  ///< `line 6: memory_order_release -> memory_order_relaxed`
    /// Of the mutant, whose test it holds. The state is among its outcomes, also where it races.
    enumerator::CheckResult result;
};

/// Shape    mutants in the order of the text; each is the least weakening of its place that allows
///          the state. Where no place is enough, pairs of places, each at its weakest.
struct MutantSet {
    std::vector<Mutant> mutants;
    std::size_t tried = 0;      ///< texts that were checked
    std::size_t undecided = 0;  ///< … without an answer
    std::string none_because;   ///< why there are none: the condition is not forbidden, …
    std::string stopped;        ///< why the search ended before it was done; empty where it was
};

/// The mutants of a test.
///
/// Idea     every weakening is made in the text, read and decided by itself
///          (clmm/litmus/weakenings.h has them). The calls of one barrier are weakened together:
///          work-items of a group come to one call.
/// Cost     a check for each level of each place; where none is enough, for each pair of places.
/// Tests    tests/unit/runtime-exec/hardware/mutants_test.cpp
[[nodiscard]] MutantSet mutants_of(const enumerator::CheckResult& original,
                                   const model::MemoryModel& model,
                                   const enumerator::CheckOptions& options);

}  // namespace clmm::hardware
