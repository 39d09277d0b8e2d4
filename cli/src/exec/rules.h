#pragma once

#include <string>
#include <vector>

#include "clmm/model/memory_model.h"
#include "clmm/runtime/rules.h"

namespace clmm::cli {

/// The model's readings as the race detector and weak memory know them.
///
/// Errors   ExecError with an E-UNSUPPORTED for a model that has no such switches: what races in
///          it, and what a load may read, is not known while a program runs.
/// Tests    tests/unit/cli/exec_rules_test.cpp, tests/golden/exec/*-revision-*.args
[[nodiscard]] runtime::Rules rules_of(const model::MemoryModel& model);

/// The word that names the model of kernels that are run: OpenCL's usual one where `--model` names
/// none. Errors: ExecError; E-SELECT where it names several.
[[nodiscard]] std::string model_of_kernels(const std::vector<std::string>& models);

/// Those of the model that of kernels that are run, with variants. Errors: as above, and of loading
/// it.
[[nodiscard]] runtime::Rules rules_of_kernels(const std::vector<std::string>& models,
                                              const std::vector<std::string>& variants);

/// Whether that model rejects memory_scope_work_item outside of image fences. Errors as above.
[[nodiscard]] bool rejects_work_item_scope(const std::vector<std::string>& models,
                                           const std::vector<std::string>& variants);

}  // namespace clmm::cli
