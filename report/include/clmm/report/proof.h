#pragma once

#include <string>

#include "clmm/enumerator/check.h"

/// Proofs that a condition is forbidden, and what a checker of them has to know of test and model.
/// Both are JSON, a line each; docs/file-formats.md describes them.
///
/// Errors   none
/// Tests    tests/proofs
namespace clmm::report {

/// `result.proof` is there. Ends with a line break.
[[nodiscard]] std::string proof_to_json(const enumerator::CheckResult& result,
                                        const model::MemoryModel& model);

/// The event structure and the compiled model, for `--dump=structure`.
[[nodiscard]] std::string structure_to_json(const litmus::LitmusTest& test,
                                            const litmus::EventStructure& structure,
                                            const model::MemoryModel& model,
                                            model::ThinAir forbidden);

}  // namespace clmm::report
