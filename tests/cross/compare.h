#pragma once

#include <memory>
#include <string>

#include "clmm/base/diagnostic.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/model/memory_model.h"
#include "clmm/solver/smt_engine.h"
#include "generator.h"

namespace clmm::oracle {

/// What an engine says about a test, in the oracle's terms.
struct EngineView {
    Answer answer;
    std::string problem;  ///< diagnostics, or why the answer is incomplete; empty: fine
};

[[nodiscard]] std::string in_words(const Answer& answer);

[[nodiscard]] EngineView ask(model::Engine& engine, const model::MemoryModel& model,
                             const Program& test, const std::string& text);

/// Empty where engine and oracle agree, otherwise a description with the whole test.
[[nodiscard]] std::string disagreement(model::Engine& engine, const model::MemoryModel& model,
                                       const Program& test, Syntax syntax, const Answer& expected);

}  // namespace clmm::oracle
