#include "clmm/model/undefined_search.h"

#include <algorithm>
#include <atomic>

namespace clmm::model {

void UndefinedSearch::run(const std::function<bool(std::string_view kind)>& wanted) {
    search_flags(wanted);
    search_terms(wanted);
}

void UndefinedSearch::search_flags(const std::function<bool(std::string_view kind)>& wanted) {
    const auto& checks = proposals_.program().checks;
    for (std::size_t i = 0; i < checks.size(); ++i) {
        if (checks[i].role == CheckRole::axiom || (wanted && !wanted(checks[i].name))) continue;
        // "There is such a pair" can be asked of the solver; a cycle's absence can not.
        if (checks[i].negated && checks[i].kind != CheckKind::acyclic)
            search_flag(i);
        else
            search_by_enumeration(i);
        if (proposals_.stopped()) answer_.unsearched.push_back(checks[i].name);
    }
}

void UndefinedSearch::search_terms(const std::function<bool(std::string_view kind)>& wanted) {
    std::vector<const litmus::UndefinedBehaviour*> behaviours;
    for (const litmus::UndefinedBehaviour& behaviour : proposals_.structure().undefined)
        if ((!wanted || wanted(behaviour.kind)) &&
            !proposals_.structure().terms.is_false(behaviour.when))
            behaviours.push_back(&behaviour);
    if (behaviours.size() > 1 && !some_holds(behaviours)) return;
    for (const litmus::UndefinedBehaviour* behaviour : behaviours) {
        search_term(*behaviour);
        if (proposals_.stopped()) answer_.unsearched.push_back(behaviour->kind);
    }
}

FlagWitnesses UndefinedSearch::witnesses_of(const Check& check) {
    return {proposals_.structure(), proposals_.program(), check};
}

std::vector<UndefinedSearch::Chosen> UndefinedSearch::choices_of(const Check& check) {
    std::vector<Chosen> choices;
    for (const SuspectClass& each :
         suspects(proposals_.program(), check, proposals_.evaluator(), proposals_.symmetries()))
        choices.push_back({each, proposals_.fresh()});
    return choices;
}

UndefinedSearch::Choice UndefinedSearch::choose_among(const std::vector<Chosen>& suspects) {
    const Choice active = proposals_.fresh();
    Choices some{-active};
    for (const auto& [of, choice, open] : suspects) {
        proposals_.require({-choice, proposals_.executed(of.suspect.a)});
        if (of.suspect.b.valid()) proposals_.require({-choice, proposals_.executed(of.suspect.b)});
        // Of what alike units do, whatever the order of those that are no part of it.
        std::vector<litmus::UnitId> apart;
        for (const EventId each : {of.suspect.a, of.suspect.b})
            if (each.valid()) apart.push_back(proposals_.structure()[each].unit);
        proposals_.put_in_order(choice, apart);
        some.push_back(choice);
    }
    proposals_.require(some);
    return active;
}

std::optional<Execution> UndefinedSearch::next(Choice active) {
    return proposals_.next({active, proposals_.begun()}, Proposals::Cycles::allowed);
}

void UndefinedSearch::search_flag(std::size_t index) {
    const Check& check = proposals_.program().checks[index];
    std::vector<Chosen> suspects = choices_of(check);
    if (suspects.empty()) return;
    FlagWitnesses witnesses = witnesses_of(check);
    const Choice active = choose_among(suspects);
    const auto is_open = [](const Chosen& suspect) { return suspect.open; };
    bool is_divided = false;
    while (std::ranges::any_of(suspects, is_open)) {
        const Choices some{active, proposals_.begun()};
        const std::optional<Execution> execution =
            is_divided ? proposals_.next(some, Proposals::Cycles::allowed)
                       : proposals_.next_if_quick(some, Proposals::Cycles::allowed);
        if (!execution && !is_divided && proposals_.is_long()) {
            is_divided = true;
            if (close_refuted(check, suspects, active)) continue;
        }
        if (!execution) break;
        look_at(check, suspects, *execution, witnesses);
        // Where there are enough, those matter that would stand before the last.
        for (Chosen& suspect : suspects)
            if (suspect.open && !witnesses.would_show(suspect.suspects.first)) close(suspect);
    }
    // None of this is asked again.
    proposals_.require({-active});
    for (Chosen& suspect : suspects)
        if (suspect.open) close(suspect);
    witnesses.enter(answer_, [&](const Execution& witness) { proposals_.replay(witness); });
}

void UndefinedSearch::look_at(const Check& check, std::vector<Chosen>& suspects,
                              const Execution& execution, FlagWitnesses& witnesses) {
    for (Chosen& suspect : suspects) {
        if (!suspect.open) continue;
        const auto [a, b] = suspect.suspects.suspect;
        if (!is_flagged(check, {a, b}, proposals_.evaluator())) {
            proposals_.require({-suspect.choice}, proposals_.evaluator().why_not(check.node, a, b));
            continue;
        }
        witnesses.add({a, b}, execution, proposals_.symmetries());
        close(suspect);
        // The same two actions the other way round are no other witness.
        for (Chosen& reverse : suspects)
            if (reverse.open && reverse.suspects.suspect == Suspect{b, a}) close(reverse);
    }
}

/// Which are flagged in some execution of a part is found out for each part; what is not flagged in
/// any is refuted, whatever else was found on the way.
bool UndefinedSearch::close_refuted(const Check& check, std::vector<Chosen>& suspects,
                                    Choice active) {
    std::vector<std::atomic<bool>> is_settled(suspects.size());
    for (std::size_t i = 0; i < suspects.size(); ++i) is_settled[i] = !suspects[i].open;
    const auto look = [&](Proposals& others, std::size_t i) {
        const auto [a, b] = suspects[i].suspects.suspect;
        if (is_flagged(check, {a, b}, others.evaluator())) is_settled[i] = true;
        if (is_settled[i])
            others.require({-suspects[i].choice});
        else
            others.require({-suspects[i].choice}, others.evaluator().why_not(check.node, a, b));
    };
    const bool is_done = proposals_.do_apart([&](Proposals& others) {
        while (others.next({active, others.begun()}, Proposals::Cycles::allowed))
            for (std::size_t i = 0; i < suspects.size(); ++i)
                if (suspects[i].open) look(others, i);
    });
    for (std::size_t i = 0; i < suspects.size() && is_done; ++i)
        if (!is_settled[i]) close(suspects[i]);
    return is_done;
}

void UndefinedSearch::close(Chosen& suspect) {
    proposals_.require({-suspect.choice});
    suspect.open = false;
}

/// For flags that no single pair raises: every execution is looked at.
void UndefinedSearch::search_by_enumeration(std::size_t index) {
    const Check& check = proposals_.program().checks[index];
    const Choice active = proposals_.fresh();
    while (const std::optional<Execution> execution = next(active)) {
        for (const Finding& finding : proposals_.evaluator().flags())
            if (finding.check == index) {
                FlagWitnesses witnesses = witnesses_of(check);
                witnesses.add(finding.events, *execution);
                witnesses.enter(answer_,
                                [&](const Execution& witness) { proposals_.replay(witness); });
                return;
            }
        proposals_.exclude(active, *execution);
    }
}

bool UndefinedSearch::some_holds(const std::vector<const litmus::UndefinedBehaviour*>& behaviours) {
    const Choice active = proposals_.fresh();
    Choices some{-active};
    for (const litmus::UndefinedBehaviour* behaviour : behaviours)
        some.push_back(proposals_.holds(behaviour->when));
    proposals_.require(some);
    return next(active) || proposals_.stopped();
}

void UndefinedSearch::search_term(const litmus::UndefinedBehaviour& behaviour) {
    const std::optional<Execution> execution = next(proposals_.holds(behaviour.when));
    if (!execution) return;
    proposals_.replay(*execution);
    answer_.undefined.push_back(
        {behaviour.kind, behaviour.message, {}, *execution, behaviour.span});
}

bool has_open_undefined(const EngineAnswer& answer) {
    return answer.undefined_incomplete || answer.bound_undecided;
}

void take_over_undefined(EngineAnswer& answer, EngineAnswer later) {
    if (!later.bound_undecided) {
        answer.bound_reached = later.bound_reached;
        answer.bound_undecided.reset();
    }
    const bool finds_less = later.undefined.size() < answer.undefined.size();
    if (later.undefined_incomplete && finds_less) return;
    answer.undefined = std::move(later.undefined);
    answer.unsearched = std::move(later.unsearched);
    answer.undefined_incomplete = std::move(later.undefined_incomplete);
    answer.race_free = later.race_free;
}

}  // namespace clmm::model
