#pragma once

#include <optional>

#include "clmm/enumerator/check.h"
#include "clmm/litmus/launch_parts.h"

/// Launches whose work-items fall into parts that have nothing to do with one another. Each
/// execution of the launch is one of each part beside the others, so undefined behaviour of the
/// launch is that of some part; of parts that are alike one is asked about.
namespace clmm::enumerator {

/// There are so many events that the test is better decided by parts, if it has some.
[[nodiscard]] bool is_large(const litmus::EventStructure& structure);

/// The parts, where there are several, where it is properties alone that are asked for, and where
/// the model looks at pairs of actions only.
[[nodiscard]] std::optional<litmus::LaunchParts> parts_to_decide(const litmus::LitmusTest& test,
                                                                 const model::MemoryModel& model,
                                                                 const CheckOptions& options);

/// Decides each part; `test` of the result has the work-items alone that its answer shows something
/// of, and a note among its warnings says so.
/// Errors   those of unfolding a part.
[[nodiscard]] Result<CheckResult> check_parts(const litmus::LitmusTest& test,
                                              const litmus::LaunchParts& parts,
                                              const model::MemoryModel& model,
                                              const CheckOptions& options);

[[nodiscard]] Verdict verdict(const std::vector<PropertyResult>& properties);

/// All of a test at once. `options.timeout` has become a deadline of its budget.
[[nodiscard]] Result<CheckResult> check_whole(litmus::LitmusTest test,
                                              const model::MemoryModel& model,
                                              const CheckOptions& options);

}  // namespace clmm::enumerator
