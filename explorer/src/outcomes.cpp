#include "outcomes.h"

#include <algorithm>

namespace clmm::explorer {

using model::Execution;
using model::OutcomeEntry;

namespace {
/// Outcomes that follow from one by symmetry; the search finds the others itself.
constexpr std::size_t kMostOutcomeImages = 64;
}  // namespace

OutcomeSearch::OutcomeSearch(Search& search, const model::EngineRequest& request,
                             model::EngineAnswer& answer)
    : search_(search), request_(request), answer_(answer), witnesses_(request.witnesses) {}

bool OutcomeSearch::enumerate() {
    const bool thin_air_possible = search_.thin_air_possible();
    const auto cycles = thin_air_possible ? Search::Cycles::excluded : Search::Cycles::allowed;
    if (request_.all_executions)
        list_executions(cycles);
    else
        explore(cycles, [this](const Execution& execution) { note(execution); });
    if (thin_air_possible && !is_over() && has_more()) return false;
    conclude();
    return true;
}

/// Outcomes, or executions where they are counted, that come out of thin air.
bool OutcomeSearch::has_more() {
    if (request_.all_executions) return search_.next({}).has_value();
    explore(Search::Cycles::allowed, [this](const Execution&) { stopped_ = true; });
    return stopped_;
}

void OutcomeSearch::conclude() {
    const bool complete = !search_.stopped() && !answer_.incomplete;
    const bool some = std::ranges::any_of(entries_, &OutcomeEntry::satisfies_condition);
    const bool all = std::ranges::all_of(entries_, &OutcomeEntry::satisfies_condition);
    if (some || complete) answer_.condition_satisfiable = some;
    if (!all || complete) answer_.condition_always = all;
    answer_.outcomes = std::move(entries_);
}

void OutcomeSearch::list_executions(Search::Cycles cycles) {
    while (const std::optional<Execution> execution = search_.next({}, cycles)) {
        if (limit_reached()) return;
        ++record(describe(*execution)).executions;
        Clause other;
        for (const Lit part : search_.encoding().skeleton(*execution)) other.push_back(~part);
        search_.add(other);
        if (request_.progress) request_.progress(entries_.size());
    }
}

bool OutcomeSearch::is_over() const { return stopped_ || search_.stopped() || answer_.incomplete; }

void OutcomeSearch::explore(Search::Cycles cycles, const Visit& visit) {
    Values beginning;
    Clause assumptions;
    if (!is_known(beginning)) {
        const std::optional<Execution> execution = search_.next({}, cycles);
        if (!execution) return;
        visit(*execution);
    }
    explore_from(beginning, assumptions, cycles, visit);
}

void OutcomeSearch::explore_from(Values& beginning, Clause& assumptions, Search::Cycles cycles,
                                 const Visit& visit) {
    const auto& observables = search_.structure().observables;
    if (beginning.size() == observables.size()) return;
    const litmus::TermId observable = observables[beginning.size()].value;
    for (const std::uint64_t value : search_.encoding().domain(observable)) {
        if (is_over()) return;
        beginning.push_back(value);
        assumptions.push_back(search_.encoding().equals(observable, value));
        bool is_possible = is_known(beginning);
        if (!is_possible)
            if (const std::optional<Execution> execution = search_.next(assumptions, cycles)) {
                visit(*execution);
                is_possible = true;
            }
        if (is_possible && !is_over()) explore_from(beginning, assumptions, cycles, visit);
        assumptions.pop_back();
        beginning.pop_back();
    }
}

bool OutcomeSearch::is_known(const Values& beginning) const {
    const auto next = known_.lower_bound(beginning);
    return next != known_.end() &&
           std::equal(beginning.begin(), beginning.end(), next->first.begin());
}

void OutcomeSearch::note(const Execution& execution) {
    if (limit_reached()) return;
    const Reached reached = describe(execution);
    ++record(reached).executions;
    record_images(reached);
    if (request_.progress) request_.progress(entries_.size());
}

bool OutcomeSearch::limit_reached() {
    if (entries_.size() < request_.outcome_limit) return false;
    answer_.incomplete = "outcome limit of " + std::to_string(request_.outcome_limit);
    return true;
}

OutcomeSearch::Reached OutcomeSearch::describe(const Execution& execution) {
    Reached reached{execution, {}, false};
    for (const litmus::Observable& observable : search_.structure().observables)
        reached.values.push_back(search_.encoding().value_of(observable.value));
    reached.satisfies = search_.encoding().value_of(search_.structure().condition) != 0;
    return reached;
}

OutcomeEntry& OutcomeSearch::record(const Reached& reached) {
    const auto [known, is_new] = known_.emplace(reached.values, entries_.size());
    if (!is_new) return entries_[known->second];
    search_.replay(reached.execution);
    OutcomeEntry& entry = entries_.emplace_back();
    entry.values = reached.values;
    entry.satisfies_condition = reached.satisfies;
    witnesses_.keep(entries_, known->second, reached.execution);
    return entry;
}

void OutcomeSearch::record_images(const Reached& reached) {
    for (const Reached& other :
         model::images(search_.structure(), search_.symmetries(), reached, kMostOutcomeImages)) {
        if (known_.contains(other.values) || limit_reached()) continue;
        ++record(other).executions;
    }
}

std::optional<bool> OutcomeSearch::decide(Lit wanted) {
    const bool thin_air_possible = search_.thin_air_possible();
    std::optional<Execution> execution = search_.next(
        {wanted}, thin_air_possible ? Search::Cycles::excluded : Search::Cycles::allowed);
    const bool is_grounded = execution.has_value();
    if (!is_grounded && thin_air_possible && !search_.stopped()) execution = search_.next({wanted});
    if (!execution) return search_.stopped() ? std::nullopt : std::optional(false);
    record(describe(*execution)).out_of_thin_air = !is_grounded;
    return true;
}

void OutcomeSearch::decide_condition() {
    const Lit condition = search_.encoding().term(search_.structure().condition);
    answer_.condition_satisfiable = decide(condition);
    const std::optional<bool> counterexample = decide(~condition);
    if (counterexample) answer_.condition_always = !*counterexample;
    answer_.outcomes = std::move(entries_);
}

}  // namespace clmm::explorer
