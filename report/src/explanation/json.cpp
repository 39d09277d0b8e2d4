#include <nlohmann/json.hpp>

#include "clmm/report/explanation.h"
#include "clmm/report/witness.h"
#include "json/dump.h"
#include "json/execution.h"

namespace clmm::report {
namespace {

using enumerator::CheckResult;

Json numbers_of(const std::vector<std::size_t>& steps) {
    Json out = Json::array();
    for (const std::size_t step : steps) out.push_back(step + 1);
    return out;
}

/// One execution: what its actions are called, and pairs of them.
class Writer {
public:
    Writer(const litmus::EventStructure& structure, const SourcePtr& source,
           const model::Execution& execution)
        : structure_(structure),
          source_(source),
          execution_(execution),
          names_(action_names(structure, execution)) {}

    [[nodiscard]] Json execution() const {
        return execution_to_json(structure_, source_, execution_);
    }

    [[nodiscard]] Json pairs(const std::vector<Highlight>& pairs) const {
        Json out = Json::array();
        for (const Highlight& each : pairs)
            if (!each.relation.empty())
                out.push_back(
                    {{"from", name(each.a)}, {"to", name(each.b)}, {"relation", each.relation}});
        return out;
    }

    [[nodiscard]] Json steps(const std::vector<ToldStep>& steps) const {
        Json out = Json::array();
        for (std::size_t i = 0; i < steps.size(); ++i)
            out.push_back({{"step", i + 1},
                           {"text", steps[i].text},
                           {"since", steps[i].since},
                           {"uses", numbers_of(steps[i].uses)},
                           {"supposed", steps[i].supposed},
                           {"citation", or_null(steps[i].citation)},
                           {"pairs", pairs(steps[i].pairs)}});
        return out;
    }

private:
    /// Several initial writes are told apart by their locations.
    [[nodiscard]] std::string name(litmus::EventId event) const {
        const std::string& known = names_[event.index()];
        const litmus::LocationId at = execution_.locations[event.index()];
        if (!known.empty() || !at.valid()) return known;
        return "init:" + structure_.locations[at.index()].name;
    }

    const litmus::EventStructure& structure_;
    const SourcePtr& source_;
    const model::Execution& execution_;
    std::vector<std::string> names_;
};

Json arguments_of(const std::vector<ToldArgument>& arguments, const SourcePtr& source) {
    Json out = Json::array();
    for (const ToldArgument& argument : arguments) {
        Json cases = Json::array();
        for (const ToldCase& each : argument.cases) {
            const Writer writer(*each.structure, source, *each.would_be);
            cases.push_back({{"steps", writer.steps(each.steps)},
                             {"contradict", numbers_of(each.uses)},
                             {"axiom", each.axiom},
                             {"rule", or_null(each.rule)},
                             {"conclusion", or_null(each.conclusion)},
                             {"cycle", writer.pairs(each.highlights)},
                             {"execution", writer.execution()}});
        }
        const ToldCase& last = argument.cases.back();
        const Writer writer(*last.structure, source, *last.would_be);
        out.push_back({{"cases", std::move(cases)}, {"cycle", writer.pairs(argument.cycle)}});
    }
    return out;
}

Json changes_of(const std::vector<ToldChange>& changes, const SourcePtr& source) {
    Json out = Json::array();
    for (const ToldChange& each : changes)
        out.push_back({{"change", each.text}, {"at", location_to_json(source, each.span)}});
    return out;
}

Json explanation_of(const ToldExplanation& told, const CheckResult& result) {
    const SourcePtr& source = result.test.source;
    const model::Execution nothing(result.structure.size());
    const bool is_there = told.witness != nullptr;
    const Writer writer(result.structure, source, is_there ? *told.witness : nothing);
    return {{"verdict", to_string(told.verdict)},
            {"headline", told.headline},
            {"note", or_null(told.note)},
            {"reasons", arguments_of(told.arguments, source)},
            {"execution", is_there ? writer.execution() : Json(nullptr)},
            {"cycle", writer.pairs(told.highlights)},
            {"steps", writer.steps(told.steps)},
            {"hints", told.hints},
            {"excluded_if", changes_of(told.changes, source)},
            {"excluded_by", arguments_of(told.expected, source)},
            {"not_excluded", or_null(told.not_excluded)},
            {"as_it_is", told.as_it_is}};
}

}  // namespace

std::string explanations_to_json(const std::vector<ToldExplanation>& told,
                                 const CheckResult& result, std::string_view version) {
    Json all = Json::array();
    for (const ToldExplanation& each : told) all.push_back(explanation_of(each, result));
    Json document{{"clmm", version},
                  {"name", result.test.name},
                  {"file", result.test.source->name()},
                  {"model", result.model}};
    if (result.forbidden_thin_air != model::ThinAir::none)
        document["forbid_thin_air"] = thin_air_word(result.forbidden_thin_air);
    document["explanations"] = std::move(all);
    return to_json_text(document, 2) + "\n";
}

}  // namespace clmm::report
