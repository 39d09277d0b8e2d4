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

/// All executions that a small structure allows before a model is asked: who reads from whom, in
/// which order the writes of each location come.
///
/// Shape    has no total orders; those come with a model. Executions that a filter excludes or that
///          do not end are left out.
/// Errors   `declined`: the structure is not small, has addresses that are computed or values that
///          are left open, or a value may come to depend on itself. Nothing is known then.
struct Candidates {
    bool declined = false;
    std::vector<Candidate> all;
};

[[nodiscard]] Candidates candidates_of(const litmus::EventStructure& structure);

/// The same one after another, without keeping them, which takes longer than to make them: each is
/// there as long as `take` runs. False: declined, perhaps behind some of them.
[[nodiscard]] bool for_each_candidate(const litmus::EventStructure& structure,
                                      const std::function<void(const Candidate&)>& take);

}  // namespace clmm::skeletons
