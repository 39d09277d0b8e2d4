#include "undefined.h"

#include <algorithm>

namespace clmm::solver {

using model::Check;
using model::CheckKind;
using model::CheckRole;
using model::Execution;

UndefinedSearch::UndefinedSearch(Search& search, model::EngineAnswer& answer)
    : search_(search), answer_(answer) {}

void UndefinedSearch::run(const std::function<bool(std::string_view kind)>& wanted) {
    const auto skipped = [&](std::string_view kind) { return wanted && !wanted(kind); };
    const auto note_end = [&](const std::string& kind) {
        if (search_.stopped()) answer_.unsearched.push_back(kind);
    };
    const auto& checks = search_.program().checks;
    for (std::size_t i = 0; i < checks.size(); ++i) {
        if (checks[i].role == CheckRole::axiom || skipped(checks[i].name)) continue;
        const auto found_before = static_cast<std::ptrdiff_t>(answer_.undefined.size());
        // "There is such a pair" can be asked of the solver; a cycle's absence can not.
        if (checks[i].negated && checks[i].kind != CheckKind::acyclic)
            search_flag(i);
        else
            search_by_enumeration(i);
        // In the program's order, whatever was found first.
        std::stable_sort(answer_.undefined.begin() + found_before, answer_.undefined.end(),
                         [](const auto& a, const auto& b) { return a.events < b.events; });
        note_end(checks[i].name);
    }
    std::vector<const litmus::UndefinedBehaviour*> behaviours;
    for (const litmus::UndefinedBehaviour& behaviour : search_.structure().undefined)
        if (!skipped(behaviour.kind) && !search_.structure().terms.is_false(behaviour.when))
            behaviours.push_back(&behaviour);
    if (behaviours.size() > 1 && !some_holds(behaviours)) return;
    for (const litmus::UndefinedBehaviour* behaviour : behaviours) {
        search_term(*behaviour);
        note_end(behaviour->kind);
    }
}

std::vector<UndefinedSearch::Suspect> UndefinedSearch::suspects_of(const Check& check) {
    std::vector<Suspect> suspects;
    for (const model::Suspect& each :
         model::suspects(search_.program(), check, search_.evaluator(), search_.symmetries()))
        suspects.push_back({each, search_.fresh("suspect")});
    return suspects;
}

model::FlagWitnesses UndefinedSearch::witnesses_of(const Check& check) {
    return {search_.program(), check, answer_,
            [this](const Execution& witness) { search_.replay(witness); }};
}

void UndefinedSearch::search_flag(std::size_t index) {
    const Check& check = search_.program().checks[index];
    std::vector<Suspect> suspects = suspects_of(check);
    if (suspects.empty()) return;
    const z3::expr active = search_.fresh("flag");
    z3::expr_vector some(search_.context());
    some.push_back(!active);
    for (const Suspect& suspect : suspects) {
        search_.add(!suspect.chosen || search_.encoding().executed(suspect.a));
        if (suspect.b.valid())
            search_.add(!suspect.chosen || search_.encoding().executed(suspect.b));
        some.push_back(suspect.chosen);
    }
    search_.add(z3::mk_or(some));
    model::FlagWitnesses witnesses = witnesses_of(check);
    const z3::expr_vector assumptions = search_.assume({active, search_.begun()});
    while (const std::optional<Execution> execution = search_.next(assumptions)) {
        for (Suspect& suspect : suspects) {
            if (!suspect.open) continue;
            if (model::is_flagged(check, suspect, search_.evaluator())) {
                witnesses.add(suspect, *execution, search_.symmetries());
                search_.add(!suspect.chosen);
                suspect.open = false;
                // The same two actions the other way round are no other witness.
                for (Suspect& reverse : suspects)
                    if (reverse.open && reverse.a == suspect.b && reverse.b == suspect.a) {
                        reverse.open = false;
                        search_.add(!reverse.chosen);
                    }
                if (witnesses.are_enough()) return;
                search_.evaluator().evaluate(*execution);  // replays looked at others
                continue;
            }
            const model::Reason reason =
                search_.evaluator().why_not(check.node, suspect.a, suspect.b);
            search_.add(!suspect.chosen || search_.encoding().clause(reason));
        }
    }
}

/// For flags that no single pair raises: every execution is looked at.
void UndefinedSearch::search_by_enumeration(std::size_t index) {
    const Check& check = search_.program().checks[index];
    const z3::expr active = search_.fresh("flag");
    const z3::expr_vector assumptions = search_.assume({active, search_.begun()});
    while (const std::optional<Execution> execution = search_.next(assumptions)) {
        for (const model::Finding& finding : search_.evaluator().flags())
            if (finding.check == index) {
                witnesses_of(check).add(finding.events, *execution);
                return;
            }
        search_.add(!active || !z3::mk_and(search_.encoding().skeleton(*execution)));
    }
}

bool UndefinedSearch::some_holds(const std::vector<const litmus::UndefinedBehaviour*>& behaviours) {
    const z3::expr active = search_.fresh("some");
    z3::expr_vector some(search_.context());
    some.push_back(!active);
    for (const litmus::UndefinedBehaviour* behaviour : behaviours)
        some.push_back(search_.encoding().term(behaviour->when));
    search_.add(z3::mk_or(some));
    return search_.next(search_.assume({active, search_.begun()})) || search_.stopped();
}

void UndefinedSearch::search_term(const litmus::UndefinedBehaviour& behaviour) {
    const z3::expr active = search_.fresh("undefined");
    search_.add(!active || search_.encoding().term(behaviour.when));
    const std::optional<Execution> execution =
        search_.next(search_.assume({active, search_.begun()}));
    if (!execution) return;
    search_.replay(*execution);
    answer_.undefined.push_back(
        {behaviour.kind, behaviour.message, {}, *execution, behaviour.span});
}

}  // namespace clmm::solver
