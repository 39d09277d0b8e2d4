#include "undefined.h"

#include <algorithm>

namespace clmm::explorer {

using model::Check;
using model::CheckKind;
using model::CheckRole;
using model::Execution;

namespace {
/// Witnesses a flag; more would only repeat the message.
constexpr std::size_t kWitnesses = 8;

/// The comment above the check, or above the definition that it is about.
std::string citation_of(const model::Program& program, const Check& check) {
    if (!check.citation.empty()) return check.citation;
    for (const model::Definition& definition : program.definitions)
        if (definition.node == check.node && !definition.citation.empty())
            return definition.citation;
    return {};
}

}  // namespace

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
    const bool is_set = search_.program()[check.node].is_set;
    std::vector<Suspect> suspects;
    search_.evaluator().bounds(check.node).may.for_each([&](std::size_t a, std::size_t b) {
        if (check.kind == CheckKind::irreflexive && a != b) return;
        suspects.push_back({EventId(a), is_set ? EventId::none() : EventId(b), search_.fresh()});
    });
    return suspects;
}

bool UndefinedSearch::flagged(const Check& check, const Suspect& suspect) {
    return suspect.b.valid()
               ? search_.evaluator().relation(check.node).test(suspect.a.index(), suspect.b.index())
               : search_.evaluator().set(check.node).test(suspect.a.index());
}

bool UndefinedSearch::record(const Check& check, std::vector<EventId> events,
                             const Execution& witness) {
    // A race is between two actions, whichever comes first.
    std::ranges::sort(events);
    events.erase(std::unique(events.begin(), events.end()), events.end());
    for (const model::UndefinedEntry& known : answer_.undefined)
        if (known.kind == check.name && known.events == events) return false;
    search_.replay(witness);
    answer_.undefined.push_back({check.name, citation_of(search_.program(), check),
                                 std::move(events), witness, std::nullopt});
    return true;
}

Clause UndefinedSearch::choose_among(const std::vector<Suspect>& suspects) {
    const Lit active = search_.fresh();
    Clause some{~active};
    for (const Suspect& suspect : suspects) {
        search_.add({~suspect.chosen, search_.encoding().executed(suspect.a)});
        if (suspect.b.valid())
            search_.add({~suspect.chosen, search_.encoding().executed(suspect.b)});
        some.push_back(suspect.chosen);
    }
    search_.add(some);
    return {active, search_.begun()};
}

void UndefinedSearch::search_flag(std::size_t index) {
    const Check& check = search_.program().checks[index];
    std::vector<Suspect> suspects = suspects_of(check);
    if (suspects.empty()) return;
    std::size_t witnesses = 0;
    const Clause assumptions = choose_among(suspects);
    while (const std::optional<Execution> execution = search_.next(assumptions))
        if (look_at(check, suspects, *execution, witnesses)) return;
}

bool UndefinedSearch::look_at(const Check& check, std::vector<Suspect>& suspects,
                              const Execution& execution, std::size_t& witnesses) {
    for (Suspect& suspect : suspects) {
        if (!suspect.open) continue;
        if (!flagged(check, suspect)) {
            Clause needed = search_.encoding().clause(
                search_.evaluator().why_not(check.node, suspect.a, suspect.b));
            needed.push_back(~suspect.chosen);
            search_.add(needed);
            continue;
        }
        const auto events =
            suspect.b.valid() ? std::vector{suspect.a, suspect.b} : std::vector{suspect.a};
        if (record(check, events, execution)) ++witnesses;
        close(suspect);
        // The same two actions the other way round are no other witness.
        for (Suspect& reverse : suspects)
            if (reverse.open && reverse.a == suspect.b && reverse.b == suspect.a) close(reverse);
        if (witnesses == kWitnesses) return true;
    }
    return false;
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
                record(check, finding.events, *execution);
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
