#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "clmm/model/symmetry.h"

/// What engines make of a solution that they have found.
namespace clmm::model {

/// Fills `executed`, `locations`, `same_location` and `barrier_pairs` of an execution.
///
/// Shape    `holds` is asked of terms that are truth values: guards, and when an access has a
///          target or two barriers are a pair.
void place_events(const litmus::EventStructure& structure,
                  const std::function<bool(litmus::TermId)>& holds, Execution& execution);

/// One execution with what a report needs of its values.
struct Reached {
    Execution execution;
    std::vector<std::uint64_t> values;  ///< of the structure's observables
    bool satisfies = false;             ///< the condition
};

/// What an outcome becomes where alike units change places: each once, at most `most`. None where
/// the symmetries do not keep the observables.
[[nodiscard]] std::vector<Reached> images(const litmus::EventStructure& structure,
                                          const std::vector<Automorphism>& symmetries,
                                          const Reached& reached, std::size_t most);

}  // namespace clmm::model
