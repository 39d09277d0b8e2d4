#include "opaque.h"

#include <algorithm>

#include "clmm/litmus/opaque_values.h"
#include "clmm/model/execution.h"

namespace clmm::enumerator {
namespace {

using litmus::EventStructure;
using litmus::OpaqueDependence;
using model::UndefinedEntry;

/// The terms that may be what the engine reports: alike in all that it tells, and true there.
std::optional<Span> of_terms(const EventStructure& structure, const OpaqueDependence& dependence,
                             const UndefinedEntry& entry) {
    std::optional<Span> found;
    for (const litmus::UndefinedBehaviour& each : structure.undefined) {
        const bool is_there =
            entry.span && each.span.begin == entry.span->begin && each.span.end == entry.span->end;
        if (!is_there || each.kind != entry.kind || each.message != entry.message) continue;
        if (evaluate(structure.terms, each.when, model::ExecutionValues(entry.witness)) == 0)
            continue;
        const auto place = dependence.of(each.when);
        if (!place) return std::nullopt;
        found = place;
    }
    return found;
}

std::string sentence(const litmus::LitmusTest& test, Span span) {
    const Source::Written place = test.source->written(span);
    const std::string_view text =
        place.source.text().substr(place.span.begin, place.span.end - place.span.begin);
    return "what was found depends on the value of '" + std::string(text) + "' (line " +
           std::to_string(place.position().line) + "), which is taken as any";
}

}  // namespace

std::string leave_open_opaque(const EventStructure& structure, const litmus::LitmusTest& test,
                              model::EngineAnswer& answer) {
    if (answer.undefined.empty()) return {};
    const OpaqueDependence dependence(structure);
    if (dependence.is_empty()) return {};
    std::string reason;
    std::erase_if(answer.undefined, [&](const UndefinedEntry& entry) {
        const auto place = entry.events.empty() ? of_terms(structure, dependence, entry)
                                                : dependence.of(entry.events);
        if (!place) return false;
        if (reason.empty()) reason = sentence(test, *place);
        answer.unsearched.push_back(entry.kind);
        return true;
    });
    if (reason.empty()) return {};
    if (!answer.undefined_incomplete) answer.undefined_incomplete = reason;
    if (answer.race_free == false &&
        std::ranges::none_of(answer.undefined, model::is_race, &UndefinedEntry::kind))
        answer.race_free.reset();
    return reason;
}

}  // namespace clmm::enumerator
