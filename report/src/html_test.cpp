// One test's part of a page, as JSON.
#include "clmm/report/html.h"

#include <algorithm>
#include <set>

#include "clmm/model/evaluator.h"
#include "clmm/report/action.h"
#include "clmm/report/hash.h"
#include "clmm/report/value.h"
#include "clmm/report/witness.h"
#include "html_pictures.h"
#include "html_states.h"
#include "undefined_text.h"
#include "violated_pairs.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;
using enumerator::ClaimStatus;
using litmus::EventId;
using model::OutcomeEntry;

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

std::string_view word_of(Severity severity) {
    switch (severity) {
        case Severity::error:
            return "error";
        case Severity::warning:
            return "warning";
        case Severity::note:
            return "note";
    }
    return "error";
}

/// What a family leaves open: `any v`, `some v`; empty for a single outcome.
std::string family_text(const OutcomeEntry& outcome) {
    if (!outcome.family) return {};
    return outcome.family->any_value ? "any value" : "some value";
}

Json diagnostics_to_json(const Diagnostics& diagnostics, const SourcePtr& page) {
    Json list = Json::array();
    for (const Diagnostic& each : diagnostics) {
        std::uint32_t line = 0;
        if (each.source && page) {
            const Source::Written place = each.source->written(each.span);
            if (place.source.name() == page->name()) line = place.position().line;
        }
        list.push_back({{"severity", word_of(each.severity)},
                        {"code", each.code},
                        {"message", each.message},
                        {"hint", each.hint},
                        {"line", line}});
    }
    return list;
}

/// `a -ghb-> b -rb-> a`; steps that do not meet are separated by commas.
std::string steps_text(const std::vector<Highlight>& steps, const std::vector<std::string>& names) {
    const auto name = [&](EventId event) {
        return names[event.index()].empty() ? "init" : names[event.index()];
    };
    std::string text;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (i == 0 || steps[i - 1].b != steps[i].a)
            text += (text.empty() ? "" : ", ") + name(steps[i].a);
        text += " -" + steps[i].relation + "-> " + name(steps[i].b);
    }
    return text;
}

std::string expectation_of(const HtmlStudy& study) {
    const auto some = [&](ClaimStatus status) {
        return std::ranges::any_of(study.result.claims,
                                   [&](const auto& claim) { return claim.status == status; });
    };
    if (!study.disagreement.empty() || some(ClaimStatus::failed)) return "failed";
    if (some(ClaimStatus::unknown)) return "unknown";
    return study.has_expectation || !study.result.claims.empty() ? "met" : "";
}

std::string dumped(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

class Page {
public:
    Page(const HtmlStudy& study, const HtmlLimits& limits)
        : study_(study), result_(study.result), limits_(limits), pictures_(result_, study.source) {}

    HtmlTest operator()() {
        Json page = header();
        const HtmlStates states = states_of(study_, limits_);
        page["states"] = states_to_json(states);
        page["states_left_out"] = states.left_out;
        page["models"] = models_to_json();
        page["chosen"] = study_.chosen;
        page["undefined"] = undefined_to_json();
        page["undefined_total"] = distinct_undefined(result_).size();
        page["axioms"] = axioms_to_json();
        page["executions"] = std::move(executions_);
        page.update(pictures_.pools());
        page["relations"] = relations();
        page["explanation"] = nullptr;
        return {dumped(summary()), dumped(page)};
    }

private:
    [[nodiscard]] Json summary() const {
        return {{"name", result_.test.name},
                {"file", study_.source ? study_.source->name() : ""},
                {"verdict", to_string(result_.verdict)},
                {"allowed", or_null(enumerator::allowed(result_.answer))},
                {"racy", or_null(result_.racy)},
                {"outcomes", result_.answer.outcomes.size()},
                {"expected", expectation_of(study_)}};
    }

    [[nodiscard]] Json header() const {
        const bool is_c = result_.test.language == litmus::Language::c;
        Json page = summary();
        page.update({{"language", is_c ? "C" : "OpenCL"},
                     {"hash", test_hash(result_.test)},
                     {"source", study_.source ? study_.source->text() : std::string_view()},
                     {"model", result_.model},
                     {"condition", result_.test.quantifier ? result_.test.condition_text : ""},
                     {"observation", to_string(result_.observation)},
                     {"reason", result_.reason},
                     {"races_reason", result_.answer.undefined_incomplete.value_or("")},
                     {"disagreement", study_.disagreement},
                     {"claims", claims_to_json()},
                     {"properties", properties_to_json()},
                     {"notes", diagnostics_to_json(result_.warnings, study_.source)}});
        return page;
    }

    [[nodiscard]] Json claims_to_json() const {
        Json list = Json::array();
        for (const enumerator::ClaimResult& claim : result_.claims)
            list.push_back({{"claim", to_string(claim.claim)},
                            {"status", to_string(claim.status)},
                            {"origin", claim.origin},
                            {"line", pictures_.line_of(result_, claim.span)}});
        return list;
    }

    [[nodiscard]] Json properties_to_json() const {
        Json list = Json::array();
        for (const enumerator::PropertyResult& each : result_.properties)
            list.push_back(
                {{"property", to_string(each.property)}, {"status", to_string(each.status)}});
        return list;
    }

    std::size_t add_execution(Json picture, std::string steps) {
        if (!steps.empty()) picture["steps"] = std::move(steps);
        executions_.push_back(std::move(picture));
        return executions_.size() - 1;
    }

    std::size_t add_outcome(const CheckResult& of, const model::MemoryModel& model,
                            const OutcomeEntry& outcome) {
        std::vector<Highlight> cycle;
        if (outcome.out_of_thin_air) cycle = thin_air_highlights(of.structure, outcome.witness);
        const auto names = action_names(of.structure, outcome.witness);
        return add_execution(pictures_.picture(of, model, outcome.witness, cycle),
                             steps_text(cycle, names));
    }

    Json states_to_json(const HtmlStates& states) {
        Json list = Json::array();
        for (const HtmlState& state : states.states)
            list.push_back({{"state", state.text},
                            {"family", family_text(*state.outcome)},
                            {"satisfies", state.outcome->satisfies_condition},
                            {"allowed", state.allowed},
                            {"by", state.model},
                            {"execution", add_outcome(*state.of, *study_.models[state.model].model,
                                                      *state.outcome)}});
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
                             {"total", result->answer.outcomes.size()},
                             {"reason", result->reason},
                             {"races_reason", result->answer.undefined_incomplete.value_or("")}});
            json["problems"] = diagnostics_to_json(study_.models[i].problems, study_.source);
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

    // ---- undefined behaviour ----

    Json undefined_to_json() {
        Json list = Json::array();
        for (const model::UndefinedEntry* entry : distinct_undefined(result_)) {
            if (list.size() == limits_.listed) break;
            Json accesses = Json::array();
            const auto names = action_names(result_.structure, entry->witness);
            for (const EventId event : entry->events) {
                const std::string& name = names[event.index()];
                accesses.push_back(
                    {{"event", event.index()},
                     {"text", (name.empty() ? "" : name + ": ") +
                                  format_action(result_.structure, entry->witness, event)},
                     {"unit", format_unit(result_.structure, event)},
                     {"line", pictures_.line_of(result_, result_.structure[event].span)}});
            }
            Json lines = Json::array();
            for (const Span span : undefined_spans(result_, *entry))
                lines.push_back(pictures_.line_of(result_, span));
            list.push_back(
                {{"kind", entry->kind},
                 {"message", entry->message},
                 {"accesses", std::move(accesses)},
                 {"lines", std::move(lines)},
                 {"execution", add_execution(pictures_.picture(*study_.model, entry->witness,
                                                               highlights_of(*entry)),
                                             {})}});
        }
        return list;
    }

    static std::vector<Highlight> highlights_of(const model::UndefinedEntry& entry) {
        if (entry.events.size() != 2) return {};
        return {
            {entry.events[0], entry.events[1], entry.kind.ends_with("race") ? "race" : entry.kind}};
    }

    // ---- axioms ----

    Json axioms_to_json() {
        std::set<std::string> allowed;
        for (const OutcomeEntry& outcome : result_.answer.outcomes)
            allowed.insert(state_key(result_.structure, outcome));
        Json list = Json::array();
        for (const HtmlStudy::Without& without : study_.axioms) {
            Json json{{"name", study_.model->program.checks[without.check].name},
                      {"reason", without.result ? without.result->reason : ""},
                      {"problems", diagnostics_to_json(without.problems, study_.source)}};
            if (without.result) add_appearing(without, allowed, json);
            list.push_back(std::move(json));
        }
        return list;
    }

    /// Outcomes that the axiom alone forbids, with the pairs that violate it.
    void add_appearing(const HtmlStudy::Without& without, const std::set<std::string>& allowed,
                       Json& json) {
        const CheckResult& weaker = *without.result;
        model::Evaluator evaluator(*study_.model, weaker.structure);
        std::size_t total = 0;
        Json list = Json::array();
        for (const OutcomeEntry& outcome : weaker.answer.outcomes) {
            if (allowed.contains(state_key(weaker.structure, outcome))) continue;
            if (++total > limits_.listed) continue;
            evaluator.evaluate(outcome.witness);
            const std::vector<Highlight> pairs = violated(evaluator, without.check);
            const auto names = action_names(weaker.structure, outcome.witness);
            list.push_back({{"state", format_state(weaker.structure, outcome)},
                            {"family", family_text(outcome)},
                            {"satisfies", outcome.satisfies_condition},
                            {"air", outcome.out_of_thin_air},
                            {"execution", add_execution(pictures_.picture(weaker, *study_.model,
                                                                          outcome.witness, pairs),
                                                        steps_text(pairs, names))}});
        }
        json["total"] = total;
        json["appear"] = std::move(list);
    }

    [[nodiscard]] std::vector<Highlight> violated(const model::Evaluator& evaluator,
                                                  std::size_t check) const {
        for (const model::Finding& finding : evaluator.violations())
            if (finding.check == check) return violated_pairs(*study_.model, evaluator, finding);
        return {};
    }

    const HtmlStudy& study_;
    const CheckResult& result_;
    HtmlLimits limits_;
    Pictures pictures_;
    Json executions_ = Json::array();
};

}  // namespace

HtmlTest html_test(const HtmlStudy& study, const HtmlLimits& limits) {
    return Page(study, limits)();
}

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
    page["problems"] = diagnostics_to_json(problems, source);
    return {dumped(summary), dumped(page)};
}

}  // namespace clmm::report
