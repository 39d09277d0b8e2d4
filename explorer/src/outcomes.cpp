#include "outcomes.h"

#include <algorithm>

namespace clmm::explorer {

using model::Execution;
using model::OutcomeEntry;

OutcomeSearch::OutcomeSearch(Search& search, const model::EngineRequest& request,
                             model::EngineAnswer& answer)
    : search_(search), request_(request), answer_(answer) {}

bool OutcomeSearch::enumerate() {
    const bool thin_air_possible = search_.thin_air_possible();
    list(thin_air_possible ? Search::Cycles::excluded : Search::Cycles::allowed);
    const bool goes_on = thin_air_possible && !search_.stopped() && !answer_.incomplete;
    if (goes_on && search_.next({})) return false;
    conclude();
    return true;
}

void OutcomeSearch::conclude() {
    std::ranges::sort(answer_.outcomes, {}, &OutcomeEntry::values);
    const bool complete = !search_.stopped() && !answer_.incomplete;
    const bool some = std::ranges::any_of(answer_.outcomes, &OutcomeEntry::satisfies_condition);
    const bool all = std::ranges::all_of(answer_.outcomes, &OutcomeEntry::satisfies_condition);
    if (some || complete) answer_.condition_satisfiable = some;
    if (!all || complete) answer_.condition_always = all;
}

void OutcomeSearch::list(Search::Cycles cycles) {
    while (const std::optional<Execution> execution = search_.next({}, cycles)) {
        if (answer_.outcomes.size() >= request_.outcome_limit) {
            answer_.incomplete = "outcome limit of " + std::to_string(request_.outcome_limit);
            return;
        }
        OutcomeEntry& entry = record(*execution);
        ++entry.executions;
        exclude(*execution, entry.values);
        if (request_.progress) request_.progress(answer_.outcomes.size());
    }
}

OutcomeEntry& OutcomeSearch::record(const Execution& execution) {
    std::vector<std::uint64_t> values;
    for (const litmus::Observable& observable : search_.structure().observables)
        values.push_back(search_.encoding().value_of(observable.value));
    const auto [known, is_new] = known_.emplace(values, answer_.outcomes.size());
    if (!is_new) return answer_.outcomes[known->second];
    search_.replay(execution);
    OutcomeEntry& entry = answer_.outcomes.emplace_back();
    entry.values = std::move(values);
    entry.satisfies_condition = search_.encoding().value_of(search_.structure().condition) != 0;
    entry.witness = execution;
    return entry;
}

void OutcomeSearch::exclude(const Execution& execution, const std::vector<std::uint64_t>& values) {
    Clause clause;
    if (request_.all_executions) {
        for (const Lit part : search_.encoding().skeleton(execution)) clause.push_back(~part);
    } else {
        const auto& observables = search_.structure().observables;
        for (std::size_t i = 0; i < observables.size(); ++i)
            clause.push_back(~search_.encoding().equals(observables[i].value, values[i]));
    }
    search_.add(clause);
}

std::optional<bool> OutcomeSearch::decide(Lit wanted) {
    const std::optional<Execution> execution = search_.next({wanted});
    if (!execution) return search_.stopped() ? std::nullopt : std::optional(false);
    record(*execution);
    return true;
}

void OutcomeSearch::decide_condition() {
    const Lit condition = search_.encoding().term(search_.structure().condition);
    answer_.condition_satisfiable = decide(condition);
    const std::optional<bool> counterexample = decide(~condition);
    if (counterexample) answer_.condition_always = !*counterexample;
}

}  // namespace clmm::explorer
