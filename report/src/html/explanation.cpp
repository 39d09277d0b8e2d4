// Explanations on a page: the same words as `clmm explain`, each case with its picture.
#include <algorithm>
#include <set>

#include "html/parts.h"
#include "text/undefined_text.h"

namespace clmm::report {
namespace {

Json events_of(const std::vector<Highlight>& pairs) {
    std::set<std::size_t> events;
    for (const Highlight& pair : pairs) {
        events.insert(pair.a.index());
        events.insert(pair.b.index());
    }
    return events;
}

Json steps_of(const std::vector<ToldStep>& steps) {
    Json list = Json::array();
    for (const ToldStep& step : steps)
        list.push_back({{"text", step.text},
                        {"since", step.since},
                        {"uses", step.uses},
                        {"citation", step.citation},
                        {"supposed", step.supposed},
                        {"events", events_of(step.pairs)}});
    return list;
}

Json case_of(const ToldCase& told, const model::MemoryModel& model, Pictures& pictures) {
    return {{"steps", steps_of(told.steps)},
            {"uses", told.uses},
            {"axiom", told.axiom},
            {"rule", told.rule},
            {"conclusion", told.conclusion},
            {"execution", pictures.add(*told.structure, model, *told.would_be, told.highlights)}};
}

Json arguments_of(const std::vector<ToldArgument>& arguments, const model::MemoryModel& model,
                  Pictures& pictures) {
    Json list = Json::array();
    for (const ToldArgument& argument : arguments) {
        Json cases = Json::array();
        for (const ToldCase& each : argument.cases) cases.push_back(case_of(each, model, pictures));
        list.push_back(std::move(cases));
    }
    return list;
}

/// Which undefined behaviour of the page an explanation of a race is about.
Json entry_of(const HtmlStudy& study, const ToldExplanation& told) {
    const auto distinct = distinct_undefined(study.result);
    const auto found = std::ranges::find_if(
        distinct, [&](const auto* entry) { return &entry->witness == told.witness; });
    return found == distinct.end() ? Json(nullptr) : Json(found - distinct.begin());
}

std::string note_of(const ToldExplanation& told) {
    std::string note = told.note;
    const auto add = [&](const std::string& text) {
        note += (note.empty() || text.empty() ? "" : " ") + text;
    };
    for (const std::string& hint : told.hints) add(hint);
    add(told.not_excluded);
    return note;
}

}  // namespace

Json html_explanations(const HtmlStudy& study, Pictures& pictures) {
    Json list = Json::array();
    for (const ToldExplanation& told : study.explanations) {
        Json json{{"verdict", to_string(told.verdict)},
                  {"headline", told.headline},
                  {"note", note_of(told)},
                  {"undefined", entry_of(study, told)},
                  {"reasons", arguments_of(told.arguments, *study.model, pictures)},
                  {"steps", steps_of(told.steps)}};
        if (told.witness != nullptr)
            json["execution"] =
                pictures.add(study.result.structure, *study.model, *told.witness, told.highlights);
        Json changes = Json::array();
        for (const ToldChange& change : told.changes)
            changes.push_back({{"text", change.text}, {"line", pictures.line_of(change.span)}});
        json["changes"] = std::move(changes);
        json["by"] = arguments_of(told.expected, *study.model, pictures);
        json["as_it_is"] = told.as_it_is;
        list.push_back(std::move(json));
    }
    return list;
}

}  // namespace clmm::report
