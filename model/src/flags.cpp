#include "clmm/model/flags.h"

#include <map>
#include <numeric>

namespace clmm::model {
namespace {

constexpr std::size_t kMostWitnesses = 8;

/// One of each orbit.
std::vector<Suspect> representatives(std::vector<Suspect> suspects,
                                     const std::vector<Automorphism>& symmetries) {
    if (symmetries.empty()) return suspects;
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
    std::vector<Suspect> kept;
    for (std::size_t i = 0; i < suspects.size(); ++i)
        if (root(i) == i) kept.push_back(suspects[i]);
    return kept;
}

}  // namespace

std::vector<Suspect> suspects(const Program& program, const Check& check,
                              const Evaluator& evaluator,
                              const std::vector<Automorphism>& symmetries) {
    const bool is_set = program[check.node].is_set;
    std::vector<Suspect> all;
    evaluator.bounds(check.node).may.for_each([&](std::size_t a, std::size_t b) {
        if (check.kind == CheckKind::irreflexive && a != b) return;
        all.push_back({EventId(a), is_set ? EventId::none() : EventId(b)});
    });
    return representatives(std::move(all), symmetries);
}

bool is_flagged(const Check& check, const Suspect& suspect, const Evaluator& evaluator) {
    return suspect.b.valid()
               ? evaluator.relation(check.node).test(suspect.a.index(), suspect.b.index())
               : evaluator.set(check.node).test(suspect.a.index());
}

bool FlagWitnesses::are_enough() const { return count_ >= kMostWitnesses; }

/// The comment above the check, or above the definition that it is about.
std::string FlagWitnesses::citation() const {
    if (!check_.citation.empty()) return check_.citation;
    for (const Definition& definition : program_.definitions)
        if (definition.node == check_.node && !definition.citation.empty())
            return definition.citation;
    return {};
}

void FlagWitnesses::add(std::vector<EventId> events, const Execution& witness) {
    if (are_enough()) return;
    // A race is between two actions, whichever comes first.
    std::sort(events.begin(), events.end());
    events.erase(std::unique(events.begin(), events.end()), events.end());
    for (const UndefinedEntry& known : answer_.undefined)
        if (known.kind == check_.name && known.events == events) return;
    replay_(witness);
    answer_.undefined.push_back(
        {check_.name, citation(), std::move(events), witness, std::nullopt});
    ++count_;
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
    const auto key = [](const Found& of) {  // as reported
        return std::minmax({of.suspect.a, of.suspect.b});
    };
    const auto note = [&](const Found& found) {
        std::vector<EventId> events{found.suspect.a};
        if (found.suspect.b.valid()) events.push_back(found.suspect.b);
        add(std::move(events), found.witness);
    };
    const Found start{suspect, witness};
    note(start);
    for (const Found& found : orbit(symmetries, start, kMostWitnesses, image, key)) note(found);
}

}  // namespace clmm::model
