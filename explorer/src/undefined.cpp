#include "undefined.h"

#include <algorithm>

namespace clmm::explorer {

using model::Check;
using model::CheckKind;
using model::CheckRole;
using model::Execution;

UndefinedSearch::UndefinedSearch(Search& search, model::EngineAnswer& answer)
    : search_(search), answer_(answer) {}

void UndefinedSearch::run(const std::function<bool(std::string_view kind)>& wanted) {
    search_flags(wanted);
    search_terms(wanted);
}

void UndefinedSearch::search_flags(const std::function<bool(std::string_view kind)>& wanted) {
    const auto& checks = search_.program().checks;
    for (std::size_t i = 0; i < checks.size(); ++i) {
        if (checks[i].role == CheckRole::axiom || (wanted && !wanted(checks[i].name))) continue;
        const auto found_before = static_cast<std::ptrdiff_t>(answer_.undefined.size());
        // "There is such a pair" can be asked of the solver; a cycle's absence can not.
        if (checks[i].negated && checks[i].kind != CheckKind::acyclic)
            search_flag(i);
        else
            search_by_enumeration(i);
        // In the program's order, whatever was found first.
        std::ranges::stable_sort(answer_.undefined.begin() + found_before, answer_.undefined.end(),
                                 {}, &model::UndefinedEntry::events);
        if (search_.stopped()) answer_.unsearched.push_back(checks[i].name);
    }
}

void UndefinedSearch::search_terms(const std::function<bool(std::string_view kind)>& wanted) {
    std::vector<const litmus::UndefinedBehaviour*> behaviours;
    for (const litmus::UndefinedBehaviour& behaviour : search_.structure().undefined)
        if ((!wanted || wanted(behaviour.kind)) &&
            !search_.structure().terms.is_false(behaviour.when))
            behaviours.push_back(&behaviour);
    if (behaviours.size() > 1 && !some_holds(behaviours)) return;
    for (const litmus::UndefinedBehaviour* behaviour : behaviours) {
        search_term(*behaviour);
        if (search_.stopped()) answer_.unsearched.push_back(behaviour->kind);
    }
}

std::vector<UndefinedSearch::Suspect> UndefinedSearch::suspects_of(const Check& check) {
    std::vector<Suspect> suspects;
    for (const model::Suspect& each :
         model::suspects(search_.program(), check, search_.evaluator(), search_.symmetries()))
        suspects.push_back({each, search_.fresh()});
    return suspects;
}

model::FlagWitnesses UndefinedSearch::witnesses_of(const Check& check) {
    return {search_.program(), check, answer_,
            [this](const Execution& witness) { search_.replay(witness); }};
}

Clause UndefinedSearch::choose_among(const std::vector<Suspect>& suspects) {
    const Lit active = search_.fresh();
    Clause some{~active};
    for (const Suspect& suspect : suspects) {
        search_.add({~suspect.chosen, search_.encoding().executed(suspect.a)});
        if (suspect.b.valid())
            search_.add({~suspect.chosen, search_.encoding().executed(suspect.b)});
        // Of what alike units do, whatever the order of those that are no part of it.
        std::vector<litmus::UnitId> apart;
        for (const EventId each : {suspect.a, suspect.b})
            if (each.valid()) apart.push_back(search_.structure()[each].unit);
        for (const AlikeUnits::Chain& chain : search_.alike().chains())
            AlikeUnits::demand_order(chain, suspect.chosen, apart, search_.solver(),
                                     search_.encoding());
        some.push_back(suspect.chosen);
    }
    search_.add(some);
    return {active, search_.begun()};
}

void UndefinedSearch::search_flag(std::size_t index) {
    const Check& check = search_.program().checks[index];
    std::vector<Suspect> suspects = suspects_of(check);
    if (suspects.empty()) return;
    model::FlagWitnesses witnesses = witnesses_of(check);
    const Clause assumptions = choose_among(suspects);
    while (const std::optional<Execution> execution = search_.next(assumptions)) {
        look_at(check, suspects, *execution, witnesses);
        if (witnesses.are_enough()) break;
    }
    // None of this is asked again.
    search_.add({~assumptions.front()});
    for (Suspect& suspect : suspects)
        if (suspect.open) close(suspect);
}

void UndefinedSearch::look_at(const Check& check, std::vector<Suspect>& suspects,
                              const Execution& execution, model::FlagWitnesses& witnesses) {
    for (Suspect& suspect : suspects) {
        if (!suspect.open) continue;
        if (!model::is_flagged(check, suspect, search_.evaluator())) {
            Clause needed = search_.encoding().clause(
                search_.evaluator().why_not(check.node, suspect.a, suspect.b));
            needed.push_back(~suspect.chosen);
            search_.add(needed);
            continue;
        }
        witnesses.add(suspect, execution, search_.symmetries());
        close(suspect);
        // The same two actions the other way round are no other witness.
        for (Suspect& reverse : suspects)
            if (reverse.open && reverse.a == suspect.b && reverse.b == suspect.a) close(reverse);
        if (witnesses.are_enough()) return;
        search_.evaluator().evaluate(execution);  // replays looked at others
    }
}

void UndefinedSearch::close(Suspect& suspect) {
    search_.add({~suspect.chosen});
    suspect.open = false;
}

/// For flags that no single pair raises: every execution is looked at.
void UndefinedSearch::search_by_enumeration(std::size_t index) {
    const Check& check = search_.program().checks[index];
    const Lit active = search_.fresh();
    const Clause assumptions{active, search_.begun()};
    while (const std::optional<Execution> execution = search_.next(assumptions)) {
        for (const model::Finding& finding : search_.evaluator().flags())
            if (finding.check == index) {
                witnesses_of(check).add(finding.events, *execution);
                return;
            }
        Clause other{~active};
        for (const Lit part : search_.encoding().skeleton(*execution)) other.push_back(~part);
        search_.add(other);
    }
}

bool UndefinedSearch::some_holds(const std::vector<const litmus::UndefinedBehaviour*>& behaviours) {
    const Lit active = search_.fresh();
    Clause some{~active};
    for (const litmus::UndefinedBehaviour* behaviour : behaviours)
        some.push_back(search_.encoding().term(behaviour->when));
    search_.add(some);
    return search_.next({active, search_.begun()}) || search_.stopped();
}

void UndefinedSearch::search_term(const litmus::UndefinedBehaviour& behaviour) {
    const Lit holds = search_.encoding().term(behaviour.when);
    const std::optional<Execution> execution = search_.next({holds, search_.begun()});
    if (!execution) return;
    search_.replay(*execution);
    answer_.undefined.push_back(
        {behaviour.kind, behaviour.message, {}, *execution, behaviour.span});
}

}  // namespace clmm::explorer
