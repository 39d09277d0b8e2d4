#pragma once

#include <optional>

#include "clmm/enumerator/check.h"

/// Tests whose waiting loops would have to go round often: as many times as there are writes that
/// they may read, in each unit. Where properties alone are asked for, one iteration stands for all:
/// what is refuted of it is refuted, and what the model leaves of its axioms without the others
/// (model/left_out_reads.h) verifies is verified.
namespace clmm::enumerator {

/// Does not follow loops that wait for long, where one iteration may do.
[[nodiscard]] litmus::UnfoldOptions few_waits(litmus::UnfoldOptions unfolding,
                                              const CheckOptions& options);
/// What was unfolded so has such loops, or is too large.
[[nodiscard]] bool may_wait_once(const Result<litmus::EventStructure>& structure,
                                 const CheckOptions& options);

/// Nullopt where it leaves something open: to be decided as ever.
[[nodiscard]] std::optional<CheckResult> check_waiting_once(const litmus::LitmusTest& test,
                                                            const model::MemoryModel& model,
                                                            const CheckOptions& options);

[[nodiscard]] Result<litmus::EventStructure> unfold_with(const litmus::LitmusTest& test,
                                                         const model::MemoryModel& model,
                                                         const litmus::UnfoldOptions& options);

}  // namespace clmm::enumerator
