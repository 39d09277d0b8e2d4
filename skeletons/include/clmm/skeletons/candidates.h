#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "clmm/model/execution.h"

namespace clmm::skeletons {

/// A finished execution of which no model has been asked yet, and what it ends in.
struct Candidate {
    model::Execution execution;
    std::vector<std::uint64_t> observed = {};  ///< by observable of the structure
};

/// What is known of an execution that is being made.
///
/// sources  what some reads read from; of writes nothing but which one comes first
/// writes   all but the order of some writes, which come behind the others of their location
enum class Known : std::uint8_t { sources, writes };

/// Whether nothing is wanted that an execution may become.
using IsExcluded = std::function<bool(const model::Execution& partly, Known known)>;

/// All executions that a small structure allows before a model is asked, one after another: who
/// reads from whom, in which order the writes of each location come. Each is there as long as
/// `take` runs; to keep them takes longer than to make them.
///
/// Shape    has no total orders; those come with a model. Executions that a filter excludes or that
///          do not end are left out, and those that `is_excluded`, which may be empty, speaks of.
/// Errors   false: the structure is not small, has addresses that are computed or values that are
///          left open, or a value may come to depend on itself. Nothing is known then.
[[nodiscard]] bool for_each_candidate(const litmus::EventStructure& structure,
                                      const std::function<void(const Candidate&)>& take,
                                      const IsExcluded& is_excluded = {});

}  // namespace clmm::skeletons
