#include "html/parts.h"

#include "clmm/model/evaluator.h"
#include "clmm/report/action.h"
#include "clmm/report/value.h"
#include "clmm/report/witness.h"
#include "facts/violated_pairs.h"
#include "html/states.h"
#include "text/undefined_text.h"

namespace clmm::report {
namespace {

using litmus::EventId;
using model::OutcomeEntry;

std::uint32_t line_in(const Diagnostic& diagnostic, const SourcePtr& page) {
    if (!diagnostic.source || !page) return 0;
    const Source::Written place = diagnostic.source->written(diagnostic.span);
    return place.source.name() == page->name() ? place.position().line : 0;
}

Json accesses_of(const HtmlStudy& study, const model::UndefinedEntry& entry,
                 const Pictures& pictures) {
    const litmus::EventStructure& structure = study.result.structure;
    const auto names = action_names(structure, entry.witness);
    Json accesses = Json::array();
    for (const EventId event : entry.events) {
        const std::string& name = names[event.index()];
        accesses.push_back({{"event", event.index()},
                            {"text", (name.empty() ? "" : name + ": ") +
                                         format_action(structure, entry.witness, event)},
                            {"unit", format_unit(structure, event)},
                            {"line", pictures.line_of(structure[event].span)}});
    }
    return accesses;
}

/// The outcomes without an axiom that are none with it.
void add_appearing(const HtmlStudy& study, const HtmlStudy::Without& without,
                   const AnswerStates& allowed, std::size_t limit, Pictures& pictures, Json& json) {
    const enumerator::CheckResult& weaker = *without.result;
    std::size_t total = 0;
    Json list = Json::array();
    for (const OutcomeEntry& outcome : weaker.answer.outcomes) {
        const char with_it = allowed.says(weaker.structure, outcome);
        if (with_it == 'y' || with_it == 'a') continue;
        if (++total > limit) continue;
        const auto bold =
            violated_pairs(weaker.structure, *study.model, outcome.execution(), without.check);
        list.push_back({{"state", format_state(weaker.structure, outcome)},
                        {"family", html_family(outcome)},
                        {"free", html_free(outcome)},
                        {"satisfies", outcome.satisfies_condition},
                        {"air", outcome.out_of_thin_air},
                        {"execution",
                         pictures.add(weaker.structure, *study.model, outcome.execution(), bold)}});
    }
    json["total"] = total;
    json["appear"] = std::move(list);
}

}  // namespace

Json html_diagnostics(const Diagnostics& diagnostics, const SourcePtr& page) {
    Json list = Json::array();
    for (const Diagnostic& each : diagnostics)
        list.push_back({{"severity", to_string(each.severity)},
                        {"code", each.code},
                        {"message", each.message},
                        {"hint", each.hint},
                        {"line", line_in(each, page)}});
    return list;
}

std::string html_family(const OutcomeEntry& outcome) {
    if (!outcome.family) return {};
    return std::string(extent_word(outcome.family->extent)) + " value";
}

std::string html_free(const OutcomeEntry& outcome) {
    return outcome.family ? why_free(outcome) : std::string();
}

Json html_undefined(const HtmlStudy& study, const HtmlLimits& limits, Pictures& pictures) {
    Json list = Json::array();
    for (const model::UndefinedEntry* entry : distinct_undefined(study.result)) {
        if (list.size() == limits.listed) break;
        Json lines = Json::array();
        for (const Span span : undefined_spans(study.result, *entry))
            lines.push_back(pictures.line_of(span));
        list.push_back(
            {{"kind", entry->kind},
             {"message", entry->message},
             {"accesses", accesses_of(study, *entry, pictures)},
             {"lines", std::move(lines)},
             {"execution", pictures.add(study.result.structure, *study.model, entry->witness,
                                        undefined_highlights(study.result.structure, *entry))}});
    }
    return list;
}

Json html_axioms(const HtmlStudy& study, const HtmlLimits& limits, Pictures& pictures) {
    const AnswerStates allowed(&study.result);
    Json list = Json::array();
    for (const HtmlStudy::Without& without : study.axioms) {
        Json json{{"name", study.model->program.checks[without.check].name},
                  {"reason", without.result ? without.result->reason : ""},
                  {"problems", html_diagnostics(without.problems, study.source)}};
        if (without.result) add_appearing(study, without, allowed, limits.listed, pictures, json);
        list.push_back(std::move(json));
    }
    return list;
}

}  // namespace clmm::report
