#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "clmm/base/diagnostic.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/litmus/litmus_test.h"
#include "clmm/model/memory_model.h"
#include "clmm/solver/smt_engine.h"
#include "generator.h"

namespace clmm::oracle {

/// What an engine says about a test, in the oracle's terms.
struct EngineView {
    Answer answer;
    bool all_races = true;  ///< otherwise the engine has stopped at its limit
    std::string problem;    ///< diagnostics, or why the answer is incomplete; empty: fine
};

[[nodiscard]] std::string in_words(const Answer& answer);

/// Whether executions are counted, which asks for each, or only outcomes listed.
enum class Ask : std::uint8_t { executions, outcomes };

/// A test as engines are asked it: written down, and read again.
struct Asked {
    Printed printed;
    std::shared_ptr<const Source> source;
    std::optional<litmus::LitmusTest> test;
    std::string problem;  ///< diagnostics; empty: it has been read
};
[[nodiscard]] Asked asked(const Printed& printed);
[[nodiscard]] Asked asked(const Program& test, Syntax syntax);

[[nodiscard]] EngineView ask(model::Engine& engine, const model::MemoryModel& model,
                             const Asked& test, Ask what = Ask::executions);
[[nodiscard]] EngineView ask(model::Engine& engine, const model::MemoryModel& model,
                             const Printed& test, Ask what = Ask::executions);

/// Whether the two are one answer.
[[nodiscard]] bool agree(const EngineView& view, const Answer& expected, Ask what);

/// Empty where engine and oracle agree, otherwise a description with the whole test.
[[nodiscard]] std::string disagreement(model::Engine& engine, const model::MemoryModel& model,
                                       const Asked& test, const Answer& expected,
                                       Ask what = Ask::executions);
[[nodiscard]] std::string disagreement(model::Engine& engine, const model::MemoryModel& model,
                                       const Program& test, Syntax syntax, const Answer& expected,
                                       Ask what = Ask::executions);

}  // namespace clmm::oracle
