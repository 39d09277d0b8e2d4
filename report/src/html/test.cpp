// One test's part of a page, as JSON.
#include <algorithm>

#include "clmm/report/hash.h"
#include "clmm/report/html.h"
#include "html/parts.h"
#include "html/states.h"
#include "json/dump.h"
#include "json/execution.h"
#include "text/undefined_text.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;
using enumerator::ClaimStatus;
using model::OutcomeEntry;

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

std::string expectation_of(const HtmlStudy& study) {
    const auto some = [&](ClaimStatus status) {
        return std::ranges::any_of(study.result.claims,
                                   [&](const auto& claim) { return claim.status == status; });
    };
    if (!study.disagreement.empty() || !study.unexpected.empty() || some(ClaimStatus::failed))
        return "failed";
    if (some(ClaimStatus::unknown)) return "unknown";
    return study.has_expectation || !study.result.claims.empty() ? "met" : "";
}

std::string in_one_line(const Json& json) { return to_json_text(json); }

class Page {
public:
    Page(const HtmlStudy& study, const HtmlLimits& limits)
        : study_(study),
          result_(study.result),
          limits_(limits),
          pictures_(result_.test, study.source) {}

    HtmlTest operator()() {
        Json page = header();
        const HtmlStates states = states_of(study_, limits_);
        page["states"] = states_to_json(states);
        page["states_left_out"] = states.left_out;
        page["listed"] = limits_.listed;
        page["models"] = models_to_json();
        page["chosen"] = study_.chosen;
        page["undefined"] = html_undefined(study_, limits_, pictures_);
        page["undefined_total"] = distinct_undefined(result_).size();
        page["axioms"] = html_axioms(study_, limits_, pictures_);
        page["explanations"] = html_explanations(study_, pictures_);
        page["relations"] = relations();
        page.update(pictures_.to_json());
        return {in_one_line(summary()), in_one_line(page)};
    }

    [[nodiscard]] Json summary() const {
        return {{"name", result_.test.name},
                {"file", study_.source ? study_.source->name() : ""},
                {"verdict", to_string(result_.verdict)},
                {"allowed", or_null(enumerator::allowed(result_.answer))},
                {"racy", or_null(result_.racy)},
                {"undefined_kinds", other_kinds()},
                {"has_condition", result_.test.quantifier.has_value()},
                {"has_properties", !result_.properties.empty()},
                {"outcomes", count_to_json(result_.answer.outcomes.size())},
                {"expected", expectation_of(study_)}};
    }

private:
    /// Of undefined behaviour other than races.
    [[nodiscard]] Json other_kinds() const {
        Json kinds = Json::array();
        for (const std::string& kind : enumerator::undefined_kinds(result_.answer))
            if (!model::is_race(kind)) kinds.push_back(kind);
        return kinds;
    }

    [[nodiscard]] Json header() const {
        Json page = summary();
        page.update({{"language", result_.test.front_end->title(result_.test)},
                     {"hash", test_hash(result_.test)},
                     {"source", study_.source ? study_.source->text() : std::string_view()},
                     {"model", result_.model},
                     {"condition", result_.test.quantifier ? result_.test.condition_text : ""},
                     {"observation", to_string(result_.observation)},
                     {"reason", result_.reason},
                     {"races_reason", result_.answer.undefined_incomplete.value_or("")},
                     {"disagreement", study_.disagreement},
                     {"unexpected", study_.unexpected},
                     {"claims", claims_to_json()},
                     {"properties", properties_to_json()},
                     {"notes", html_diagnostics(result_.warnings, study_.source)}});
        return page;
    }

    [[nodiscard]] Json claims_to_json() const {
        Json list = Json::array();
        for (const enumerator::ClaimResult& claim : result_.claims)
            list.push_back({{"claim", to_string(claim.claim)},
                            {"status", to_string(claim.status)},
                            {"origin", claim.origin},
                            {"line", pictures_.line_of(claim.span)}});
        return list;
    }

    [[nodiscard]] Json properties_to_json() const {
        Json list = Json::array();
        for (const enumerator::PropertyResult& each : result_.properties)
            list.push_back(
                {{"property", to_string(each.property)}, {"status", to_string(each.status)}});
        return list;
    }

    std::size_t add_outcome(const CheckResult& of, const model::MemoryModel& model,
                            const OutcomeEntry& outcome) {
        std::vector<Highlight> cycle;
        if (outcome.out_of_thin_air) cycle = thin_air_highlights(of.structure, outcome.execution());
        return pictures_.add(of.structure, model, outcome.execution(), cycle);
    }

    Json states_to_json(const HtmlStates& states) {
        Json list = Json::array();
        for (const HtmlState& state : states.states)
            list.push_back({{"state", state.text},
                            {"family", html_family(state.outcome)},
                            {"free", html_free(state.outcome)},
                            {"satisfies", state.outcome.satisfies_condition},
                            {"allowed", state.allowed},
                            {"by", state.model},
                            {"execution", add_outcome(*state.of, *study_.models[state.model].model,
                                                      state.outcome)}});
        return list;
    }

    [[nodiscard]] Json models_to_json() const {
        Json list = Json::array();
        for (std::size_t i = 0; i < study_.models.size(); ++i) {
            Json json{{"name", study_.models[i].name}};
            if (const CheckResult* result = result_under(study_, i))
                json.update({{"verdict", to_string(result->verdict)},
                             {"racy", or_null(result->racy)},
                             {"undefined", enumerator::undefined_kinds(result->answer)},
                             {"total", count_to_json(result->answer.outcomes.size())},
                             {"reason", result->reason},
                             {"races_reason", result->answer.undefined_incomplete.value_or("")}});
            json["problems"] = html_diagnostics(study_.models[i].problems, study_.source);
            list.push_back(std::move(json));
        }
        return list;
    }

    /// What the pictures' switches are for: relations of any model whose executions are shown.
    [[nodiscard]] Json relations() const {
        Json names = shown_relations(*study_.model);
        for (const HtmlStudy::Under& under : study_.models)
            if (under.model != nullptr)
                for (const std::string& name : shown_relations(*under.model))
                    if (std::ranges::find(names, Json(name)) == names.end()) names.push_back(name);
        return names;
    }

    const HtmlStudy& study_;
    const CheckResult& result_;
    HtmlLimits limits_;
    Pictures pictures_;
};

}  // namespace

HtmlTest html_test(const HtmlStudy& study, const HtmlLimits& limits) {
    return Page(study, limits)();
}

std::string html_summary(const HtmlStudy& study) { return in_one_line(Page(study, {}).summary()); }

HtmlTest html_rejection(std::string_view file, const SourcePtr& source,
                        const Diagnostics& problems) {
    const std::size_t slash = file.rfind('/');
    const auto error = std::ranges::find(problems, Severity::error, &Diagnostic::severity);
    Json summary{
        {"name", slash == std::string_view::npos ? file : file.substr(slash + 1)},
        {"file", file},
        {"verdict", "rejected"},
        {"problem", error == problems.end() ? "" : error->message + " [" + error->code + "]"},
        {"racy", nullptr},
        {"expected", ""}};
    Json page = summary;
    page["source"] = source ? source->text() : std::string_view();
    page["problems"] = html_diagnostics(problems, source);
    return {in_one_line(summary), in_one_line(page)};
}

}  // namespace clmm::report
