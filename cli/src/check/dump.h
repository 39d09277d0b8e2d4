#pragma once

#include <string>

#include "check/check_arguments.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/model/memory_model.h"

namespace clmm::cli {

/// True where the dump shows the test alone, whatever the model.
[[nodiscard]] bool is_model_free(Dump dump);

/// Inner forms of a test for `--dump`: test and events.
[[nodiscard]] Result<std::string> dump_test(Dump dump, const litmus::LitmusTest& test,
                                            const enumerator::CheckOptions& options);

/// Those that depend on a model: relations, structure, and smt2. Errors: this build has no such
/// engine.
[[nodiscard]] Result<std::string> dump_structure(Dump dump, const litmus::LitmusTest& test,
                                                 const litmus::EventStructure& structure,
                                                 const model::MemoryModel& model,
                                                 const enumerator::CheckOptions& options);

}  // namespace clmm::cli
