#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clmm/base/budget.h"
#include "clmm/base/result.h"
#include "clmm/enumerator/ambiguity.h"
#include "clmm/enumerator/engines.h"
#include "clmm/enumerator/expectation.h"
#include "clmm/enumerator/property.h"
#include "clmm/enumerator/verdict.h"
#include "clmm/litmus/event_structure.h"
#include "clmm/model/engine.h"
#include "clmm/model/memory_model.h"

/// Checking a litmus test from a C++ program:
///
///     auto model = clmm::model::shipped_model("opencl-3.0");
///     auto source = std::make_shared<clmm::Source>("lb.litmus", text);
///     auto result = clmm::enumerator::check(source, *model, {.engines =
///     clmm::engines::built_in()}); if (!result) std::cerr << clmm::render(result.diagnostics());
///     else if (result->verdict == clmm::enumerator::Verdict::holds) …
namespace clmm::enumerator {

/// How to check. The defaults are those of `clmm check`, but for the engines, of which this folder
/// has none.
///
/// Units    `timeout` counts from the start of check(); `budget` may hold a deadline, a memory
///          limit and an interrupt of the caller's own besides.
struct CheckOptions {
    std::shared_ptr<const model::Engines> engines = {};  ///< clmm::engines::built_in(), say
    EngineChoice engine = EngineChoice::automatic;
    unsigned unroll = 4;  ///< iterations of a loop whose end is not constant
    /// Of a test, or of each part of a launch that falls apart; 2,000 where it is not given, twice
    /// that of a launch whose loops wait once.
    std::optional<std::size_t> event_limit;
    bool all_executions = false;  ///< count executions, not only outcomes
    bool undefined_behaviour = true;
    std::vector<Property> properties;  ///< to decide; no other undefined behaviour is searched
    bool outcomes = true;              ///< else properties alone
    bool verdict_only = false;         ///< what outcomes say of the condition, not which they are
    bool proof = false;                ///< of what is forbidden
    model::Witnesses witnesses = model::Witnesses::deciding;  ///< of outcomes
    model::ThinAir forbid_thin_air = model::ThinAir::none;
    std::uint64_t outcome_limit = 1'000'000;
    unsigned jobs = 1;  ///< threads for a hard test; the result is the same
    std::optional<std::chrono::milliseconds> timeout;
    Budget budget;
    std::function<void(std::uint64_t outcomes)> progress;  ///< may be empty
};

/// Wall-clock times of the parts of one check.
struct CheckTimes {
    std::chrono::microseconds unfold{0};
    std::chrono::microseconds decide{0};
};

/// Why no execution makes the condition true (of a `forall`: false): lemmas that each follow from
/// an axiom of the model, and that with what the test itself says leave nothing.
struct Proof {
    bool wanted = true;  ///< truth of the condition that no execution has
    std::vector<model::Lemma> lemmas;
};

/// Everything that is known after checking one test under one model.
///
/// Shape    `answer.outcomes` and its executions speak of `structure`'s events; `claims` are
///          those of the test's own `Expect=` lines that name this model or none.
///          `reason` says why the answer is incomplete, whether or not the verdict depends
///          on that; it is empty for a complete answer.
struct CheckResult {
    litmus::LitmusTest test;
    litmus::EventStructure structure;
    std::string model;
    std::string engine;
    bool outcomes_listed = true;  ///< else `answer.outcomes` are at most two that decide
    bool all_executions = false;
    model::ThinAir forbidden_thin_air = model::ThinAir::none;
    model::EngineAnswer answer;

    Verdict verdict = Verdict::unknown;  ///< on the properties, where there are some
    Observation observation = Observation::unknown;
    std::optional<bool> racy;
    std::string reason;
    std::vector<ClaimResult> claims;
    std::vector<PropertyResult> properties;
    std::optional<std::vector<Ambiguity>> ambiguities;  ///< where they were asked for
    Diagnostics warnings;
    std::optional<Proof> proof;  ///< where one was asked for, and the condition is forbidden
    CheckTimes times;
};

/// Reads, unfolds and decides one test under one model.
///
/// Errors   what read_test and unfold report, with spans into `test`; those of make_engine; E-MODEL
///          where the model is about tests in another language. Running out of
///          time, memory or loop bound is no error: it makes the verdict `unknown` unless what
///          was found decides it.
/// Cost     exponential in the worst case; `options.timeout` and `options.budget` bound it.
/// Threads  calls may run in parallel; a model can be shared among them.
[[nodiscard]] Result<CheckResult> check(SourcePtr test, const model::MemoryModel& model,
                                        const CheckOptions& options);

/// The same for a test already read (to choose the model by its language, say).
[[nodiscard]] Result<CheckResult> check(litmus::LitmusTest test, const model::MemoryModel& model,
                                        const CheckOptions& options);

/// How to unfold tests for a model: its switches `work-item-scope` and `local-scope` are about what
/// a test may say, and what its scopes mean.
[[nodiscard]] litmus::UnfoldOptions unfold_options(const model::MemoryModel& model,
                                                   const CheckOptions& options);

/// The first step alone. Errors: unfold()'s; E-MODEL where the model is about another language.
[[nodiscard]] Result<litmus::EventStructure> unfold_for(const litmus::LitmusTest& test,
                                                        const model::MemoryModel& model,
                                                        const CheckOptions& options);

/// Which cycles out of thin air are forbidden: by the option, or else by the model's switch
/// `thin-air`.
[[nodiscard]] model::ThinAir forbidden_thin_air(const model::MemoryModel& model,
                                                const CheckOptions& options);

/// The last step alone: asks the engine about a structure and draws the conclusions.
[[nodiscard]] CheckResult decide(litmus::LitmusTest test, litmus::EventStructure structure,
                                 const model::MemoryModel& model, model::Engine& engine,
                                 const CheckOptions& options);

}  // namespace clmm::enumerator
