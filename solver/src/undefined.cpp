#include "undefined.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace clmm::solver {

using model::Check;
using model::CheckKind;
using model::CheckRole;
using model::Execution;

namespace {
/// Witnesses a flag; more would only repeat the message.
constexpr std::size_t kWitnesses = 8;
}  // namespace

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
    const bool is_set = search_.program()[check.node].is_set;
    std::vector<Suspect> suspects;
    search_.evaluator().bounds(check.node).may.for_each([&](std::size_t a, std::size_t b) {
        if (check.kind == CheckKind::irreflexive && a != b) return;
        suspects.push_back(
            {EventId(a), is_set ? EventId::none() : EventId(b), search_.fresh("suspect")});
    });
    return suspects;
}

bool UndefinedSearch::flagged(const Check& check, const Suspect& suspect) const {
    return suspect.b.valid()
               ? search_.evaluator().relation(check.node).test(suspect.a.index(), suspect.b.index())
               : search_.evaluator().set(check.node).test(suspect.a.index());
}

/// The comment above the check, or above the definition that it is about.
std::string UndefinedSearch::citation_of(const Check& check) const {
    if (!check.citation.empty()) return check.citation;
    for (const model::Definition& definition : search_.program().definitions)
        if (definition.node == check.node && !definition.citation.empty())
            return definition.citation;
    return {};
}

bool UndefinedSearch::record(const Check& check, std::vector<EventId> events,
                             const Execution& witness) {
    // A race is between two actions, whichever comes first.
    std::vector<EventId> sorted = events;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    for (const model::UndefinedEntry& known : answer_.undefined)
        if (known.kind == check.name && known.events == sorted) return false;
    search_.replay(witness);
    answer_.undefined.push_back({check.name, citation_of(check), sorted, witness, std::nullopt});
    return true;
}

std::vector<UndefinedSearch::Suspect> UndefinedSearch::representatives(
    std::vector<Suspect> suspects) const {
    if (search_.symmetries().empty()) return suspects;
    std::map<std::pair<EventId, EventId>, std::size_t> numbers;
    for (std::size_t i = 0; i < suspects.size(); ++i)
        numbers.emplace(std::pair(suspects[i].a, suspects[i].b), i);
    // Every suspect reaches the first of its orbit through images.
    std::vector<std::size_t> first(suspects.size());
    std::iota(first.begin(), first.end(), std::size_t{0});
    const auto root = [&](std::size_t i) {
        while (first[i] != i) i = first[i] = first[first[i]];
        return i;
    };
    for (std::size_t i = 0; i < suspects.size(); ++i)
        for (const model::Automorphism& symmetry : search_.symmetries()) {
            const auto image = numbers.find({symmetry(suspects[i].a), symmetry(suspects[i].b)});
            if (image == numbers.end()) continue;
            const auto [low, high] = std::minmax({root(i), root(image->second)});
            first[high] = low;
        }
    std::vector<Suspect> kept;
    for (std::size_t i = 0; i < suspects.size(); ++i)
        if (root(i) == i) kept.push_back(std::move(suspects[i]));
    return kept;
}

void UndefinedSearch::record_orbit(const Check& check, const Suspect& suspect,
                                   const Execution& witness, std::size_t& witnesses) {
    struct Found {
        EventId a, b;
        Execution witness;
    };
    const auto image = [](const model::Automorphism& symmetry, const Found& of) {
        return std::optional(Found{symmetry(of.a), symmetry(of.b), symmetry(of.witness)});
    };
    const auto key = [](const Found& of) { return std::minmax({of.a, of.b}); };  // as reported
    const auto note = [&](const Found& found) {
        if (witnesses == kWitnesses) return;
        const auto events = found.b.valid() ? std::vector{found.a, found.b} : std::vector{found.a};
        if (record(check, events, found.witness)) ++witnesses;
    };
    const Found start{suspect.a, suspect.b, witness};
    note(start);
    for (const Found& found : orbit(search_.symmetries(), start, kWitnesses, image, key))
        note(found);
}

void UndefinedSearch::search_flag(std::size_t index) {
    const Check& check = search_.program().checks[index];
    std::vector<Suspect> suspects = representatives(suspects_of(check));
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
    std::size_t witnesses = 0;
    const z3::expr_vector assumptions = search_.assume({active, search_.begun()});
    while (const std::optional<Execution> execution = search_.next(assumptions)) {
        for (Suspect& suspect : suspects) {
            if (!suspect.open) continue;
            if (flagged(check, suspect)) {
                record_orbit(check, suspect, *execution, witnesses);
                search_.add(!suspect.chosen);
                suspect.open = false;
                // The same two actions the other way round are no other witness.
                for (Suspect& reverse : suspects)
                    if (reverse.open && reverse.a == suspect.b && reverse.b == suspect.a) {
                        reverse.open = false;
                        search_.add(!reverse.chosen);
                    }
                if (witnesses == kWitnesses) return;
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
                record(check, finding.events, *execution);
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
