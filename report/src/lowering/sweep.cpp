#include "clmm/report/sweep.h"

#include <nlohmann/json.hpp>

#include "json/dump.h"
#include "json/natural.h"

namespace clmm::report {
namespace {

using Json = nlohmann::ordered_json;
using lowering::SweepResult;

/// Members of a result that are numbers, by their names in files.
template <class Result, class F>
void for_each_count(Result& result, F&& f) {
    f("tests", result.programs);
    f("sound", result.sound);
    f("undefined", result.undefined);
    f("broken", result.broken);
    f("unknown", result.unknown);
    f("not_lowered", result.not_lowered);
}

Json counts_json(const SweepResult& result) {
    Json made = Json::object();
    for_each_count(result, [&](const char* name, std::uint64_t count) { made[name] = count; });
    return made;
}

Json line_json(const lowering::Rule& rule) {
    return {{"file", rule.file->name()},
            {"line", lowering::line_of(rule)},
            {"text", lowering::text_of(rule)}};
}

Json sweep_lines(const SweepFacts& facts) {
    Json made = Json::array();
    for (std::size_t i = 0; i < facts.mapping.rules.size(); ++i) {
        if (facts.result.uses[i] == 0) continue;
        made.push_back(line_json(facts.mapping.rules[i]));
        made.back()["tests"] = facts.result.uses[i];
    }
    return made;
}

Json counterexamples_json(const SweepFacts& facts) {
    Json made = Json::array();
    for (const lowering::Counterexample& each : facts.result.counterexamples) {
        Json lines = Json::array();
        for (const std::size_t rule : each.rules)
            lines.push_back(line_json(facts.mapping.rules[rule]));
        made.push_back({{"test", each.number + 1},
                        {"lines", std::move(lines)},
                        {"source", generator::to_litmus(each.program)}});
    }
    return made;
}

SweepResult sweep_result(const Json& json) {
    SweepResult result;
    for_each_count(result, [&](const char* name, std::uint64_t& count) {
        count = natural(json.at("counts").at(name));
    });
    result.next = natural(json.at("next"));
    result.uses = naturals<std::vector<std::uint64_t>>(json.at("uses"));
    for (const auto& [reason, count] : json.at("open").items())
        result.open[reason] = natural(count);
    for (const Json& each : json.at("counterexamples")) {
        lowering::Counterexample& made = result.counterexamples.emplace_back();
        made.number = natural(each.at("number"));
        made.rules = naturals<std::set<std::size_t>>(each.at("rules"));
    }
    return result;
}

}  // namespace

std::string to_json(const SweepFacts& facts, std::string_view version) {
    Json out;
    out["clmm"] = version;
    out["mapping"] = facts.mapping.name;
    out["source_model"] = facts.source.name;
    out["target_model"] = facts.target.name;
    out["space"] = generator::describe(facts.options.space);
    out["part"] = {{"number", facts.options.shard}, {"of", facts.options.shards}};
    out["counts"] = counts_json(facts.result);
    if (!facts.result.ended.empty()) out["ended"] = facts.result.ended;
    out["open"] = Json::object();
    for (const auto& [reason, count] : facts.result.open) out["open"][reason] = count;
    out["lines"] = sweep_lines(facts);
    out["counterexamples"] = counterexamples_json(facts);
    return to_json_text(out, 2) + "\n";
}

std::string to_state(const SweepResult& result, const std::string& key) {
    Json out;
    out["key"] = key;
    out["next"] = result.next;
    out["counts"] = counts_json(result);
    out["uses"] = result.uses;
    out["open"] = Json::object();
    for (const auto& [reason, count] : result.open) out["open"][reason] = count;
    out["counterexamples"] = Json::array();
    for (const lowering::Counterexample& each : result.counterexamples)
        out["counterexamples"].push_back({{"number", each.number}, {"rules", each.rules}});
    return to_json_text(out, 2) + "\n";
}

Result<SweepResult> read_state(const SourcePtr& file, const std::string& key) {
    const auto refuse = [&](std::string message, std::string hint) {
        return Result<SweepResult>::failure(
            {Severity::error, "E-STATE", std::move(message), std::move(hint), file, Span{0, 0}});
    };
    try {
        const Json json = Json::parse(file->text());
        if (json.at("key").get<std::string>() != key)
            return refuse("this file is about another mapping, model, space or part",
                          "name another file, or remove it");
        return sweep_result(json);
    } catch (const nlohmann::json::exception& bad) {
        return refuse("this is no state of clmm lower", bad.what());
    }
}

}  // namespace clmm::report
