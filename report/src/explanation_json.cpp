#include <nlohmann/json.hpp>

#include "clmm/report/explanation.h"
#include "clmm/report/witness.h"
#include "json_execution.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;
using Json = nlohmann::ordered_json;

Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

std::string_view word(ToldExplanation::Verdict verdict) {
    switch (verdict) {
        case ToldExplanation::Verdict::forbidden:
            return "forbidden";
        case ToldExplanation::Verdict::allowed:
            return "allowed";
        case ToldExplanation::Verdict::race:
            return "undefined";
        case ToldExplanation::Verdict::unknown:
            break;
    }
    return "unknown";
}

Json numbers_of(const std::vector<std::size_t>& steps) {
    Json out = Json::array();
    for (const std::size_t step : steps) out.push_back(step + 1);
    return out;
}

Json pairs_of(const std::vector<Highlight>& pairs, const std::vector<std::string>& names) {
    Json out = Json::array();
    const auto name = [&](litmus::EventId event) {
        const std::string& known = names[event.index()];
        return known.empty() ? "init" + std::to_string(event.index()) : known;
    };
    for (const Highlight& each : pairs)
        out.push_back({{"from", name(each.a)}, {"to", name(each.b)}, {"relation", each.relation}});
    return out;
}

Json steps_of(const std::vector<ToldStep>& steps, const std::vector<std::string>& names) {
    Json out = Json::array();
    for (std::size_t i = 0; i < steps.size(); ++i)
        out.push_back({{"step", i + 1},
                       {"text", steps[i].text},
                       {"since", steps[i].since},
                       {"uses", numbers_of(steps[i].uses)},
                       {"supposed", steps[i].supposed},
                       {"citation", or_null(steps[i].citation)},
                       {"pairs", pairs_of(steps[i].pairs, names)}});
    return out;
}

Json arguments_of(const std::vector<ToldArgument>& arguments, const CheckResult& result) {
    Json out = Json::array();
    for (const ToldArgument& argument : arguments) {
        Json cases = Json::array();
        for (const ToldCase& each : argument.cases) {
            const auto names = action_names(result.structure, *each.would_be);
            cases.push_back({{"steps", steps_of(each.steps, names)},
                             {"contradict", numbers_of(each.uses)},
                             {"axiom", each.axiom},
                             {"rule", or_null(each.rule)},
                             {"conclusion", or_null(each.conclusion)},
                             {"cycle", pairs_of(each.highlights, names)},
                             {"execution", execution_to_json(result, *each.would_be)}});
        }
        const auto names = action_names(result.structure, *argument.cases.front().would_be);
        out.push_back({{"cases", std::move(cases)}, {"cycle", pairs_of(argument.cycle, names)}});
    }
    return out;
}

Json explanation_of(const ToldExplanation& told, const CheckResult& result) {
    Json out{{"verdict", word(told.verdict)},
             {"headline", told.headline},
             {"note", or_null(told.note)},
             {"reasons", arguments_of(told.arguments, result)}};
    if (told.witness == nullptr) return out;
    const auto names = action_names(result.structure, *told.witness);
    out["execution"] = execution_to_json(result, *told.witness);
    out["cycle"] = pairs_of(told.highlights, names);
    out["steps"] = steps_of(told.steps, names);
    Json changes = Json::array();
    for (const ToldChange& each : told.changes) changes.push_back(each.text);
    out["would_be_excluded_if"] = std::move(changes);
    out["by"] = arguments_of(told.expected, result);
    out["as_it_is"] = told.as_it_is;
    return out;
}

}  // namespace

std::string explanations_to_json(const std::vector<ToldExplanation>& told,
                                 const CheckResult& result) {
    Json all = Json::array();
    for (const ToldExplanation& each : told) all.push_back(explanation_of(each, result));
    const Json document{
        {"test", result.test.name}, {"model", result.model}, {"explanations", std::move(all)}};
    return document.dump(2) + "\n";
}

}  // namespace clmm::report
