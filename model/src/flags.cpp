#include "clmm/model/flags.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <utility>

namespace clmm::model {
namespace {

constexpr std::size_t kMostWitnesses = 8;

/// As reported: a race is between two actions, whichever comes first.
std::vector<EventId> events_of(const Suspect& suspect) {
    if (!suspect.b.valid() || suspect.a == suspect.b) return {suspect.a};
    return {std::min(suspect.a, suspect.b), std::max(suspect.a, suspect.b)};
}

Suspect in_order(const Suspect& suspect) {
    return suspect.b.valid() && suspect.b < suspect.a ? Suspect{suspect.b, suspect.a} : suspect;
}

/// One of each orbit.
std::vector<SuspectClass> representatives(const std::vector<Suspect>& suspects,
                                          const std::vector<Automorphism>& symmetries) {
    std::map<Suspect, std::size_t> numbers;
    for (std::size_t i = 0; i < suspects.size(); ++i) numbers.emplace(suspects[i], i);
    // Every suspect reaches the first of its orbit through images.
    std::vector<std::size_t> first(suspects.size());
    std::iota(first.begin(), first.end(), std::size_t{0});
    const auto root = [&](std::size_t i) {
        while (first[i] != i) i = first[i] = first[first[i]];
        return i;
    };
    for (std::size_t i = 0; i < suspects.size(); ++i)
        for (const Automorphism& symmetry : symmetries) {
            const auto image = numbers.find({symmetry(suspects[i].a), symmetry(suspects[i].b)});
            if (image == numbers.end()) continue;
            const auto [low, high] = std::minmax({root(i), root(image->second)});
            first[high] = low;
        }
    std::map<std::size_t, SuspectClass> classes;  // by the first member
    for (std::size_t i = 0; i < suspects.size(); ++i) {
        const Suspect reported = in_order(suspects[i]);
        const auto [known, is_new] = classes.try_emplace(root(i), suspects[i], reported);
        if (!is_new) known->second.first = std::min(known->second.first, reported);
    }
    std::vector<SuspectClass> kept;
    for (const auto& [number, each] : classes) kept.push_back(each);
    return kept;
}

}  // namespace

bool is_race(std::string_view kind) {
    constexpr std::string_view kWord = "race";
    const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
    for (auto at = kind.find(kWord); at != std::string_view::npos; at = kind.find(kWord, at + 1)) {
        const auto end = at + kWord.size();
        if ((at == 0 || !is_letter(kind[at - 1])) && (end == kind.size() || !is_letter(kind[end])))
            return true;
    }
    return false;
}

std::vector<SuspectClass> suspects(const Program& program, const Check& check,
                                   const Evaluator& evaluator,
                                   const std::vector<Automorphism>& symmetries) {
    const bool is_set = program[check.node].is_set;
    std::vector<Suspect> all;
    evaluator.bounds(check.node).may.for_each([&](std::size_t a, std::size_t b) {
        if (check.kind == CheckKind::irreflexive && a != b) return;
        all.push_back({EventId(a), is_set ? EventId::none() : EventId(b)});
    });
    return representatives(all, symmetries);
}

bool is_flagged(const Check& check, const Suspect& suspect, const Evaluator& evaluator) {
    return suspect.b.valid()
               ? evaluator.relation(check.node).test(suspect.a.index(), suspect.b.index())
               : evaluator.set(check.node).test(suspect.a.index());
}

FlagWitnesses::Looks FlagWitnesses::looks_of(const Events& events) const {
    Looks looks;
    for (const EventId id : events) {
        const litmus::Event& event = structure_[id];
        looks.emplace_back(event.unit, event.kind, event.span.begin);
    }
    return looks;
}

bool FlagWitnesses::would_show(const std::vector<EventId>& events) const {
    if (const auto known = known_.find(looks_of(events)); known != known_.end())
        return events < known->second;
    return found_.size() < kMostWitnesses || events < found_.rbegin()->first;
}

bool FlagWitnesses::would_show(const Suspect& suspect) const {
    return would_show(events_of(suspect));
}

/// The comment above the check, or above the definition that it is about.
std::string FlagWitnesses::citation() const {
    if (!check_.citation.empty()) return check_.citation;
    for (const Definition& definition : program_.definitions)
        if (definition.node == check_.node && !definition.citation.empty())
            return definition.citation;
    return {};
}

void FlagWitnesses::add(std::vector<EventId> events, const Execution& witness) {
    std::sort(events.begin(), events.end());
    events.erase(std::unique(events.begin(), events.end()), events.end());
    if (!would_show(events)) return;
    const auto [known, is_new] = known_.try_emplace(looks_of(events), events);
    if (!is_new) found_.erase(std::exchange(known->second, events));
    found_.try_emplace(std::move(events), witness);
    if (found_.size() <= kMostWitnesses) return;
    known_.erase(looks_of(found_.rbegin()->first));
    found_.erase(std::prev(found_.end()));
}

void FlagWitnesses::enter(EngineAnswer& answer, const Replay& replay) const {
    for (const auto& [events, witness] : found_) {
        replay(witness);
        answer.undefined.push_back({check_.name, citation(), events, witness, std::nullopt});
    }
}

void FlagWitnesses::add(const Suspect& suspect, const Execution& witness,
                        const std::vector<Automorphism>& symmetries) {
    struct Found {
        Suspect suspect;
        Execution witness;
    };
    const auto image = [](const Automorphism& symmetry, const Found& of) {
        return std::optional(
            Found{{symmetry(of.suspect.a), symmetry(of.suspect.b)}, symmetry(of.witness)});
    };
    const auto key = [](const Found& of) { return events_of(of.suspect); };
    const auto note = [&](const Found& found) { add(events_of(found.suspect), found.witness); };
    const Found start{suspect, witness};
    note(start);
    for (const Found& found : orbit(symmetries, start, kMostWitnesses, image, key)) note(found);
}

}  // namespace clmm::model
