// The page: its files, and the data of tests in them.
#include "clmm/report/html.h"

#include <algorithm>

#include "embedded_page.h"
#include "graph/style.h"
#include "html/pictures.h"
#include "html/text.h"
#include "json/dump.h"

namespace clmm::report {
namespace {

/// JSON that can stand in a script element: nothing in it ends the element or opens a comment.
/// Only strings can have a `<`, and there it may be written so.
std::string without_markup(const std::string& json) {
    std::string out;
    out.reserve(json.size());
    for (const char c : json) {
        if (c == '<')
            out += "\\u003c";
        else
            out += c;
    }
    return out;
}

std::string data_element(const std::string& id, const std::string& json) {
    return "<script type=\"application/json\" id=\"" + id + "\">" + without_markup(json) +
           "</script>\n";
}

Json model_to_json(const model::MemoryModel& model) {
    Json axioms = Json::object(), relations = Json::object();
    for (const model::Check& check : model.program.checks)
        if (check.role == model::CheckRole::axiom) axioms[check.name] = check.citation;
    const std::vector<std::string> shown = shown_relations(model);
    for (const model::Definition& definition : model.program.definitions)
        if (std::ranges::find(shown, definition.name) != shown.end())
            relations[definition.name] = definition.citation;
    return {{"documentation", model.documentation},
            {"axioms", std::move(axioms)},
            {"relations", std::move(relations)}};
}

std::string index_json(std::string_view title, std::string_view version,
                       const std::vector<HtmlTest>& tests,
                       const std::vector<const model::MemoryModel*>& models,
                       std::string_view playground) {
    Json styles = Json::object(), known = Json::object();
    for (const RelationStyle& style : relation_styles())
        styles[std::string(style.relation)] = {style.colour, style.line, style.words};
    for (const model::MemoryModel* model : models) known[model->name] = model_to_json(*model);
    Json head{{"title", title}, {"clmm", version}, {"styles", styles}, {"models", known}};
    if (!playground.empty()) head["playground"] = playground;
    std::string json = to_json_text(head);
    json.back() = ',';
    json += "\"tests\":[";
    for (std::size_t i = 0; i < tests.size(); ++i) json += (i == 0 ? "" : ",") + tests[i].summary;
    return json + "]}";
}

}  // namespace

std::string to_html(std::string_view title, std::string_view version,
                    const std::vector<HtmlTest>& tests,
                    const std::vector<const model::MemoryModel*>& models,
                    std::string_view playground) {
    std::string data = data_element("index", index_json(title, version, tests, models, playground));
    for (std::size_t i = 0; i < tests.size(); ++i)
        data += data_element("test-" + std::to_string(i), tests[i].page);
    const std::string shown_title = escaped(title);
    return filled(
        kPageHtml,
        {{"TITLE", shown_title}, {"STYLE", kPageStyle}, {"DATA", data}, {"SCRIPT", kPageScript}});
}

}  // namespace clmm::report
