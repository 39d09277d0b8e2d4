#include "clmm/solver/smt_engine.h"

#include <algorithm>

#include "outcomes.h"
#include "search.h"
#include "undefined.h"

namespace clmm::solver {
namespace {

/// Whether some execution goes on past a loop's unrolling in a way that may matter; nullopt where
/// the budget is spent before that is known.
std::optional<bool> bound_reached(Search& search) {
    z3::expr_vector reached(search.context());
    for (const litmus::UnrollBound& bound : search.structure().bounds)
        if (!bound.exhaustive && !search.structure().terms.is_false(bound.reached))
            reached.push_back(search.encoding().term(bound.reached));
    if (reached.empty()) return false;
    const z3::expr active = search.fresh("bound");
    search.add(!active || z3::mk_or(reached));
    if (search.next(search.assume({active}))) return true;
    return search.stopped() ? std::nullopt : std::optional(false);
}

/// Barriers or group functions: nothing but the end of an execution says that nobody passes one
/// which a unit that still waits elsewhere has not reached.
bool has_rendezvous(const model::EventStructure& structure) {
    return std::any_of(structure.events.begin(), structure.events.end(), [](const auto& event) {
        return event.kind == litmus::EventKind::barrier_entry ||
               event.kind == litmus::EventKind::group_function;
    });
}

/// Models name their flags; those that end in "race" are races.
bool is_race(const model::UndefinedEntry& entry) { return entry.kind.ends_with("race"); }

}  // namespace

model::EngineAnswer SmtEngine::run(const model::EventStructure& structure,
                                   const model::MemoryModel& model,
                                   const model::EngineRequest& request) {
    model::EngineAnswer answer;
    Search search(structure, model, request);
    // Outcomes come last: what they exclude from the search, they exclude for good. Half of the
    // time is theirs.
    const bool has_second_half = request.outcomes || request.all_executions || request.condition;
    Budget first_half = request.budget;
    if (const auto left = first_half.time_left(); left && has_second_half)
        first_half.set_timeout(*left / 2);
    search.allow(first_half);
    const std::optional<bool> beyond = bound_reached(search);
    answer.bound_reached = beyond.value_or(true);
    if (!beyond) answer.bound_undecided = search.stopped();
    if (request.undefined_behaviour) {
        const bool waiting = request.waiting && !has_rendezvous(structure);
        UndefinedSearch(search, waiting, answer).run(request.wanted);
        const bool racy = std::any_of(answer.undefined.begin(), answer.undefined.end(), is_race);
        if (racy || !search.stopped()) answer.race_free = !racy;
        answer.undefined_incomplete = search.stopped();
    }
    if (has_second_half) {
        search.allow(request.budget);
        search.add(search.finished());
        OutcomeSearch outcomes(search, request, answer);
        if (request.outcomes || request.all_executions)
            outcomes.enumerate();
        else
            outcomes.decide_condition();
    }
    if (search.stopped()) answer.incomplete = search.stopped();
    answer.statistics = search.statistics();
    for (const model::OutcomeEntry& outcome : answer.outcomes)
        answer.statistics.executions += outcome.executions;
    return answer;
}

std::string dump_smt2(const model::EventStructure& structure, const model::MemoryModel& model) {
    const model::EngineRequest request;
    return Search(structure, model, request).to_smt2();
}

}  // namespace clmm::solver
