#include "text/undefined_text.h"

#include <algorithm>
#include <set>

#include "clmm/report/action.h"
#include "clmm/report/witness.h"
#include "facts/misplaced_fences.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;
using litmus::EventId;
using model::UndefinedEntry;

/// Two accesses of one place are the same race however often the place is passed.
using UndefinedPlace = std::pair<std::string, std::vector<std::pair<std::string, std::uint32_t>>>;

UndefinedPlace place_of(const CheckResult& result, const UndefinedEntry& entry) {
    UndefinedPlace place{entry.kind, {}};
    if (entry.span) place.second.emplace_back(entry.message, entry.span->begin);
    for (const EventId event : entry.events)
        place.second.emplace_back(format_unit(result.structure, event),
                                  result.structure[event].span.begin);
    return place;
}

std::string units_of(const CheckResult& result, const UndefinedEntry& entry) {
    std::string text;
    for (std::size_t i = 0; i < entry.events.size(); ++i)
        text += (i == 0 ? "" : " and ") + format_unit(result.structure, entry.events[i]);
    return text;
}

std::string excerpt(const CheckResult& result, Span span, std::string message) {
    Diagnostic note;
    note.severity = Severity::note;
    note.message = std::move(message);
    note.source = result.test.source;
    note.span = span;
    return render(note);
}

/// `here` is the fence, and its access is told by its line.
std::string fence_excerpts(const CheckResult& result, const UndefinedEntry& entry) {
    std::string text;
    for (const MisplacedFence& each : misplaced_fences(result.structure, entry)) {
        const Source::Written access =
            result.test.source->written(result.structure[each.access].span);
        const std::string line = "at line " + std::to_string(access.position().line);
        text +=
            excerpt(result, result.structure[each.fence].span,
                    format_unit(result.structure, each.fence) + ": " + to_text(each, "here", line));
    }
    return text;
}

std::string excerpts(const CheckResult& result, const UndefinedEntry& entry) {
    std::string text;
    if (!result.test.source) return text;
    for (const EventId event : entry.events) {
        const std::string action = format_unit(result.structure, event) + ": " +
                                   format_action(result.structure, entry.witness, event);
        text += excerpt(result, result.structure[event].span, action);
    }
    text += fence_excerpts(result, entry);
    if (entry.events.empty())
        for (const Span span : undefined_spans(result, entry))
            text += excerpt(result, span, entry.message);
    return text;
}

std::string entry_to_text(const CheckResult& result, const UndefinedEntry& entry, bool witness) {
    std::string text = "Undefined " + entry.kind;
    if (!entry.events.empty()) text += " of " + units_of(result, entry);
    text += "\n" + excerpts(result, entry);
    if (witness) text += format_execution(result.structure, result.test.source, entry.witness);
    return text + "\n";
}

}  // namespace

std::vector<std::string> undefined_kinds(const model::EngineAnswer& answer) {
    std::set<std::string> kinds;
    for (const UndefinedEntry& entry : answer.undefined) kinds.insert(entry.kind);
    return {kinds.begin(), kinds.end()};
}

std::vector<Span> undefined_spans(const CheckResult& result, const UndefinedEntry& entry) {
    std::vector<Span> spans;
    for (const EventId event : entry.events) spans.push_back(result.structure[event].span);
    if (entry.span) spans.push_back(*entry.span);
    const auto key = [](Span span) { return std::pair(span.begin, span.end); };
    std::sort(spans.begin(), spans.end(), [&](Span a, Span b) { return key(a) < key(b); });
    spans.erase(
        std::unique(spans.begin(), spans.end(), [&](Span a, Span b) { return key(a) == key(b); }),
        spans.end());
    return spans;
}

std::vector<const UndefinedEntry*> distinct_undefined(const CheckResult& result) {
    std::vector<const UndefinedEntry*> distinct;
    std::set<UndefinedPlace> told;
    for (const UndefinedEntry& entry : result.answer.undefined)
        if (told.insert(place_of(result, entry)).second) distinct.push_back(&entry);
    return distinct;
}

std::string undefined_to_text(const CheckResult& result, bool witnesses) {
    std::string text;
    for (const UndefinedEntry* entry : distinct_undefined(result))
        text += entry_to_text(result, *entry, witnesses);
    return text;
}

}  // namespace clmm::report
