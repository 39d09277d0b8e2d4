#include "clmm/solver/smt_engine.h"

#include <algorithm>

#include "clmm/model/undefined_search.h"
#include "outcomes.h"
#include "proposals.h"
#include "search.h"

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

/// Units that stay where they are for ever in some execution, where there is one.
std::vector<std::size_t> endless(Search& search) {
    const litmus::EventStructure& structure = search.structure();
    const z3::expr active = search.fresh("endless");
    z3::expr_vector some(search.context());
    some.push_back(!active);
    for (const litmus::UnrollBound& bound : structure.bounds) {
        const z3::expr reached = search.encoding().term(bound.reached);
        const bool may_last = bound.forever.valid() && !structure.terms.is_false(bound.forever);
        const z3::expr lasts =
            may_last ? search.encoding().term(bound.forever) : search.context().bool_val(false);
        search.add(!active || !reached || lasts);
        if (may_last) some.push_back(lasts);
    }
    if (some.size() == 1) return {};
    search.add(z3::mk_or(some));
    const auto execution = search.next(search.assume({active, search.begun()}));
    std::vector<std::size_t> found;
    if (!execution) return found;
    const model::ExecutionValues values(*execution);
    for (std::size_t i = 0; i < structure.bounds.size(); ++i)
        if (litmus::evaluate(structure.terms, structure.bounds[i].reached, values) != 0)
            found.push_back(i);
    return found;
}

}  // namespace

namespace {

void find_undefined(Search& search, const model::EngineRequest& request,
                    model::EngineAnswer& answer) {
    const std::optional<bool> beyond = bound_reached(search);
    answer.bound_reached = beyond.value_or(true);
    if (!beyond) answer.bound_undecided = search.stopped();
    if (!request.undefined_behaviour) return;
    Proposals proposals(search);
    model::UndefinedSearch(proposals, answer).run(request.wanted);
    const bool racy =
        std::ranges::any_of(answer.undefined, model::is_race, &model::UndefinedEntry::kind);
    if (racy || !search.stopped()) answer.race_free = !racy;
    answer.undefined_incomplete = search.stopped();
}

void find_outcomes(Search& search, const model::EngineRequest& request,
                   model::EngineAnswer& answer) {
    search.allow(request.budget);
    if (request.endless) answer.endless = endless(search);
    search.add(search.finished());
    OutcomeSearch outcomes(search, request, answer);
    if (request.outcomes || request.all_executions)
        outcomes.enumerate();
    else
        outcomes.decide_condition();
}

void finish(Search& search, model::EngineAnswer& answer) {
    if (search.stopped()) answer.incomplete = search.stopped();
    answer.lemmas = search.lemmas();
    answer.statistics = search.statistics();
}

}  // namespace

model::EngineAnswer SmtEngine::run(const model::EventStructure& structure,
                                   const model::MemoryModel& model,
                                   const model::EngineRequest& request) {
    model::EngineAnswer answer;
    Search search(structure, model, request);
    // Outcomes come last: what they exclude from the search, they exclude for good. Half of the
    // time is theirs; what they leave of it is for what was not done in the other.
    const bool has_second_half = request.outcomes || request.all_executions || request.condition;
    Budget first_half = request.budget;
    if (const auto left = first_half.time_left(); left && has_second_half)
        first_half.set_timeout(*left / 2);
    search.allow(first_half);
    find_undefined(search, request, answer);
    const bool goes_on = has_second_half && search.stopped() && !request.budget.exceeded();
    if (!goes_on) {
        if (has_second_half) find_outcomes(search, request, answer);
        finish(search, answer);
        return answer;
    }
    Search of_outcomes(structure, model, request);
    find_outcomes(of_outcomes, request, answer);
    finish(of_outcomes, answer);
    if (!has_open_undefined(answer) || request.budget.exceeded()) return answer;
    search.allow(request.budget);
    model::EngineAnswer later;
    find_undefined(search, request, later);
    take_over_undefined(answer, std::move(later));
    return answer;
}

std::string dump_smt2(const model::EventStructure& structure, const model::MemoryModel& model) {
    const model::EngineRequest request;
    return Search(structure, model, request).to_smt2();
}

}  // namespace clmm::solver
