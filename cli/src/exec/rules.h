#pragma once

#include "clmm/model/memory_model.h"
#include "clmm/runtime/rules.h"

namespace clmm::cli {

/// The model's readings as the race detector and weak memory know them.
///
/// Errors   ExecError with an E-UNSUPPORTED for a model that has no such switches: what races in
///          it, and what a load may read, is not known while a program runs.
/// Tests    tests/unit/cli/exec_rules_test.cpp, tests/golden/exec/*-revision-*.args
[[nodiscard]] runtime::Rules rules_of(const model::MemoryModel& model);

}  // namespace clmm::cli
