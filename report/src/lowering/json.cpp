#include <nlohmann/json.hpp>

#include "clmm/report/lowering.h"
#include "clmm/report/witness.h"
#include "json/dump.h"

namespace clmm::report {
namespace {

using Json = nlohmann::ordered_json;

Json state_json(const generator::Program& program, const lowering::State& state) {
    Json made = Json::object();
    const auto names = generator::observed(program);
    for (std::size_t i = 0; i < names.size(); ++i)
        made[generator::name_of(names[i])] = static_cast<std::int32_t>(state[i]);
    return made;
}

Json lines_json(const LoweringFacts& facts) {
    Json made = Json::array();
    for (const lowering::Rule& rule : facts.mapping.rules) {
        if (!facts.lowered.used.contains(&rule)) continue;
        made.push_back({{"file", rule.file->name()},
                        {"line", lowering::line_of(rule)},
                        {"text", lowering::text_of(rule)},
                        {"source", rule.source},
                        {"status", rule.status}});
    }
    return made;
}

}  // namespace

std::string to_json(const LoweringFacts& facts, std::string_view version) {
    const lowering::Comparison& made = facts.comparison;
    Json out;
    out["clmm"] = version;
    out["test"] = facts.program.name;
    out["mapping"] = facts.made_by.empty() ? facts.mapping.name : facts.made_by;
    out["source_model"] = facts.source.name;
    out["target_model"] = facts.target.name;
    out["verdict"] = lowering::to_string(made.verdict);
    if (!made.reason.empty()) out["reason"] = made.reason;
    out["source"] = generator::to_litmus(facts.program);
    out["lowered"] = Json::array();
    for (const lowering::Variant& each : facts.lowered.variants)
        out["lowered"].push_back(each.text);
    out["lines"] = lines_json(facts);
    out["extra_states"] = Json::array();
    for (const lowering::ExtraState& each : made.extra)
        out["extra_states"].push_back(state_json(facts.program, each.state));
    if (made.undefined_target)
        out["target_undefined"] =
            made.targets[*made.undefined_target].answer.undefined.front().kind;
    if (!made.extra.empty()) {
        const auto& target = made.targets[made.extra.front().variant];
        out["target_execution"] =
            format_execution(target.structure, target.test.source,
                             target.answer.outcomes[made.extra.front().outcome].execution());
        if (facts.forbidden != nullptr)
            out["source_execution"] = format_execution(*facts.forbidden_structure,
                                                       made.source.test.source, *facts.forbidden);
        if (!facts.why_forbidden.empty()) out["why_forbidden"] = facts.why_forbidden;
        if (!facts.missing.empty()) out["missing"] = facts.missing;
    }
    return to_json_text(out, 2) + "\n";
}

}  // namespace clmm::report
