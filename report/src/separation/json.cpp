#include <nlohmann/json.hpp>

#include "clmm/report/separation.h"
#include "json/dump.h"
#include "json/natural.h"

namespace clmm::report {
namespace {

using Json = nlohmann::ordered_json;
using separation::By;
using separation::SeparateResult;
using separation::Separation;

/// Members of a result that are numbers, by their names in files.
template <class Result, class F>
void for_each_number(Result& result, F&& f) {
    f("tests", result.tests);
    f("decided", result.decided);
    f("contained", result.contained);
    f("unknown", result.unknown);
}

Json numbers_json(const SeparateResult& result) {
    Json made = Json::object();
    for_each_number(result, [&](const char* name, std::uint64_t count) { made[name] = count; });
    return made;
}

Json open_json(const SeparateResult& result) {
    Json made = Json::object();
    for (const auto& [reason, count] : result.open) made[reason] = count;
    return made;
}

const char* word_of(By kind) { return kind == By::race ? "race" : "state"; }

Json separation_json(const SeparationFacts& facts, std::size_t number) {
    const Separation& each = facts.result.found[number];
    Json made{{"name", each.program.name},
              {"test", each.number + 1},
              {"kind", word_of(each.kind)},
              {"weaker", facts.models[each.weaker]},
              {"stronger", facts.models[1 - each.weaker]}};
    if (each.kind == By::state) {
        made["state"] = generator::to_text(each.program, each.state);
        made["condition"] = separation::condition_of(each);
    }
    made["litmus"] = separation::to_litmus(each, facts.models);
    if (!facts.explanations.empty()) made["explanation"] = facts.explanations[number];
    return made;
}

SeparateResult separate_result(const Json& json) {
    SeparateResult result;
    for_each_number(result, [&](const char* name, std::uint64_t& count) {
        count = natural(json.at("counts").at(name));
    });
    result.next = natural(json.at("next"));
    for (const auto& [reason, count] : json.at("open").items())
        result.open[reason] = natural(count);
    result.undecided = naturals<std::vector<std::uint64_t>>(json.at("undecided"));
    for (const Json& each : json.at("separations")) {
        Separation& made = result.found.emplace_back();
        made.number = natural(each.at("number"));
        made.weaker = natural(each.at("weaker")) & 1U;
        made.kind = each.at("kind").get<std::string>() == "race" ? By::race : By::state;
        made.state = naturals<generator::State>(each.at("state"));
        made.shown = naturals<std::vector<std::size_t>>(each.at("shown"));
    }
    return result;
}

}  // namespace

std::string to_json(const SeparationFacts& facts, std::string_view version) {
    Json out;
    out["clmm"] = version;
    out["models"] = facts.models;
    out["space"] = generator::describe(facts.options.space);
    out["part"] = {{"number", facts.options.shard}, {"of", facts.options.shards}};
    out["counts"] = numbers_json(facts.result);
    if (!facts.result.ended.empty()) out["ended"] = facts.result.ended;
    out["open"] = open_json(facts.result);
    out["separations"] = Json::array();
    for (std::size_t i = 0; i < facts.result.found.size(); ++i)
        out["separations"].push_back(separation_json(facts, i));
    out["shown"] = shown_by(facts);
    out["complete"] = facts.result.is_complete();
    return to_json_text(out, 2) + "\n";
}

std::string to_state(const SeparateResult& result, const std::string& key) {
    Json out;
    out["key"] = key;
    out["next"] = result.next;
    out["counts"] = numbers_json(result);
    out["open"] = open_json(result);
    out["undecided"] = result.undecided;
    out["separations"] = Json::array();
    for (const Separation& each : result.found)
        out["separations"].push_back({{"number", each.number},
                                      {"weaker", each.weaker},
                                      {"kind", word_of(each.kind)},
                                      {"state", each.state},
                                      {"shown", each.shown}});
    return to_json_text(out, 2) + "\n";
}

Result<SeparateResult> read_separation_state(const SourcePtr& file, const std::string& key) {
    const auto refuse = [&](std::string message, std::string hint) {
        return Result<SeparateResult>::failure(
            {Severity::error, "E-STATE", std::move(message), std::move(hint), file, Span{0, 0}});
    };
    try {
        const Json json = Json::parse(file->text());
        if (json.at("key").get<std::string>() != key)
            return refuse("this file is about other models, another space or part",
                          "name another file, or remove it");
        return separate_result(json);
    } catch (const nlohmann::json::exception& bad) {
        return refuse("this is no state of clmm separate", bad.what());
    }
}

}  // namespace clmm::report
