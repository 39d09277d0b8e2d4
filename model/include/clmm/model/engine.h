#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/budget.h"
#include "clmm/model/evaluator.h"
#include "clmm/model/outcomes.h"
#include "clmm/model/thin_air.h"

namespace clmm::model {

/// Literals that no consistent execution has together, as an engine has learnt it.
struct Lemma {
    std::optional<std::size_t> check;  ///< the axiom that they break, where the engine knows it
    Reason reason;
};

/// What an engine is asked about one test under one model.
struct EngineRequest {
    bool outcomes = true;         ///< all outcomes; else only whether the condition can hold
    bool all_executions = false;  ///< count executions (by rf and mo) too
    bool condition = true;        ///< whether the condition holds, where outcomes are not listed
    bool undefined_behaviour = true;
    bool endless = false;  ///< whether an execution does not end, where outcomes are asked for
    /// Kinds of undefined behaviour to search; empty: all.
    std::function<bool(std::string_view kind)> wanted;
    ThinAir forbid_thin_air = ThinAir::none;
    std::uint64_t outcome_limit = 1'000'000;
    Witnesses witnesses = Witnesses::all;  ///< of outcomes
    bool lemmas = false;                   ///< to be kept, for a proof
    unsigned jobs = 1;                     ///< threads that a hard test may use; no answer differs
    Budget budget;
    std::function<void(std::uint64_t outcomes)> progress;  ///< may be empty
};

/// Undefined behaviour (a race by the model's flags, or by EventStructure::undefined).
struct UndefinedEntry {
    std::string kind;
    std::string message;
    std::vector<EventId> events;
    Execution witness;
    std::optional<Span> span;  ///< in the test, where no events name the place
};

/// Whether undefined behaviour of this kind is a data race or an unsequenced race. Models name
/// their flags; in those of races stands the word "race".
[[nodiscard]] bool is_race(std::string_view kind);

/// One figure of an engine's work, such as 12 `solver calls`.
struct Statistic {
    std::string what;  ///< what is counted, in the plural; each engine has its own
    std::uint64_t count = 0;
};

/// What an engine found.
///
/// Shape    `undefined` is in the order of the model's flags and then of
///          EventStructure::undefined. Executions are of the structure that was asked about: sets
///          and relations over its events.
/// Errors   `declined`, `incomplete`, `undefined_incomplete` and `bound_undecided` are sentences
///          for the user; whatever they leave open is unknown, and what was found besides stays
///          true.
struct EngineAnswer {
    /// Why this engine decides no such test, for which another may be asked; nothing else is set.
    std::optional<std::string> declined;
    /// Where they were not asked for, at most one that satisfies the condition, and one that does
    /// not.
    Outcomes outcomes;
    std::vector<UndefinedEntry> undefined;
    std::optional<bool> condition_satisfiable;  ///< nullopt: unknown
    std::optional<bool> condition_always;       ///< every outcome satisfies it; nullopt: unknown
    std::optional<bool> race_free;              ///< nullopt: unknown or not asked
    /// EventStructure::bounds at which units stay in some execution that does not end.
    std::vector<std::size_t> endless;
    bool bound_reached = false;  ///< some execution goes beyond --unroll and may add outcomes
    /// Why nobody knows whether one does; bound_reached is true then.
    std::optional<std::string> bound_undecided;
    std::optional<std::string> incomplete;  ///< why outcomes may be missing
    /// Kinds of undefined behaviour whose search ended before it was done.
    std::vector<std::string> unsearched;
    /// Why the search for undefined behaviour ended before it was done, whatever was found.
    std::optional<std::string> undefined_incomplete;
    /// All by which executions were excluded, where they were asked for: what else excludes any is
    /// the test's own. Valid without the request's assumptions.
    std::vector<Lemma> lemmas;
    std::vector<Statistic> statistics;  ///< in an order of the engine's own
};

/// Decides a test under a model. Implementations do not call one another.
///
/// Errors   none are returned and none are thrown for what can happen: a budget that is spent, at
///          any moment, makes the answer incomplete, and a test that the engine does not decide is
///          declined. A witness that does not stand its replay is an InternalError.
/// Threads  run() is called by one thread at a time for an engine. Engines run beside one another,
///          and may share structure and model, which they only read.
/// State    an answer follows from the arguments: not from earlier runs, from time (but for what a
///          budget cuts off), from addresses or from threads.
/// Tests    tests/cross holds every engine against an oracle.
class Engine {
public:
    virtual ~Engine() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;  ///< `smt`
    [[nodiscard]] virtual EngineAnswer run(const EventStructure& structure,
                                           const MemoryModel& model,
                                           const EngineRequest& request) = 0;
};

}  // namespace clmm::model
