#include "clmm/explorer/explicit_engine.h"

#include <algorithm>

#include "clmm/model/possible_sources.h"
#include "clmm/model/undefined_search.h"
#include "outcomes.h"
#include "proposals.h"

namespace clmm::explorer {

using model::EngineAnswer;
using model::EngineRequest;

namespace {

/// Whether some execution goes on past a loop's unrolling in a way that may matter; nullopt where
/// the budget is spent before that is known.
std::optional<bool> bound_reached(Search& search) {
    const Lit active = search.fresh();
    Clause some{~active};
    for (const litmus::UnrollBound& bound : search.structure().bounds)
        if (!bound.exhaustive && !search.structure().terms.is_false(bound.reached))
            some.push_back(search.encoding().term(bound.reached));
    if (some.size() == 1) return false;
    search.add(some);
    const bool found = search.next({active}).has_value();
    search.add({~active});  // asked once
    if (found) return true;
    return search.stopped() ? std::nullopt : std::optional(false);
}

/// Units that stay where they are for ever in some execution, where there is one.
std::vector<std::size_t> endless(Search& search) {
    const EventStructure& structure = search.structure();
    const Lit active = search.fresh();
    Clause some{~active};
    for (const litmus::UnrollBound& bound : structure.bounds) {
        Clause lasting{~active, ~search.encoding().term(bound.reached)};
        if (bound.forever.valid() && !structure.terms.is_false(bound.forever)) {
            lasting.push_back(search.encoding().term(bound.forever));
            some.push_back(lasting.back());
        }
        search.add(lasting);
    }
    if (some.size() == 1) return {};
    search.add(some);
    const auto execution = search.next({active, search.begun()});
    search.add({~active});
    std::vector<std::size_t> found;
    if (!execution) return found;
    for (std::size_t i = 0; i < structure.bounds.size(); ++i)
        if (search.encoding().value_of(structure.bounds[i].reached) != 0) found.push_back(i);
    return found;
}

/// Models name their flags; those that end in "race" are races.
bool is_race(const model::UndefinedEntry& entry) { return entry.kind.ends_with("race"); }

void find_undefined(Search& search, const EngineRequest& request, EngineAnswer& answer) {
    const std::optional<bool> beyond = bound_reached(search);
    answer.bound_reached = beyond.value_or(true);
    if (!beyond) answer.bound_undecided = search.stopped();
    if (!request.undefined_behaviour) return;
    Proposals proposals(search);
    model::UndefinedSearch(proposals, answer).run(request.wanted);
    const bool racy = std::ranges::any_of(answer.undefined, is_race);
    if (racy || !search.stopped()) answer.race_free = !racy;
    answer.undefined_incomplete = search.stopped();
}

/// An answer that knows nothing.
EngineAnswer nothing(const EventStructure& structure, const model::MemoryModel& model,
                     const EngineRequest& request, const std::string& reason) {
    EngineAnswer answer;
    answer.incomplete = reason;
    answer.bound_reached = true;
    answer.bound_undecided = reason;
    if (!request.undefined_behaviour) return answer;
    answer.undefined_incomplete = reason;
    for (const model::Check& check : model.program.checks)
        if (check.role != model::CheckRole::axiom) answer.unsearched.push_back(check.name);
    for (const litmus::UndefinedBehaviour& behaviour : structure.undefined)
        answer.unsearched.push_back(behaviour.kind);
    return answer;
}

EngineAnswer declined(const std::string& reason) {
    EngineAnswer answer;
    answer.declined = "the explicit engine does not decide this test: " + reason;
    return answer;
}

/// Half of the time, where outcomes are searched in the other.
Budget first_half(const EngineRequest& request, bool has_second_half) {
    Budget budget = request.budget;
    if (const auto left = budget.time_left(); left && has_second_half)
        budget.set_timeout(*left / 2);
    return budget;
}

void find_outcomes(Search& search, const EngineRequest& request, ClosingEffort closing,
                   EngineAnswer& answer) {
    search.allow(request.budget);
    if (request.endless) answer.endless = endless(search);
    search.add({search.finished()});
    OutcomeSearch outcomes(search, request, answer, closing);
    if (request.outcomes || request.all_executions)
        outcomes.enumerate();
    else
        outcomes.decide_condition();
}

}  // namespace

EngineAnswer ExplicitEngine::run(const EventStructure& structure, const model::MemoryModel& model,
                                 const EngineRequest& request) {
    const Sources sources = model::possible_sources(structure);
    const ValueDomains domains(structure, sources);
    if (domains.refusal()) return declined(*domains.refusal());
    if (const auto spent = request.budget.exceeded())
        return nothing(structure, model, request, describe(*spent));
    Search search(structure, model, request, sources, domains);
    if (search.stopped()) return nothing(structure, model, request, *search.stopped());
    // Outcomes come last: what they exclude from the search, they exclude for good.
    const bool has_second_half = request.outcomes || request.all_executions || request.condition;
    search.allow(first_half(request, has_second_half));
    const std::optional<bool> cyclic = search.has_cyclic_values();
    if (!cyclic) return nothing(structure, model, request, *search.stopped());
    if (*cyclic) return declined("values may come out of thin air");
    search.rule_out_cycles();
    EngineAnswer answer;
    find_undefined(search, request, answer);
    if (has_second_half) find_outcomes(search, request, closing_, answer);
    if (search.stopped()) answer.incomplete = search.stopped();
    answer.lemmas = search.lemmas();
    answer.statistics = search.statistics();
    return answer;
}

}  // namespace clmm::explorer
