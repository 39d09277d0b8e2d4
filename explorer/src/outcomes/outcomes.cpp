// Executions one by one, and the condition alone.
#include "outcomes/outcomes.h"

#include <algorithm>

#include "proposals.h"

namespace clmm::explorer {

using model::Execution;
using model::OutcomeEntry;

OutcomeSearch::OutcomeSearch(Search& search, const model::EngineRequest& request,
                             model::EngineAnswer& answer, ClosingEffort closing, Crew* crew)
    : search_(search),
      request_(request),
      answer_(answer),
      closing_(closing),
      cycles_(search.thin_air_possible() ? Search::Cycles::excluded : Search::Cycles::allowed),
      witnesses_(request.witnesses),
      condition_(search.structure()),
      crew_(crew) {}

void OutcomeSearch::enumerate() {
    if (request_.all_executions) return list_executions();
    find_set();
    if (search_.thin_air_possible() && !is_over() && has_more(root_)) find_out_of_thin_air();
    conclude_set();
}

bool OutcomeSearch::is_over() const { return search_.stopped() || answer_.incomplete; }

bool OutcomeSearch::limit_reached(std::uint64_t outcomes) {
    if (outcomes < request_.outcome_limit) return false;
    answer_.incomplete = limit_text();
    return true;
}

std::string OutcomeSearch::limit_text() const {
    return "outcome limit of " + std::to_string(request_.outcome_limit);
}

void OutcomeSearch::list_executions(Search::Cycles cycles, bool out_of_thin_air) {
    while (const std::optional<Execution> execution = search_.next({}, cycles)) {
        if (limit_reached(entries_.size())) break;
        const std::size_t known = entries_.size();
        OutcomeEntry& entry = record(describe(*execution));
        ++entry.executions;
        if (entries_.size() > known) entry.out_of_thin_air = out_of_thin_air;
        Clause other;
        for (const Lit part : search_.encoding().skeleton(*execution)) other.push_back(~part);
        if (out_of_thin_air) add_other_values(*execution, other);
        search_.add(other);
        if (request_.progress) request_.progress(entries_.size());
    }
}

void OutcomeSearch::add_other_values(const Execution& execution, Clause& other) {
    for (const litmus::Event& event : search_.structure().events)
        if (event.kind == litmus::EventKind::read && execution.executed.test(event.id.index()))
            other.push_back(
                ~search_.encoding().equals(event.value, search_.encoding().value_of(event.value)));
}

void OutcomeSearch::list_executions() {
    list_executions(cycles_, false);
    if (search_.thin_air_possible() && !is_over()) list_executions(Search::Cycles::allowed, true);
    const bool complete = !is_over();
    const bool some = std::ranges::any_of(entries_, &OutcomeEntry::satisfies_condition);
    const bool all = std::ranges::all_of(entries_, &OutcomeEntry::satisfies_condition);
    if (some || complete) answer_.condition_satisfiable = some;
    if (!all || complete) answer_.condition_always = all;
    answer_.outcomes = std::move(entries_);
}

OutcomeSearch::Reached OutcomeSearch::describe(const Execution& execution) {
    Reached reached{execution, {}, false};
    for (const litmus::Observable& observable : search_.structure().observables)
        reached.values.push_back(search_.encoding().value_of(observable.value));
    reached.satisfies = search_.encoding().value_of(search_.structure().condition) != 0;
    return reached;
}

OutcomeEntry& OutcomeSearch::record(const Reached& reached) {
    const auto [known, is_new] = entry_of_.emplace(reached.values, entries_.size());
    if (!is_new) return entries_[known->second];
    search_.replay(reached.execution);
    OutcomeEntry& entry = entries_.emplace_back();
    entry.values = reached.values;
    entry.satisfies_condition = reached.satisfies;
    witnesses_.keep(entries_, known->second, reached.execution);
    return entry;
}

std::optional<bool> OutcomeSearch::decide(Lit wanted) {
    Proposals proposals(search_);
    const model::Shown shown = model::show(proposals, Proposals::choice(wanted));
    if (shown.execution) record(describe(*shown.execution)).out_of_thin_air = shown.out_of_thin_air;
    return shown.possible;
}

void OutcomeSearch::decide_condition() {
    const Lit condition = search_.encoding().term(search_.structure().condition);
    answer_.condition_satisfiable = decide(condition);
    const std::optional<bool> counterexample = decide(~condition);
    if (counterexample) answer_.condition_always = !*counterexample;
    answer_.outcomes = std::move(entries_);
}

}  // namespace clmm::explorer
